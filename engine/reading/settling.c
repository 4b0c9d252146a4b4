#include <config.h>

#include "engine/reading/settling.h"

#include "engine/reading/eyes.h"
#include "engine/reading/playout.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static bool captures(struct board const *board, point p, enum color color)
{
    for (int i = 0; i < 4; i++) {
        point const near = (point)(p + neighbour[i]);
        if (board->color[near] == opponent(color) && board_liberties(board, near) == 1)
            return true;
    }
    return false;
}

/* No shape of more stones kills.  */
enum { NAKADE_MAX = 6 };

/* The stones that a stone of COLOR on P would be connected to, itself among
   them, in SHAPE; of more than NAKADE_MAX it only says so.  */
static int shape_of(struct board const *board, point p, enum color color,
                    point shape[NAKADE_MAX])
{
    int size = 0;
    shape[size++] = p;
    for (int i = 0; i < 4; i++) {
        point const near = (point)(p + neighbour[i]);
        bool seen = false;
        for (int j = 0; j < size; j++)
            seen |= shape[j] == near;
        if (board->color[near] != color || seen)
            continue;
        if (size + board_chain(board, near)->stone_count > NAKADE_MAX)
            return NAKADE_MAX + 1;
        point q = near;
        do {
            shape[size++] = q;
            q = board->next[q];
        } while (q != near);
    }
    return size;
}

/* Do the enemies around SHAPE live on nothing but P and its liberty LAST?  */
static bool is_enclosed(struct board const *board, point const shape[], int size,
                        enum color color, point p, point last)
{
    for (int i = 0; i < size; i++)
        for (int j = 0; j < 4; j++) {
            point const near = (point)(shape[i] + neighbour[j]);
            if (board->color[near] != opponent(color))
                continue;
            struct chain const *const wall = board_chain(board, near);
            if (wall->liberty_count >
                points_have(&wall->liberties, p) + points_have(&wall->liberties, last))
                return false;
        }
    return true;
}

bool settling_gives_away(struct board const *board, point p, enum color color)
{
    point shape[NAKADE_MAX];
    struct points all;
    assert(board->color[p] == EMPTY);
    if (captures(board, p, color))
        return false;
    int const liberties = board_liberties_after(board, p, color, &all);
    if (liberties != 1)
        return liberties == 0;
    int const size = shape_of(board, p, color, shape);
    if (size == 1)
        return false;
    return size > NAKADE_MAX || !eyes_is_nakade(shape, size) ||
           !is_enclosed(board, shape, size, color, p, points_first(&all));
}

/* A way for the chain in atari at P to live on: taking a chain around it that
   is in atari too, or running to where it has two liberties.  */
static point rescue(struct board const *board, point p, enum color color)
{
    point q = p;
    do {
        for (int i = 0; i < 4; i++) {
            point const near = (point)(q + neighbour[i]);
            if (board->color[near] != opponent(color) ||
                board_liberties(board, near) != 1)
                continue;
            point const taking = points_first(&board_chain(board, near)->liberties);
            if (board_is_legal(board, taking, color, false))
                return taking;
        }
        q = board->next[q];
    } while (q != p);
    point const running = points_first(&board_chain(board, p)->liberties);
    struct points all;
    return running != board->ko &&
                   board_liberties_after(board, running, color, &all) > 1
               ? running
               : PASS;
}

/* What the last move threatens or leaves to be taken.  */
static point answer(struct board const *board, enum color color)
{
    point const last = board->last;
    if (last == PASS || last == NOWHERE || board->color[last] != opponent(color))
        return PASS;
    for (int i = 0; i < 4; i++) {
        point const near = (point)(last + neighbour[i]);
        if (board->color[near] == color && board_liberties(board, near) == 1) {
            point const p = rescue(board, near, color);
            if (p != PASS)
                return p;
        }
    }
    if (board_liberties(board, last) == 1) {
        point const taking = points_first(&board_chain(board, last)->liberties);
        if (board_is_legal(board, taking, color, false))
            return taking;
    }
    return PASS;
}

point settling_draw(struct board *board, struct rng *rng)
{
    enum color const color = (enum color)board->to_move;
    if (rng_below(rng, 8)) {
        point const p = answer(board, color);
        if (p != PASS)
            return p;
    }
    for (uint32_t left = board->empty_count; left; left--) {
        uint32_t const drawn = rng_below(rng, left);
        point const p = board->empty[drawn];
        if (!board_is_eye(board, p, color) && board_is_legal(board, p, color, false) &&
            !settling_gives_away(board, p, color))
            return p;
        board_swap_empty(board, drawn, left - 1);
    }
    return PASS;
}

int settling_play(struct board *board, struct rng *rng)
{
    int const limit = playout_limit(board);
    int moves = 0;
    while (board->passes < 2 && moves < limit) {
        board_play(board, settling_draw(board, rng), (enum color)board->to_move);
        moves++;
    }
    return moves;
}

/* The stones are put down in a fixed order, so that it makes no difference how
   they came about.  */
void outlook_start(struct outlook *outlook, struct board const *board, double needed,
                   uint64_t seed)
{
    struct board *const start = &outlook->start;
    memset(outlook, 0, offsetof(struct outlook, start));
    outlook->needed = needed;
    rng_seed(&outlook->rng, seed);
    board_arrange(start, board->width, board->height, board->color);
    board_turn(start, (enum color)board->to_move);
    start->ko = board->ko;
    start->last = board->last;
}

/* Count the stones of START whose chains stand around what nobody owns in END.  */
static void count_shared(struct board const *start, struct board const *end,
                         int shared[POINTS])
{
    bool sharing[CHAIN_MAX] = {false};
    for (int i = 0; i < end->empty_count; i++) {
        if (playout_owner(end, end->empty[i]) != EMPTY)
            continue;
        for (int j = 0; j < 4; j++) {
            point const near = (point)(end->empty[i] + neighbour[j]);
            if (end->color[near] == BLACK || end->color[near] == WHITE)
                sharing[end->slot[near]] = true;
        }
    }
    for (point p = board_first_point(); p; p = board_next_point(start, p))
        if (start->color[p] != EMPTY && end->color[p] == start->color[p])
            shared[p] += sharing[end->slot[p]];
}

void outlook_look(struct outlook *outlook, enum color to_move)
{
    assert(to_move == BLACK || to_move == WHITE);
    struct board end;
    board_copy(&end, &outlook->start);
    board_turn(&end, to_move);
    settling_play(&end, &outlook->rng);
    int const lead = playout_score(&end);
    outlook->playouts++;
    outlook->black_lead += lead;
    outlook->black_wins += lead > outlook->needed;
    for (point p = board_first_point(); p; p = board_next_point(&end, p)) {
        enum color const color = playout_owner(&end, p);
        outlook->owner[p] += (color == BLACK) - (color == WHITE);
    }
    count_shared(&outlook->start, &end, outlook->shared);
}
