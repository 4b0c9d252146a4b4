/* patterns/model/model_source.h -- the model as a source of candidates.

   Proposes every move that is not hopeless, with the weight that prudence
   leaves it, and explains what made its probability.  */
#pragma once

#include "patterns/model/model.h"
#include "patterns/model/voices.h"

struct model_source; /* not to be shared between threads */

/* MODEL outlives the source.  */
struct model_source *model_source_new(struct model const *model);
void model_source_free(struct model_source *self);

/* From now on the source hears what VOICE says and weighs it by its WORTH, which
   outlives the source, like the voice.  At most MODEL_SOURCE_VOICES of them.  */
enum { MODEL_SOURCE_VOICES = 4 };
void model_source_hear(struct model_source *self, struct source const *voice,
                       struct voices const *worth);

/* The row to hand to a player; SELF outlives it.  */
struct source model_source_row(struct model_source *self);
