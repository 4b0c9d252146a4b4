/* patterns/model/voices.h -- what other sources say, weighed into the model's P(move).

   Other sources (the memory of shapes, the joseki) name moves with a weight of
   their own and say how alike the remembered case is.  Each voice that speaks
   multiplies P of a move by what its words have been found to be worth: one
   factor for each class of weight and likeness, one for not naming the move.  A
   source that knows itself by what factor it raises a move (candidates_raise) is
   taken at its word.

   The memories have seen the training games, so what they say about those is
   no evidence: the factors are learnt from games that neither they nor the
   model has seen (voices_train.h).

   In a file ("VOIC", version 1):

       WORT   the logarithms of the factors, four bytes each (IEEE floats), for
              each voice and class  */
#pragma once

#include "engine/search/candidate.h"

#include "patterns/model/features.h"

enum { VOICE_WEIGHTS = 6, VOICE_ALIKES = 3, VOICE_CLASSES = 1 + 6 * 3 };

struct voices {
    float worth[VOICES][VOICE_CLASSES];
};

bool voices_open(char const *path, struct voices *voices, struct failure *why);
bool voices_write(char const *path, struct voices const *voices, struct failure *why);

/* How VOICE speaks of a candidate: 0 when it does not name it.  */
int voice_class(struct candidate const *candidate, enum voice voice);

/* The voices that name any candidate, one bit each.  */
unsigned voices_heard(struct candidates const *said);

/* Change P, the probabilities of the moves of FEATURES, by what was SAID.  */
void voices_weigh(struct voices const *voices, struct candidates const *said,
                  struct features const *features, float p[static AREA_MAX + 1]);
