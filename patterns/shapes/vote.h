/* patterns/shapes/vote.h -- how often a move is played, by what the memory knows.

   Four answers of growing precision, each leaning on the one before as far as
   it has seen little itself: how often any move is played when a point becomes
   playable; how often moves with this edge and core were; how often moves with
   this third ring as well were; and how often the nearest cases were, where a
   case counts less the farther it is:

       rate_2 = (played_2 + a rate_1) / (appeared_2 + a)
       rate_3 = (played_3 - d + b rate_2) / (appeared_3 - d/2 + b)
       rate   = (sum K (played - e) + c rate_3) / (sum K (appeared - e/2) + c),
                K = exp(-decay * distance)

   Here d and e take back part of the play for which a shape is in the memory at
   all, and without which it would not have been found.  The numbers stand in the
   similarity's row; those of "learnt" are the most likely ones for moves of
   training games that the memory had not seen.  */
#pragma once

#include "patterns/shapes/memory.h"

enum { VOTE_CASES = 8 }; /* the k of a vote */

struct vote {
    float rate;        /* of being played, each time it can be */
    float alike;       /* the nearest case, 0 when there is none */
    float won;         /* share of the near plays that were in won games */
    float seen;        /* how often the nearest cases appeared, by their weight */
    uint16_t distance; /* of the nearest case, or DISTANCE_NEVER */
    uint16_t cases;    /* that voted */
    bool known;        /* a candidate: there were some, or its core is known */
};

/* What the memory of FINDER says about playing in the middle of DIAMOND.  The
   cases that voted go into LIST (of VOTE_CASES) unless that is NULL.  */
void vote_take(struct finder *finder, struct similarity const *similarity,
               struct diamond const *diamond, struct vote *vote,
               struct near_case list[]);
