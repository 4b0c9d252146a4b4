/* books/sequences/sighting.h -- where a shape appears in games.

   It appears when a move (or an edit) completes it, also by taking stones off, in
   any way it can lie (shape.h).  All games are played through here, and only what a
   move has changed is looked at; an index does the same much faster (imprint.h) and
   is compared with this.  */
#pragma once

#include "books/sequences/corpus.h"
#include "books/sequences/shape.h"

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
