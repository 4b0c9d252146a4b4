/* player/racing.h -- races for liberties, in words.

   What is said of who wins has been read (engine/reading/race.h), for whoever moves
   first; of a race that could not be read to its end only the liberties are told.  */
#pragma once

#include "player/reasons.h"

/* That a race turns on playing AT, if one does.  */
void racing_find_turn(struct board const *board, point at, struct reasons *reasons);

/* That AT, of which reading says FACTS, takes a liberty in a race that does not turn on
   it.  */
void racing_find_liberty(struct board const *board, point at,
                         struct move_facts const *facts, struct reasons *reasons);
