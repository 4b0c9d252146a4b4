/* patterns/model/model_source.h -- the model as a source of candidates.

   Names every legal move with its P; at a glance, those near the last moves and those
   that reading names, and of the others a sample that stands for them.  Its only term
   is P.  */
#pragma once

#include "engine/search/source.h"
#include "patterns/model/model.h"

extern struct source_kind const model_kind; /* reads model.hishi */

/* A self of this kind, of a MODEL that outlives it.  */
void *model_source_new(struct model const *model);
