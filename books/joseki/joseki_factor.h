/* books/joseki/joseki_factor.h -- how much more probable a joseki makes a move than the
   model finds it.

   The model has seen the shapes that joseki make, and in the opening it knows them
   nearly all; so what a proposal is worth is what it says beyond the model, and that
   is learnt from games that neither has seen.  Its logarithm is a sum of a few terms
   times their worth.  The worth makes the moves played most probable: P of every
   move proposed is multiplied by its factor, and then all are made to sum to 1
   again.  That has one summit, and Newton's way to it is short.  */
#pragma once

#include "books/joseki/joseki.h"

enum { FACTOR_TERMS = 7 };

/* What there is to say about PROPOSAL after MOVES moves of the game.  */
void joseki_factor_terms(struct joseki const *joseki, struct proposal const *proposal,
                         int moves, double terms[static FACTOR_TERMS]);

/* The logarithm of the factor, by the worth that was learnt.  */
double joseki_factor(struct joseki const *joseki, struct proposal const *proposal,
                     int moves);

/* ---------------------------------------------------------------- learning */

struct factor_lessons;

struct factor_lessons *factor_lessons_new(void);
void factor_lessons_free(struct factor_lessons *lessons);

/* A position begins; each move proposed there has P by the model, and was PLAYED or
   not (nor any other, when the game went on elsewhere).  */
void factor_lessons_begin(struct factor_lessons *lessons);
void factor_lessons_add(struct factor_lessons *lessons, double p, bool played,
                        double const terms[static FACTOR_TERMS]);

/* Find the WORTH; return by how much the mean of log P of the moves played grows
   with it.  */
double factor_lessons_fit(struct factor_lessons const *lessons,
                          double worth[static FACTOR_TERMS]);
