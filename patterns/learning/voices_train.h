/* patterns/learning/voices_train.h -- from moves and what was said of them to the worth
   of each voice.

   With the model's P as it stands, the worths that make the moves played most
   likely are those with which moves of each class are played as often as they
   are expected.  Every class is multiplied by played over expected, again and
   again (the minorisation-maximisation of Coulom 2007): no step makes the moves
   less likely.  One voice after the other is fitted, with those before it as
   they are, so each keeps its meaning when the later ones are not heard.  */
#pragma once

#include "patterns/model/voices.h"

struct lessons;

struct lessons *lessons_new(void);
void lessons_free(struct lessons *lessons);

/* A position: the model's P of the moves of FEATURES, of which number ANSWER was
   played, and what was SAID of them.  */
void lessons_add(struct lessons *lessons, struct features const *features,
                 float const p[], struct candidates const *said, int answer);

/* The mean of log P of the moves played, and how many.  */
double lessons_log_p(struct lessons const *lessons, struct voices const *voices);
long lessons_count(struct lessons const *lessons);

/* Fit the worth of VOICE, all others as they are in VOICES.  */
void lessons_fit(struct lessons const *lessons, enum voice voice,
                 struct voices *voices);
