/* engine/go/symmetry.h -- the eight ways in which the same board can lie.

   A symmetry is a number 0 ... 7: bit 0 mirrors left and right, bit 1 top and
   bottom, and then bit 2 exchanges columns and rows.

       0        1        2        3        4        5        6        7
     a b .    . b a    c . .    . . c    . . .    c . a    . . .    a . c
     . . .    . . .    . . .    . . .    . . b    . . b    b . .    b . .
     c . .    . . c    a b .    . b a    c . a    . . .    a . c    . . .

   Whoever turns boards, shapes or steps does it with what is written here, so
   that a number means the same everywhere, in files too.  */
#pragma once

#include <assert.h>

#include "engine/go/point.h"

enum { SYMMETRIES = 8, HALF_TURN = 3 };

/* A place, or a step from one place to another.  */
struct offset {
    int columns, rows;
};

/* OFFSET turned inside a rectangle: ACROSS is the sum of its first and last
   column, UP that of its first and last row.  Around a middle both are 0.  */
static inline struct offset offset_turned_in(struct offset offset, int across, int up,
                                             int symmetry)
{
    int const column = symmetry & 1 ? across - offset.columns : offset.columns;
    int const row = symmetry & 2 ? up - offset.rows : offset.rows;
    assert(symmetry >= 0 && symmetry < SYMMETRIES);
    return symmetry & 4 ? (struct offset){row, column} : (struct offset){column, row};
}

static inline struct offset offset_turned(struct offset offset, int symmetry)
{
    return offset_turned_in(offset, 0, 0, symmetry);
}

/* P on a SIZE x SIZE board that is turned.  */
static inline point point_turned(point p, int size, int symmetry)
{
    struct offset const to = offset_turned_in(
        (struct offset){point_column(p), point_row(p)}, size + 1, size + 1, symmetry);
    return point_at(to.columns, to.rows);
}

/* The symmetry that undoes this one.  Each undoes itself, but a quarter turn is
   undone by the other one.  */
static inline int symmetry_back(int symmetry)
{
    return symmetry == 5 ? 6 : symmetry == 6 ? 5 : symmetry;
}

/* The same as it is seen on a circle that is numbered counter-clockwise from the
   east: perhaps mirrored about east and west, then turned left by quarters.  */
static inline bool symmetry_mirrors(int symmetry)
{
    return __builtin_parity((unsigned)symmetry);
}

static inline int symmetry_quarters(int symmetry)
{
    static unsigned char const quarters[SYMMETRIES] = {0, 2, 0, 2, 1, 3, 1, 3};
    return quarters[symmetry];
}
