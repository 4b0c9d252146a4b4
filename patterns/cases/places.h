/* patterns/cases/places.h -- where on the board, how far from the last moves, how late.

   What vicinities cannot see: the lines a point lies on beyond the fourth, exact
   distances from the last two moves, the stage of the game.  Each combination is a
   number, and how often points of that kind are played is counted in a table.  */
#pragma once

#include "patterns/cases/vicinity.h"

enum {
    PLACE_STAGES = 4,
    PLACE_LINES = 55,  /* pairs of distances from the edge, 1 .. 10 each */
    PLACE_LAST = 20,   /* classes of distance from the last move, */
    PLACE_BEFORE = 10, /* and from the one before */
    PLACE_KINDS = PLACE_STAGES * PLACE_LINES * PLACE_LAST * PLACE_BEFORE,
};

/* The kind of AT after MOVES moves.  */
int place_kind(struct board const *board, point at, struct latest latest, int moves);
