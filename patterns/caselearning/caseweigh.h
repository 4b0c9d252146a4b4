/* patterns/caselearning/caseweigh.h -- how far each level of a casebook is to be
   trusted.

   The weights of casevote.h that make the moves of games most likely that the
   casebook was not learnt from, by stochastic gradient steps (Adagrad), some times
   over all of them.  They depend on how full a casebook is, so each has its own; and on
   who else is heard: beside a model that knows most of it, only what is news counts. */
#pragma once

#include <stdatomic.h>

#include "engine/base/provenance.h"
#include "engine/go/game.h"
#include "patterns/cases/casevote.h"

struct caseweigher;

/* Those who are heard as well: how probable they find each move of VOTES, as
   logarithms into SAID.  */
struct case_neighbours {
    void (*ask)(void *context, struct situation const *situation,
                struct case_votes const *votes, float said[]);
    void *context;
};

/* At most ROOM positions, one of EVERY, are kept, 10 KB each.  OTHERS may be NULL.  */
struct caseweigher *caseweigher_new(struct casebook const *book, long room, int every,
                                    struct case_neighbours const *others);
void caseweigher_free(struct caseweigher *weigher);
/* False when there is no more room, or WHY tells what is wrong with GAME.  */
bool caseweigher_add(struct caseweigher *weigher, struct game const *game, long number,
                     struct failure *why);
long caseweigher_count(struct caseweigher const *weigher);
/* Returns the mean log P in the last of ROUNDS over them; NAN when there are none, and
   when STOP (or NULL) became true.  Without others there is nobody to be beside.  */
double caseweigher_weigh(struct caseweigher *weigher, enum case_company company,
                         int rounds, atomic_bool const *stop,
                         struct casebook_weights *weights);

/* The casebook at PATH, with other weights, to TO; MADE may be NULL.  */
bool caseweigh_write(char const *path,
                     struct casebook_weights const weights[CASE_COMPANIES],
                     char const *to, struct provenance const *made,
                     struct failure *why);
