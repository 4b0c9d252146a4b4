/* engine/search/source.h -- the interface of whoever proposes candidates.

   A source looks at a situation and names moves.  `propose' is fast, for
   every position; `explain' is slow, for a person who asks why.  Sources live
   in the rooms above (patterns/, books/) and are handed to the player, which
   knows nothing but this interface.  */
#pragma once

#include <stdio.h>

#include "engine/search/candidate.h"

struct source {
    char const *name;
    enum voice voice;
    /* What it knows is how games go on, not what a search imagines: a search asks it
       about the position of the game alone.  */
    bool of_games;
    /* Add candidates for the side to move; never clears the list.  */
    void (*propose)(void *self, struct situation const *situation,
                    struct candidates *candidates);
    /* The same in a hurry, to follow a line of play: moves near the last ones are
       enough.  NULL: propose is quick enough.  */
    void (*follow)(void *self, struct situation const *situation,
                   struct candidates *candidates);
    /* Say in a few lines what it remembers about playing AT, with the games it
       is from; writes nothing if it has nothing to say.  May be NULL.  */
    void (*explain)(void *self, struct situation const *situation, point at, FILE *out);
    /* One more self, for another thread that asks at the same time, and its end;
       it lives no longer than the first.  NULL when all threads may ask one self.  */
    void *(*twin)(void const *self);
    void (*drop)(void *twin);
    void *self;
};
