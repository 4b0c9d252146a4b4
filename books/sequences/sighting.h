/* books/sequences/sighting.h -- where a shape appears in games.

   A shape is a small diagram, drawn in text from its top row down:

       X O . ?        X, O  stones of two colours, whichever is which
       . X O .        .     empty
       ------         ?     anything
                      - |   the edge of the board, as a row or at the ends of rows

   It appears in a game when a move (or an edit) completes it, in any of the
   eight symmetries and with the colours either way.  There is no index of
   shapes: all games are played through, and only what a move has changed is
   looked at.  */
#pragma once

#include "books/sequences/corpus.h"

enum { SHAPE_SIDE = 19, SHAPE_CELLS = SHAPE_SIDE * SHAPE_SIDE };

enum cell { CELL_ANY, CELL_EMPTY, CELL_X, CELL_O };

struct shape {
    uint8_t width, height;
    uint8_t cells[SHAPE_CELLS];    /* enum cell, row * width + column, from the top */
    bool left, right, top, bottom; /* its side is the edge of the board */
};

bool shape_parse(char const *diagram, struct shape *out, struct failure *why);

/* One appearance, and the move that followed.  */
struct sighting {
    uint32_t game;
    uint16_t number; /* of the move that follows, in its game, from 0 */
    bool followed;   /* there is one before the texts of the game end */
    uint8_t color;   /* of that move */
    bool by_x;       /* its colour is X's */
    int cell;        /* where in the shape as drawn it was played, or -1 */
};

typedef void shape_watch(void *context, struct sighting const *sighting);

void shape_find(struct corpus const *corpus, struct shape const *shape,
                shape_watch *watch, void *context);
