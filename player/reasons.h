/* player/reasons.h -- what a move does, in the words of a Go player.

   Only what is true of the position, most important first: what reading has found
   about the move, then how it stands to the stones around it, or to the open board.
   Of several facts that say the same only the strongest is told.  */
#pragma once

#include "engine/search/evidence.h"

enum { REASONS_MAX = 5, REASON_TEXT = 160 };

struct reasons {
    int count;
    char text[REASONS_MAX][REASON_TEXT]; /* "captures 3 stones at K10" */
};

/* About playing AT on BOARD, for its side to move, of which reading says FACTS.  */
void reasons_find(struct board const *board, point at, struct move_facts const *facts,
                  struct reasons *reasons);

/* One more, if there is room.  */
void reasons_say(struct reasons *reasons, char const *format, ...)
    __attribute__((format(printf, 2, 3)));
