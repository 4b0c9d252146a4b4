/* engine/records/situations.h -- the situations of a game on record, one after another.

   A walk through a game (game.h) that keeps the moves so far, as sources want
   them:

       struct situations situations = {.moves = NULL};
       situations_start(&situations, game);
       while (situations_next(&situations, &why))
           look(&situations.situation, situations.walk.move);
       situations_release(&situations);

   One such walk serves any number of games, one after the other; it stays where
   it is, for the situation points into it.  */
#pragma once

#include "engine/go/game.h"
#include "engine/go/situation.h"

struct situations {
    struct replay walk;         /* BOARD has the side of MOVE to move */
    struct situation situation; /* before MOVE */
    struct move *moves;
    size_t capacity;
};

void situations_start(struct situations *situations, struct game const *game);
/* As replay_next.  */
bool situations_next(struct situations *situations, struct failure *why);
void situations_release(struct situations *situations);
