/* patterns/shapes/ringscan.h -- which of a list of ring codes are near enough to one.

   The innermost loop of every question to the memory: an exclusive or, a count
   of bits and a comparison for each code, compiled for several processors; the
   best one for this machine is chosen when a question begins, and all give the
   same answers.  */
#pragma once

#include "patterns/shapes/casecode.h"

/* What a difference costs: NEAR for a stone more or less, FAR for a stone of
   the other colour.  HALF is the width of the lower half of a code, that of the
   opponent's stones.  */
struct ring_cost {
    uint32_t near, far;
    int half; /* 12 or 16 */
};

static inline uint32_t ring_distance(struct ring_cost const *cost, uint32_t different)
{
    uint32_t const both =
        different >> cost->half & different & ((1u << cost->half) - 1);
    uint32_t const all = different & (uint32_t)((UINT64_C(1) << 2 * cost->half) - 1);
    return cost->near * bit_count(all) + (cost->far - 2 * cost->near) * bit_count(both);
}

/* A list of rings, or of two rings side by side, and what is asked about it.  */
struct ring_list {
    uint32_t const *ring;  /* little-endian codes */
    uint32_t const *outer; /* those of the next ring out, or NULL */
    uint32_t count;
    uint32_t asked, asked_outer;
    struct ring_cost cost, cost_outer;
};

/* Put the indices of those at most LIMIT away into HIT, their distances into
   DISTANCE; returns how many.  HIT and DISTANCE have room for all.  */
typedef uint32_t ring_scan(struct ring_list const *list, uint32_t limit, uint32_t *hit,
                           uint16_t *distance);

ring_scan *ring_scan_best(void);

/* All variants that this machine can run, for tests: 0, 1 ... until NULL.  */
ring_scan *ring_scan_variant(int n, char const **name);
