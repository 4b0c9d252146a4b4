#include <config.h>

#include "books/opening/aspect.h"
#include "engine/go/symmetry.h"

#include "engine/base/rng.h"

#include <assert.h>

/* The key of a forbidden retake at P.  */
static uint64_t ko_key(point p)
{
    return rng_mix(~(uint64_t)p);
}

static void add_stone(uint64_t hash[SYMMETRIES], point p, int size, int color)
{
    for (int s = 0; s < SYMMETRIES; s++)
        hash[s] ^= zobrist_stone[point_turned(p, size, s)][color - 1];
}

static void hash_turnings(struct board const *board, uint64_t hash[SYMMETRIES])
{
    int const size = board->width;
    for (int s = 0; s < SYMMETRIES; s++) {
        hash[s] = zobrist_to_move[board->to_move] ^ rng_mix((uint64_t)size);
        if (board->ko != NOWHERE)
            hash[s] ^= ko_key(point_turned(board->ko, size, s));
    }
    for (point row = PITCH; row <= PITCH * size; row += PITCH)
        for (int column = 1; column <= size; column++)
            if (board->color[row + column] != EMPTY)
                add_stone(hash, (point)(row + column), size,
                          board->color[row + column]);
}

struct aspect aspect_of(struct board const *board)
{
    assert(board->width == board->height);
    uint64_t hash[SYMMETRIES];
    struct aspect aspect = {.size = board->width};
    hash_turnings(board, hash);
    aspect.key = hash[0];
    for (int s = 1; s < SYMMETRIES; s++)
        aspect.key = hash[s] < aspect.key ? hash[s] : aspect.key;
    for (int s = 0; s < SYMMETRIES; s++) {
        aspect.turnings |= (uint8_t)((hash[s] == aspect.key) << s);
        aspect.keeps |= (uint8_t)((hash[s] == hash[0]) << s);
    }
    return aspect;
}

point aspect_in(struct aspect const *aspect, point p)
{
    point least = POINTS;
    assert(aspect->turnings && "some turning leads to the shared view");
    if (p == PASS)
        return p;
    for (int s = 0; s < SYMMETRIES; s++) {
        point const turned = point_turned(p, aspect->size, s);
        if (aspect->turnings >> s & 1 && turned < least)
            least = turned;
    }
    return least;
}

/* Which of two points is written first.  */
static int rank_of(point p)
{
    return point_column(p) * PITCH + point_row(p);
}

unsigned aspect_right_and_up(unsigned symmetries, int size, point p, point *at)
{
    unsigned best = 0;
    *at = PASS;
    if (p == PASS)
        return symmetries;
    for (int s = 0; s < SYMMETRIES; s++) {
        point const turned = point_turned(p, size, s);
        if (!(symmetries >> s & 1) || rank_of(turned) < rank_of(*at))
            continue;
        best = turned == *at ? best | 1u << s : 1u << s;
        *at = turned;
    }
    return best;
}

/* Out of the shared view by one turning, the same for all points.  */
static point turn_out(struct aspect const *aspect, point p)
{
    assert(aspect->turnings && "and so something leads back");
    return point_turned(p, aspect->size,
                        symmetry_back(__builtin_ctz(aspect->turnings)));
}

point aspect_out(struct aspect const *aspect, point p)
{
    point at;
    if (p == PASS)
        return p;
    aspect_right_and_up(aspect->keeps, aspect->size, turn_out(aspect, p), &at);
    return at;
}

point aspect_across(struct aspect const *from, struct aspect const *to, point p)
{
    assert(from->size == to->size && from->key == to->key);
    if (p == PASS)
        return p;
    return turn_out(to, point_turned(p, from->size, __builtin_ctz(from->turnings)));
}
