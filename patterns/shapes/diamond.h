/* patterns/shapes/diamond.h -- the forty points around a point, and what is on them.

   The unit of Hishi's memory is the diamond of Sei and Kawashima (1996): all
   points within Manhattan distance 4 of a point, seen by the side to move.
   They lie on four rings of 4, 8, 12 and 16 points; each ring is numbered
   counter-clockwise from the east:

                          28                     bits  0 ..  3   ring 1
                      29  15  27                 bits  4 .. 11   ring 2
                  30  16   6  14  26             bits 12 .. 23   ring 3
              31  17   7   1   5  13  25         bits 24 .. 39   ring 4
          32  18   8   2   .   0   4  12  24
              33  19   9   3  11  23  39
                  34  20  10  22  38
                      35  21  37
                          36

   so that turning the board rotates the bits of each ring, and mirroring it
   reverses them (ring.h).  What stands on the middle point itself is no part of it.  */
#pragma once

#include <assert.h>

#include "engine/go/board.h"
#include "engine/go/symmetry.h"

enum {
    DIAMOND_RADIUS = 4,
    DIAMOND_POINTS = 40,
};

/* One bit a point: own stones, the opponent's, and points off the board.  */
struct diamond {
    uint64_t own, opp, off;
};

/* The first bit of RING (1 .. 4), and all bits of it.  */
static inline int ring_start(int ring)
{
    assert(ring >= 1 && ring <= DIAMOND_RADIUS + 1);
    return 2 * ring * (ring - 1);
}

static inline uint64_t ring_mask(int ring)
{
    return (((uint64_t)1 << 4 * ring) - 1) << ring_start(ring);
}

/* All bits of the rings up to SIZE.  */
static inline uint64_t diamond_mask(int size)
{
    return ((uint64_t)1 << ring_start(size + 1)) - 1;
}

/* The diamond of P as COLOR sees it, looked up point by point.  */
void diamond_look(struct board const *board, point p, enum color color,
                  struct diamond *diamond);

/* Where bit I of a diamond goes by SYMMETRY.  */
int diamond_turned_bit(int bit, int symmetry);
void diamond_turn(struct diamond const *diamond, int symmetry, struct diamond *turned);

/* The point of bit BIT of the diamond of P; it must be on the board.  */
point diamond_point(point p, int bit);

/* Which of two diamonds comes first: by what is off the board, then by the core
   (rings 1 and 2), then by ring 3, then by ring 4.  Below, equal to or above 0,
   as strcmp.  */
int diamond_compare(struct diamond const *a, struct diamond const *b);

/* The first of the eight turned diamonds; equal exactly for diamonds that are
   the same shape.  Returns the symmetry that leads there.  */
int diamond_canonical(struct diamond const *diamond, struct diamond *canonical);

/* A key of the stones within SIZE (1 .. 4) and of the edge within 4: the same
   for all eight symmetries, and a fixed function of the shape, so that it may be
   written to files.  */
uint64_t diamond_key(struct diamond const *diamond, int size);

/* Does the nearest stone lie on ring 1, 2, 3 or 4?  5: there is none.  */
int diamond_nearest_stone(struct diamond const *diamond);

/* The diamonds of all points of a board, kept up to date stone by stone: a
   changed stone costs its 40 neighbours one word and one key vector each.

   For each point and ring there is the exclusive or of the keys of its
   stones, in Black's view, under all eight symmetries at once; White's view
   is the same with the halves of every word exchanged, because the key of an
   opponent's stone is that of an own one with its halves exchanged.  A flat
   value of 200 KB, to be copied with `='.  */
struct diamonds {
    uint8_t width, height;
    uint8_t color[POINTS]; /* the stones as last followed */
    uint64_t black[POINTS], white[POINTS], off[POINTS];
    uint64_t lane[POINTS][DIAMOND_RADIUS][SYMMETRIES];
    uint64_t bit_lane[DIAMOND_POINTS][SYMMETRIES];  /* of an own stone on a bit */
    uint64_t edge_lane[DIAMOND_POINTS][SYMMETRIES]; /* of a bit off the board */
    int16_t delta[DIAMOND_POINTS];  /* from the middle to the point of a bit */
    uint8_t across[DIAMOND_POINTS]; /* the bit of the middle, seen from there */
};

void diamonds_init(struct diamonds *diamonds, int width, int height);

/* Follow BOARD (of the size given to init) wherever it went; adds to TOUCHED
   all points that are not what they were or have another diamond now.  */
void diamonds_follow(struct diamonds *diamonds, struct board const *board,
                     struct points *touched);

/* The diamond of P as COLOR sees it.  */
static inline void diamonds_look(struct diamonds const *diamonds, point p,
                                 enum color color, struct diamond *diamond)
{
    diamond->own = color == BLACK ? diamonds->black[p] : diamonds->white[p];
    diamond->opp = color == BLACK ? diamonds->white[p] : diamonds->black[p];
    diamond->off = diamonds->off[p];
}

/* diamond_key of P for the sizes 1 .. 4 into KEYS[0] .. KEYS[3], or for size 4
   alone.  */
void diamonds_keys(struct diamonds const *diamonds, point p, enum color color,
                   uint64_t keys[DIAMOND_RADIUS]);
uint64_t diamonds_key(struct diamonds const *diamonds, point p, enum color color);

/* diamond_key of the sizes 1 .. 4 of a diamond that is on no board; DIAMONDS,
   of whatever board, lends its tables.  */
void diamonds_keys_of(struct diamonds const *diamonds, struct diamond const *diamond,
                      uint64_t keys[DIAMOND_RADIUS]);
