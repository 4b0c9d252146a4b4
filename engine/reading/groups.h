/* engine/reading/groups.h -- chains that live or die together.

   Chains of one colour belong together when they are joined by points that lie
   in their own light, or by enemy stones that are lost in it.  What counts for
   a group is the room it has for eyes and the ways out to where nobody rules:
   twenty stones with neither are worth an answer, however many liberties each
   of their chains may still have.  */
#pragma once

#include "engine/go/board.h"

struct group {
    int stones;
    int ways_out; /* points beside it that nobody rules */
    float room;   /* points that it rules, each by how much, and captives */
};

/* Of every stone, the group of its chain: GROUP has one row a slot of BOARD.
   OWNER says who rules a point, -1 White .. 1 Black, and SAFETY how safe the
   chain of a stone is, 0 .. 1.  */
void groups_find(struct board const *board, float const owner[static POINTS],
                 float const safety[static POINTS],
                 struct group group[static CHAIN_MAX]);
