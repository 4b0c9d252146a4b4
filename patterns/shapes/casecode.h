/* patterns/shapes/casecode.h -- a canonical diamond as a number, in the order of the
   memory.

   The forty points of a shape are cut into the edge (what is off the board),
   the core (rings 1 and 2), ring 3 and ring 4, and the memory is sorted in this
   order, so that all cases with one edge and core are neighbours, and among
   them those with the same ring 3 are.  A stretch of a ring is coded as its own
   stones above its opponent's; rings 3 and 4 are sorted by how many stones of
   each colour they hold before anything else, because two rings that differ in
   those numbers by n have a distance of at least n steps.

       inner   bits 56 .. 63   edge: a number of its own for each of the few
                               ways in which boards can end
               bits 32 .. 55   core: 12 bits own, 12 bits opponent's
               bits 24 .. 31   ring 3: number of own, of opponent's stones
               bits  0 .. 23   ring 3: 12 bits own, 12 bits opponent's
       outer   bits  0 .. 31   ring 4: 16 bits own, 16 bits opponent's

   The numbers are a fixed function of the shape and stand in files.  */
#pragma once

#include "patterns/shapes/diamond.h"

enum { EDGES_MAX = 256 }; /* about 120 are in use */

/* The ways in which a board can end within a diamond, numbered.  */
struct edges {
    uint64_t off[EDGES_MAX]; /* the canonical diamond.off of each */
    uint8_t number[625];     /* by distances to the four sides, base 5 */
    int count;
};

/* How many points of the diamond lie on the board eastward, northward, westward
   and southward of the middle, 0 .. 4 each, as a number in base 5; and what is off
   the board with so much room.  */
int edges_sides(uint64_t off);
uint64_t edges_off(int sides);

void edges_init(struct edges *edges);
/* The number of a canonical OFF.  */
int edges_number(struct edges const *edges, uint64_t off);

struct casecode {
    uint64_t inner;
    uint32_t outer;
};

/* DIAMOND is canonical.  */
struct casecode casecode_of(struct edges const *edges, struct diamond const *diamond);
void casecode_diamond(struct edges const *edges, struct casecode code,
                      struct diamond *diamond);

/* Is any CODE, as it may stand in a file, that of a canonical diamond?  */
bool casecode_is_shape(struct edges const *edges, struct casecode code);

/* Below, equal to or above 0, as strcmp.  */
int casecode_compare(struct casecode a, struct casecode b);

/* The parts of a diamond as they stand in a code, whatever way it is turned.  */
static inline uint32_t core_code(struct diamond const *d)
{
    return (uint32_t)(d->own & 0xfff) << 12 | (uint32_t)(d->opp & 0xfff);
}

static inline uint32_t ring3_code(struct diamond const *d)
{
    return (uint32_t)(d->own >> 12 & 0xfff) << 12 | (uint32_t)(d->opp >> 12 & 0xfff);
}

static inline uint32_t ring4_code(struct diamond const *d)
{
    return (uint32_t)(d->own >> 24 & 0xffff) << 16 | (uint32_t)(d->opp >> 24 & 0xffff);
}

/* How many bits are set; the compiler's own counting is slow on processors that
   it must not take the instruction for granted on.  */
static inline uint32_t bit_count(uint32_t x)
{
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f;
    return x * 0x01010101 >> 24;
}

/* Ring 3 with its numbers of stones above it, as it is sorted.  */
static inline uint32_t ring3_sorted(uint32_t ring3)
{
    return bit_count(ring3 >> 12) << 28 | bit_count(ring3 & 0xfff) << 24 | ring3;
}

static inline uint64_t ring4_sorted(uint32_t ring4)
{
    return (uint64_t)bit_count(ring4 >> 16) << 37 |
           (uint64_t)bit_count(ring4 & 0xffff) << 32 | ring4;
}
