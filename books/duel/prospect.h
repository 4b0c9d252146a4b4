/* books/duel/prospect.h -- what a duel of books is worth.

   Where games leave the book the position has a value; how these are distributed, and
   what result is to be expected if players as strong as each other go on from there. */
#pragma once

#include "books/duel/duel.h"
#include "books/duel/logistic.h"

struct prospect {
    double covered; /* probability of the leaving positions whose value is known; all
                       below is about these, and no number without any */
    double mean, deviation; /* of the value, for who begins */
    double win;             /* chance of who begins */
    double error;           /* of that, standard, as far as it comes of the fit */
};

/* VALUES of the positions in duel->left, for who begins; NAN where not known.  */
struct prospect prospect_of(struct duel const *duel, double const values[],
                            struct logistic const *fit);
