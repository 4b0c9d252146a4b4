#include <config.h>

#include "engine/reading/sketch.h"

#include <assert.h>
#include <string.h>

void sketch_init(struct sketch *sketch, struct board const *board)
{
    memcpy(sketch->color, board->color, sizeof sketch->color);
    sketch->hash = board->hash;
    sketch->ko = board->ko;
    sketch->ko_color = board->to_move;
    sketch->trail_count = 0;
    sketch->pass = 0;
    memset(sketch->seen, 0, sizeof sketch->seen);
    sketch_forget(sketch);
}

void sketch_forget(struct sketch *sketch)
{
    memset(&sketch->visited, 0, sizeof sketch->visited);
}

static inline void visit(struct sketch *sketch, point p)
{
    points_add(&sketch->visited, p);
}

/* A walk looks at the neighbours of what it visits.  */
void sketch_footprint(struct sketch const *sketch, struct points *out)
{
    *out = sketch->visited;
    for (int i = 0; i < POINT_WORDS; i++)
        for (uint64_t word = sketch->visited.word[i]; word; word &= word - 1) {
            point const p = (point)(64 * i + __builtin_ctzll(word));
            for (int j = 0; j < 4; j++)
                points_add(out, (point)(p + neighbour[j]));
        }
}

int sketch_liberties(struct sketch *sketch, point p, int limit, point list[])
{
    point stack[AREA_MAX];
    uint8_t const own = sketch->color[p];
    assert((own == BLACK || own == WHITE) && limit > 0);
    uint32_t const pass = ++sketch->pass;
    int depth = 0, count = 0;

    stack[depth++] = p;
    sketch->seen[p] = pass;
    while (depth) {
        point const at = stack[--depth];
        visit(sketch, at);
        for (int i = 0; i < 4; i++) {
            point const q = (point)(at + neighbour[i]);
            uint8_t const there = sketch->color[q];
            if ((there != own && there != EMPTY) || sketch->seen[q] == pass)
                continue;
            sketch->seen[q] = pass;
            if (there == own) {
                stack[depth++] = q;
                continue;
            }
            list[count++] = q;
            if (count == limit)
                return count;
        }
    }
    return count;
}

int sketch_weak_liberties(struct sketch *sketch, point p, int most, int limit,
                          point list[])
{
    point stack[AREA_MAX];
    uint8_t const own = sketch->color[p];
    assert((own == BLACK || own == WHITE) && (most == 1 || most == 2) && limit > 0);
    uint8_t const enemy = opponent((enum color)own);
    uint32_t const pass = ++sketch->pass;
    int depth = 0, count = 0;

    stack[depth++] = p;
    sketch->seen[p] = pass;
    while (depth) {
        point const at = stack[--depth];
        visit(sketch, at);
        for (int i = 0; i < 4; i++) {
            point const q = (point)(at + neighbour[i]);
            uint8_t const there = sketch->color[q];
            if (there == own && sketch->seen[q] != pass) {
                sketch->seen[q] = pass;
                stack[depth++] = q;
            } else if (there == enemy && sketch->seen[q] <= pass) {
                /* Not met by a walk since; such walks mark no stone of ours.  */
                point weak[3];
                int const n = sketch_liberties(sketch, q, most + 1, weak);
                for (int j = 0; n <= most && j < n && count < limit; j++)
                    list[count++] = weak[j];
            }
        }
    }
    return count;
}

/* Take the chain of P off and write it into the trail.  */
static void lift(struct sketch *sketch, point p)
{
    uint8_t const color = sketch->color[p];
    int next = sketch->trail_count;

    sketch->color[p] = EMPTY;
    sketch->trail[sketch->trail_count++] = p;
    while (next < sketch->trail_count) {
        point const at = sketch->trail[next++];
        visit(sketch, at);
        sketch->hash ^= zobrist_stone[at][color - 1];
        for (int i = 0; i < 4; i++) {
            point const q = (point)(at + neighbour[i]);
            if (sketch->color[q] != color)
                continue;
            sketch->color[q] = EMPTY;
            assert(sketch->trail_count < SKETCH_TRAIL && "the trail has room");
            sketch->trail[sketch->trail_count++] = q;
        }
    }
}

bool sketch_try(struct sketch *sketch, point p, enum color color, struct trial *trial)
{
    enum color const enemy = opponent(color);
    point free_points[2];

    assert(sketch->color[p] == EMPTY && "moves go to empty points");
    *trial = (struct trial){
        .at = p,
        .ko = sketch->ko,
        .color = (uint8_t)color,
        .ko_color = sketch->ko_color,
        .trail = sketch->trail_count,
    };
    visit(sketch, p);
    sketch->color[p] = (uint8_t)color;
    sketch->hash ^= zobrist_stone[p][color - 1];
    for (int i = 0; i < 4; i++) {
        point const q = (point)(p + neighbour[i]);
        if (sketch->color[q] == enemy && !sketch_liberties(sketch, q, 1, free_points))
            lift(sketch, q);
    }
    int const captured = sketch->trail_count - trial->trail;
    sketch->ko = NOWHERE;
    if (captured > 1)
        return true;
    int const liberties = sketch_liberties(sketch, p, 2, free_points);
    if (!liberties) {
        sketch_undo(sketch, trial);
        return false;
    }
    bool alone = true;
    for (int i = 0; i < 4; i++)
        alone &= sketch->color[p + neighbour[i]] != color;
    if (captured == 1 && liberties == 1 && alone) {
        sketch->ko = sketch->trail[trial->trail];
        sketch->ko_color = (uint8_t)enemy;
    }
    return true;
}

void sketch_undo(struct sketch *sketch, struct trial const *trial)
{
    assert(sketch->color[trial->at] == trial->color && "trials end last first");
    uint8_t const enemy = opponent((enum color)trial->color);

    while (sketch->trail_count > trial->trail) {
        point const back = sketch->trail[--sketch->trail_count];
        sketch->color[back] = enemy;
        sketch->hash ^= zobrist_stone[back][enemy - 1];
    }
    sketch->color[trial->at] = EMPTY;
    sketch->hash ^= zobrist_stone[trial->at][trial->color - 1];
    sketch->ko = trial->ko;
    sketch->ko_color = trial->ko_color;
}
