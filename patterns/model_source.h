/* patterns/model_source.h -- the model as a source of candidates.

   Proposes every move that is not hopeless, with the weight that prudence
   leaves it, and explains what made its probability.  */
#pragma once

#include "patterns/model.h"

struct model_source; /* not to be shared between threads */

/* MODEL outlives the source.  */
struct model_source *model_source_new(struct model const *model);
void model_source_free(struct model_source *self);

/* The row to hand to a player; SELF outlives it.  */
struct source model_source_row(struct model_source *self);
