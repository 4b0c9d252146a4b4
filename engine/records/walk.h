/* engine/records/walk.h -- a game told move by move to those who may know it.

   A walk through a game (game.h) that keeps the moves so far, as sources want
   them:

       struct telling telling = {.moves = NULL};
       telling_start(&telling, game);
       while (telling_next(&telling, &why))
           look(&telling.situation, telling.walk.move);
       telling_release(&telling);

   One telling serves any number of games, one after the other; it stays where
   it is, for the situation points into it.  */
#pragma once

#include "engine/go/game.h"
#include "engine/go/situation.h"

struct telling {
    struct replay walk;         /* BOARD has the side of MOVE to move */
    struct situation situation; /* before MOVE */
    struct move *moves;
    size_t capacity;
};

void telling_start(struct telling *telling, struct game const *game);
/* As replay_next.  */
bool telling_next(struct telling *telling, struct failure *why);
void telling_release(struct telling *telling);
