/* tests/support/drawings.h -- local positions from real games, as files of drawings.

   A drawing shows 11x11 points around a move of X, '*'; '#' is off the board, 'x' and
   'o' are the last stones of either side.  */
#pragma once

#include "engine/go/board.h"

enum { DRAWING_SIDE = 11, DRAWINGS_MAX = 40 };

struct drawing {
    char at[DRAWING_SIDE][DRAWING_SIDE]; /* the top row first */
};

/* Read tests/data/shapes/NAME.txt; returns how many there are.  */
int drawings_read(char const *name, struct drawing list[DRAWINGS_MAX]);

/* Put the stones where they lie on a 19x19 board that is empty otherwise, X being
   Black, but for the last ones, whose points are left in LAST.  Returns the point of
   '*'.  */
point drawing_set_up(struct drawing const *drawing, struct board *board, point last[3]);
