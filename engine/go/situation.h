/* engine/go/situation.h -- a position and how it came about.

   What everybody who thinks about a move may look at, and what a game on record
   shows before each of its moves: so what is learnt and what is asked at the board
   are told in the same words.  */
#pragma once

#include "engine/go/board.h"

struct situation {
    struct board const *board; /* whose side to move is asked about */
    struct move const *moves;  /* that led to it, oldest first; setup stones are in the
                                  position only */
    int move_count;
};
