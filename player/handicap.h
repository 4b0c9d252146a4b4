/* player/handicap.h -- where an engine puts handicap stones that it may choose. */
#pragma once

#include "engine/go/board.h"

/* COUNT different points of an empty board, fewer than it has, in LIST: the
   fixed points while there are enough of them, then wherever there is most
   room, third and fourth line first.  */
void handicap_choose(struct board const *board, int count, point list[]);
