/* patterns/model/model.h -- the probability of every move, from learnt weights.

   P(move) over all legal moves and pass is proportional to the exponential of
   the sum of the weights of the move's features: one for each known shape
   around it and one for each plain feature, and of what plain features mean in
   pairs.  The weights come from train.h.

   In a file ("MODL", version 2):

       HEAD   buckets of the lexicon, number of plain features, weights in a
              unit for shapes and for plain features, games learnt from
       TAGS   two bytes a slot of the lexicon
       SHAP   one signed byte a slot: its weight
       PLAI   two signed bytes a plain feature
       PAIR   two signed bytes for each factor of the single plain features

   A model is immutable and may be shared between threads.  */
#pragma once

#include "engine/base/provenance.h"
#include "patterns/model/features.h"
#include "patterns/model/pairs.h"

struct model;

struct model *model_open(char const *path, struct failure *why);
void model_free(struct model *model);
struct lexicon const *model_lexicon(struct model const *model);
/* How many games it was learnt from.  */
long model_games(struct model const *model);

/* The probability of each move of FEATURES, in their order.  */
void model_rate(struct model const *model, struct features const *features,
                float p[static AREA_MAX + 1]);

/* The sum of weights of one move, and what each family added to it.  */
struct contributions {
    float sum;
    float of[FAMILIES];
};

void model_explain(struct model const *model, struct move_features const *move,
                   struct contributions *out);

/* What learning hands over: a lexicon, and a weight for each slot and for each
   plain feature.  */
struct weights {
    struct lexicon const *lexicon;
    float const *shape;
    float const *plain;
    struct factors const *factors;
    long games;
};

/* MADE (provenance.h) may be NULL.  */
bool model_write(char const *path, struct weights const *weights,
                 struct provenance const *made, struct failure *why);
