/* engine/go/drawing.h -- a position drawn in letters, for people. */
#pragma once

#include <stdio.h>

#include "engine/go/board.h"

/* How things look.  A glyph takes one column on the screen, whatever it is
   made of.  */
struct look {
    char const *empty, *star, *stone[3]; /* [color] */
    char const *left, *right;            /* around the last move */
    char const *row_begins, *row_ends;   /* around the points of a row */
};

extern struct look const look_plain; /* . + X O, the last move as (X) */
extern struct look const look_ansi;  /* UTF-8 in colour, for terminals */

/* Draw BOARD with its coordinates, row 1 at the bottom; no empty line.  */
void drawing_put(struct board const *board, struct look const *look, FILE *out);

/* Is P one of the dots that boards of this size have?  */
bool drawing_is_star(struct board const *board, point p);
