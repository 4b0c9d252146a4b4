/* patterns/model/prudence.h -- what reading has to say about a prediction.

   The model knows what strong players play.  It cannot know what they would
   play in positions that they never let arise: a chain of ten left in atari
   is not in the records.  So whoever plays by the model lets reading raise
   the moves that capture or rescue what really can be captured or rescued,
   and lower those that throw stones away.  The prediction itself, and what is
   measured of it, stays as it is.  */
#pragma once

#include "patterns/model/features.h"

/* Change the probabilities P of the moves of FEATURES, which TACTICS was read
   for, into weights to play by; they still add up to 1.  */
void prudence_weigh(struct tactics const *tactics, struct features const *features,
                    float p[static AREA_MAX + 1]);
