/* patterns/cases/casevote.h -- how probable each move is, by what the cases tell.

   From level to level of a vicinity's code a rate grows more precise, leaning on the
   one before as far as it has seen little itself:

       rate_0 = base
       rate_i = (played_i + a_i rate_i-1) / (met_i + a_i)

   What a level adds is the logarithm of rate_i / rate_i-1.  How far it is to be
   trusted, by how often the vicinity was met and played, is learnt (caseweigh.h): a
   slope for the logarithm and an offset, one pair for each bucket of counts; the place
   (places.h) is one more such view.  The moves of a position share their probability
   by the exponentials of their sums:

       P(move) ~ exp(sum of slope * log(rate_i / rate_i-1) + offset)

   A whole position takes a fifth of a millisecond, so nothing is kept from one to the
   next: after a move nearly all vicinities are new, for each knows the last two moves.
 */
#pragma once

#include "patterns/cases/casebook.h"

/* What the weights are applied to.  */
struct case_views {
    float gain[CASE_VIEWS]; /* log(rate_i / rate_i-1) */
    uint8_t bucket[CASE_VIEWS];
};

struct case_vote {
    point at;
    int8_t symmetry; /* that turned its vicinity into the code */
    vicinitycode code;
    struct case_chain chain;
    float rate; /* P that this move is played, among the legal points */
};

struct case_votes {
    int count;
    struct case_vote list[AREA_MAX]; /* by point, rising */
};

void case_views_of(struct casebook const *book, struct case_chain const *chain,
                   int place, struct case_views *views);

/* rate_i above, after PARENT; the first one's parent is the base.  */
extern float const case_base_rate;
float case_rate(struct experience of, int view, float parent);

/* One view's part of the sum above, and the sum.  */
static inline float case_view_sum(struct casebook_weights const *weights,
                                  struct case_views const *views, int view)
{
    int const bucket = views->bucket[view];
    return weights->slope[view][bucket] * views->gain[view] +
           weights->offset[view][bucket];
}

static inline float case_views_sum(struct casebook_weights const *weights,
                                   struct case_views const *views)
{
    float sum = 0;
    for (int i = 0; i < CASE_VIEWS; i++)
        sum += case_view_sum(weights, views, i);
    return sum;
}

/* Every point where the side to move may play, by the simple rules of the board, but
   for RATE; VIEWS, one for each, may be NULL.  */
void case_votes_list(struct casebook const *book, struct situation const *situation,
                     struct case_votes *votes, struct case_views views[]);

/* The same, rated; VIEWS has room for AREA_MAX.  */
void case_votes_take(struct casebook const *book, struct situation const *situation,
                     struct case_votes *votes, struct case_views views[]);
