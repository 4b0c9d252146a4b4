/* player/reasons.h -- what a move does, in the words of a Go player.

   Only what is true of the position: what reading has found about the move, which
   chains it touches, and where it stands on the board.  Most important first.  */
#pragma once

#include "engine/search/evidence.h"

enum { REASONS_MAX = 8, REASON_TEXT = 160 };

struct reasons {
    int count;
    char text[REASONS_MAX][REASON_TEXT]; /* "captures 3 stones at K10" */
};

/* About playing AT on BOARD, for its side to move, of which reading says FACTS.  */
void reasons_find(struct board const *board, point at, struct move_facts const *facts,
                  struct reasons *reasons);
