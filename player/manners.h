/* player/manners.h -- how a move stands to the stones around it, as players name it.

   By where stones lie alone: joins, cuts, hane, crawls, extends, peeps, jumps, knight's
   moves, shoulder hits, caps, approaches, empty corners.  Nothing is read; whether it
   is good is for others to say.  */
#pragma once

#include "player/reasons.h"

/* Add what playing AT on BOARD is, for its side to move.  A TERSE one stops at the
   stones it touches.  */
void manners_find(struct board const *board, point at, bool terse,
                  struct reasons *reasons);
