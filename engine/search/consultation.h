/* engine/search/consultation.h -- where sources meet: one question, one list.

       sources propose -> learnt mixture: P over all legal moves -> reading is heard

   Whoever decides anything (the player, the root of a search and its inner nodes, a
   line that is followed) consults, and differs only in the effort.  Reading is done
   once a question, for all sources and for prudence.

   A consultation is for one thread; a twin of it shares data, weights and the mixture,
   and lives no longer than the first.  */
#pragma once

#include "engine/search/mixture.h"

struct consultation;

/* MIXTURE (or NULL) outlives it.  */
struct consultation *consultation_new(struct mixture const *mixture);
struct consultation *consultation_twin(struct consultation const *first);
void consultation_free(struct consultation *consultation);

/* One more source, which the consultation drops at its end; false with a reason when
   there are VOICES_MAX already, or one of this name.  Before any twin is made.  */
bool consultation_add(struct consultation *consultation, struct source source,
                      struct failure *why);

int consultation_count(struct consultation const *consultation);
struct source const *consultation_source(struct consultation const *consultation,
                                         int voice);
/* The voice of the source that is called NAME, or -1.  */
int consultation_find(struct consultation const *consultation, char const *name);

/* How much VOICE counts, from 1 as it was learnt; with 0 the source is not asked, and
   the others are weighed as without it.  Counts for twins too, from the next question
   on.  */
void consultation_weigh(struct consultation *consultation, int voice, float weight);

/* Black wins with more than NEEDED points on the board: from the next question on, for
   twins too.  */
void consultation_expect(struct consultation *consultation, double needed);

/* The candidates in SITUATION, sorted: every legal point (at a glance, a sample that
   stands for them).  Valid until the next question.  */
struct candidates *consult(struct consultation *consultation,
                           struct situation const *situation, enum effort effort);

/* What reading says about the moves of the last question.  */
struct tactics const *consultation_facts(struct consultation const *consultation);
/* Who of those asked then has numbers of points (source.h), or NULL.  */
struct source const *consultation_seer(struct consultation const *consultation);

/* What becomes of the position of the last question, by the first source that was asked
   and has an opinion of that; false when nobody has.  */
bool consultation_judge(struct consultation *consultation, struct judgement *judgement);
/* The same of a new question, for who wants to know nothing else: only those who judge
   are asked, and there are no candidates.  */
bool consult_judges(struct consultation *consultation,
                    struct situation const *situation, enum effort effort,
                    struct judgement *judgement);

/* All that the sources know about AT, in the position of the last question.  */
void consultation_view(struct consultation *consultation, point at,
                       struct insight *view);
/* The same in lines, down to the weights.  */
void consultation_detail(struct consultation *consultation, point at, FILE *out);
