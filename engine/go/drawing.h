/* engine/go/drawing.h -- a position drawn in letters, for people. */
#pragma once

#include <stdio.h>

#include "engine/go/board.h"

/* How things look.  A glyph takes one column on the screen, whatever it is
   made of.  */
struct look {
    char const *empty, *star, *stone[3]; /* [color] */
    char const *left, *right;            /* around the last move */
    char const *was_left, *was_right;    /* around the move before it */
    char const *fence_left, *fence_right;
    char const *row_begins, *row_ends; /* around the points of a row */
};

extern struct look const look_plain; /* . + X O, the last moves as (X) and [O] */
extern struct look const look_ansi;  /* UTF-8 in colour, for terminals */

/* What is marked besides: the move before the last one (NOWHERE: none), and points
   that a fence goes around, left and right of each row of them:

        .<.>.
       <. X .>
        .<.>.                                                                */
struct drawing_marks {
    point before;
    struct points fenced;
};

/* Draw BOARD with its coordinates, row 1 at the bottom; no empty line.  */
void drawing_put(struct board const *board, struct look const *look, FILE *out);
void drawing_put_marked(struct board const *board, struct look const *look,
                        struct drawing_marks const *marks, FILE *out);

/* Is P one of the dots that boards of this size have?  */
bool drawing_is_star(int width, int height, point p);
