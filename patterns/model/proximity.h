/* patterns/model/proximity.h -- how much of each colour is around a point.

   Each stone is felt at every point, half as much for each step away.  Where
   a shape as large as that has never been seen, this much can still be said
   of the surroundings.  */
#pragma once

#include "engine/go/board.h"

enum { PROXIMITY_CLASSES = 8 };

struct proximity {
    uint8_t class[2][POINTS];   /* of the side to move, of the enemy */
    uint8_t nearest[2][POINTS]; /* steps to the nearest stone, at most 7 */
    point stone[2][POINTS];     /* that stone, or NOWHERE */
};

void proximity_set(struct proximity *proximity, struct board const *board);
