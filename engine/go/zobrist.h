/* engine/go/zobrist.h -- a random key for each stone on each point.

   The hash of a position is the exclusive or of the keys of its stones
   (Zobrist 1970).  The keys are a fixed function of point and colour, so a
   hash that reaches a file means the same tomorrow.  */
#pragma once

#include "engine/go/point.h"

extern uint64_t const zobrist_stone[POINTS][2]; /* [.][color - 1] */

/* To be mixed in when it matters who is to move.  */
enum { ZOBRIST_SIDES = 3 };
extern uint64_t const zobrist_to_move[ZOBRIST_SIDES]; /* [color] */
