/* patterns/playouts/point_weights.h -- the learnt weights of all empty points of a
   playout.

   For both sides, with the sum of each row, as the board changes move by move: a
   move changes some ten points.  What depends on the last move is not in them
   (see local_policy.h).  A weight is the product of three factors,

       around    of the 3x3 code
       sides     of the colours and liberties at the four sides
       place     of the distances to the edges, and for a playout that favours some
   moves what it favours them by

   and something more (local_least), unless the move is suicide or fills an own eye.  */
#pragma once

#include <assert.h>

#include "engine/reading/policy.h"
#include "patterns/playouts/local_weights.h"

#include <string.h>

/* Weights are whole numbers, so that sums of rows never drift; WEIGHT_ONE
   stands for a point about which nothing is known.  */
enum { WEIGHT_ONE = 1 << 12, WEIGHT_MAX = 1 << 24 };

/* Added to the weight of every move, in units of WEIGHT_ONE; what chose it stands in
   local_policy.h.  */
static float const local_least = 1.0f / 32;

/* The upper half of a float: precise to 0.4 %, and the tables stay in the cache.  */
struct brief {
    uint16_t bits;
};

static inline float lengthen(struct brief brief)
{
    uint32_t const bits = (uint32_t)brief.bits << 16;
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* What Black's move is worth where he sees some code, and White's there.  */
struct pair {
    struct brief of[2];
};

/* The exponentials of the weights.  */
struct local_factors {
    struct pair around[NEARBY_CODES]; /* 0 where the mover would fill an eye */
    struct pair sides[NEARBY_CODES];  /* 0 for suicide */
    struct brief touch[2 * NEARBY_CODES];
    float small[NEARBY_FEATURES - FEATURE_PLACE];
};

void local_factors_set(struct local_factors *factors,
                       struct local_weights const *weights, float sharpness);

static inline float local_small(struct local_factors const *factors, uint32_t feature)
{
    assert(feature >= FEATURE_PLACE && feature < NEARBY_FEATURES);
    return factors->small[feature - FEATURE_PLACE];
}

/* Of a feature that depends on the last move.  */
static inline float local_mark(struct local_factors const *factors, uint32_t feature)
{
    assert(feature >= FEATURE_TOUCH && "what is around or beside is no mark");
    return feature < FEATURE_PLACE ? lengthen(factors->touch[feature - FEATURE_TOUCH])
                                   : local_small(factors, feature);
}

enum { FIELD_ROWS = BOARD_MAX + 2 };

struct point_weights {
    struct local_factors const *factors;
    uint16_t around[POINTS], sides[POINTS]; /* as the weights were made */
    uint32_t weight[POINTS][2];             /* Black's, White's */
    uint32_t row[FIELD_ROWS][2], total[2];  /* sums of them */
    uint8_t width, height;                  /* of the board PLACE is for */
    float place[POINTS];
    struct favour const *favour; /* of this playout; or NULL */
    float placed[POINTS][2];     /* PLACE with that */
};

/* WEIGHTS, which are all zero before the first time, are those of BOARD; FAVOUR (or
   NULL) stays while it is played on.  */
void point_weights_begin(struct point_weights *weights,
                         struct local_factors const *factors, struct board const *board,
                         struct favour const *favour);

/* The side to move plays P, which is no pass, on BOARD.  */
void point_weights_play(struct point_weights *weights, struct board *board, point p);

/* Put a weight aside, or back.  */
static inline void point_weights_set(struct point_weights *weights, int side, point p,
                                     uint32_t weight)
{
    assert((side == 0 || side == 1) && p < POINTS);
    uint32_t const change = weight - weights->weight[p][side];
    weights->weight[p][side] = weight;
    weights->row[point_row(p)][side] += change;
    weights->total[side] += change;
}

/* The sides of the empty point P, as COLOR sees them.  */
static inline unsigned point_weights_sides(struct point_weights const *weights, point p,
                                           enum color color)
{
    unsigned const sides = weights->sides[p];
    return color == BLACK ? sides : nearby_swap_sides(sides);
}

/* Assert that the weights kept are those of BOARD.  */
void point_weights_check(struct point_weights const *weights,
                         struct board const *board);
