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

enum { RAISE_TERMS = 7 };

/* What there is to say about PROPOSAL after MOVES moves of the game.  */
void joseki_raise_terms(struct joseki const *joseki, struct proposal const *proposal,
                        int moves, double terms[static RAISE_TERMS]);

/* The logarithm of the factor, by the worth that was learnt.  */
double joseki_raise(struct joseki const *joseki, struct proposal const *proposal,
                    int moves);

/* ---------------------------------------------------------------- learning */

struct raise_lessons;

struct raise_lessons *raise_lessons_new(void);
void raise_lessons_free(struct raise_lessons *lessons);

/* A position begins; each move proposed there has P by the model, and was PLAYED or
   not (nor any other, when the game went on elsewhere).  */
void raise_lessons_begin(struct raise_lessons *lessons);
void raise_lessons_add(struct raise_lessons *lessons, double p, bool played,
                       double const terms[static RAISE_TERMS]);

/* Find the WORTH; return by how much the mean of log P of the moves played grows
   with it.  */
double raise_lessons_fit(struct raise_lessons const *lessons,
                         double worth[static RAISE_TERMS]);
