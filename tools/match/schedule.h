/* tools/match/schedule.h -- who meets whom in game NUMBER of a match, and how it opens.

   Games come in pairs that share an opening and exchange the colours.  The
   pairs go round all pairings before the next opening is taken, so a match
   that is broken off has treated everybody nearly alike, and all pairings see
   the same openings.  */
#pragma once

#include <stdbool.h>

struct fixture {
    int black, white; /* rows of the roster */
    int opening;
};

/* How many different pairings there are: everybody with everybody or, in a
   gauntlet, the first engine with each other one.  */
int schedule_pairings(int engines, bool gauntlet);

struct fixture schedule_game(int number, int engines, bool gauntlet);
