/* books/sequences/shape.h -- a small diagram, and all the ways it can lie on a board.

   It is drawn in text from its top row down:

       X O . ?        X, O  stones of two colours, whichever is which
       . X O .        .     empty
       ------         ?     anything
                      - |   the edge of the board, as a row or at the ends of rows

   It stands on a board in any of the eight symmetries and with the colours either
   way; those of them that look alike are one variant.  */
#pragma once

#include "books/sequences/movecode.h"

enum { SHAPE_SIDE = CODE_BOARD, SHAPE_CELLS = SHAPE_SIDE * SHAPE_SIDE };

enum cell { CELL_ANY, CELL_EMPTY, CELL_X, CELL_O };

struct shape {
    uint8_t width, height;
    uint8_t cells[SHAPE_CELLS];    /* enum cell, row * width + column, from the top */
    bool left, right, top, bottom; /* its side is the edge of the board */
};

bool shape_parse(char const *diagram, struct shape *out, struct failure *why);

/* A cell that says something, as an offset from the lowest and leftmost point.  */
struct variant_cell {
    int8_t column, row;
    uint8_t color;  /* enum color */
    uint16_t drawn; /* the cell in the diagram */
};

struct variant {
    uint8_t width, height;
    bool swapped; /* X is White */
    /* Where its lowest and leftmost point may be: FIRST to LAST, counted from 1.  */
    uint8_t first_column, last_column, first_row, last_row;
    int stones, count; /* of CELLS; the stones come first */
    struct variant_cell cells[SHAPE_CELLS];
    uint16_t drawn[SHAPE_CELLS]; /* of every point, row * width + column, from below */
    uint8_t colors[SHAPE_CELLS]; /* the same, with EDGE for any */
};

enum { VARIANTS_MAX = 16 };

/* The distinct ones; returns how many.  */
int shape_variants(struct shape const *shape, struct variant variants[VARIANTS_MAX]);

/* The cell of the diagram that P lies in when the variant's lowest and leftmost
   point is at (COLUMN, ROW); -1 when it lies outside.  */
int variant_cell_at(struct variant const *variant, int column, int row, point p);
