/* engine/reading/influence.h -- who will own each point, from the stones and their
   safety.

   Every chain is given a safety between dead and alive, by what reading says of
   it, by Benson's theorem, by its liberties, and by whose influence it lies in.
   Then the chains of a group (groups.h) share its room for eyes.  A safe stone shines
   for its owner, a dead one for the enemy; the light spreads over the empty points,
   weaker with each step.  No move is played: this is an estimate of a quiet position,
   and a cheap one.  */
#pragma once

#include "engine/reading/survival.h"

struct influence {
    float safety[POINTS]; /* of the chain of a stone: 0 dead .. 1 alive for ever */
    float owner[POINTS];  /* -1 White's .. 1 Black's */
    float lead;           /* Black's, in points of area */
    struct survival survival[CHAIN_MAX]; /* by slot: on what a safety below 1 rests */
};

/* TACTICS has read BOARD or besieged it.  The side to move is the one who may rescue
   first.  */
void influence_judge(struct board const *board, struct tactics const *tactics,
                     struct influence *influence);
