/* engine/search/prudence.h -- what reading has to say about a prediction.

   Sources know what strong players play.  They cannot know what these would play in
   positions that they never let arise: a chain of ten left in atari is not in the
   records.  So whoever plays by a prediction lets reading raise the moves that capture
   or rescue what really can be captured or rescued, and lower those that throw stones
   away.  The prediction itself, and what is measured of it, stays as it is.  */
#pragma once

#include "engine/reading/tactics.h"
#include "engine/search/candidate.h"

/* Does a move throw something away, by what reading says of it: an eye, a seki, stones
   that run in vain or go into atari for nothing?  */
bool prudence_forbids(struct move_facts const *facts);

/* From the PREDICTION of every candidate in the position that TACTICS was read for, P:
   weights to play by; they still add up to 1.  */
void prudence_weigh(struct tactics const *tactics, struct candidates *candidates);
