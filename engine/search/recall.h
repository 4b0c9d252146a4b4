/* engine/search/recall.h -- the evaluator that plays what comes to mind.

   The most probable candidate that somebody names and that can be played, or one about
   as probable, so that games differ; no look at what follows.  What the memory is
   worth by itself.  */
#pragma once

#include "engine/search/evaluator.h"

/* SEED, which draws among equals, outlives the row.  */
struct evaluator recall_row(uint64_t const *seed);
