/* patterns/stylelearning/style_train.h -- from the games of one player to his style.

   A lesson is a position in which he was to move, with what everybody would do there (P
   of all sources together) and what he did.  Weights of traits are learnt on top of
   that P, by the gradient of log P of his moves, each drawn back towards nothing the
   more strongly the fewer moves have shown its trait (a prior of a width that is
   chosen on games left out): so what is learnt is the difference to everybody, and
   little evidence changes little.  Beside the traits the numbers that somebody has of
   each point (source.h) are weighed, anew for each stage; every lesson bears on each of
   these, so that they need no prior.

   The sources should not have learnt from the same games; where they have, they know
   something of him already, and his style comes out smaller than it is.  */
#pragma once

#include "engine/search/consultation.h"
#include "patterns/style/style.h"
#include "patterns/style/traits.h"

struct style_lessons;

struct style_lessons *style_lessons_new(void);
void style_lessons_free(struct style_lessons *lessons);
long style_lessons_count(struct style_lessons const *lessons);

/* In game number GAME, from 0 and never falling, he played PLAYED in SITUATION, where
   all sources of CONSULTATION, asked just now, have come to CANDIDATES.  */
void style_lessons_add(struct style_lessons *lessons, long game,
                       struct situation const *situation,
                       struct consultation const *consultation,
                       struct candidates const *candidates, point played);

struct style_training {
    int least;    /* a trait must be met so often to be given a weight */
    int rounds;   /* through all lessons */
    double rate;  /* of learning */
    double width; /* of the priors, as against what is usual; 0: chosen on one game of
                     his in LEFT_OUT */
    int left_out;
};

/* What the games left out said: sums over their moves.  */
struct style_gain {
    long moves;
    double width;                     /* of the prior */
    double before, after;             /* mean log P of his moves */
    double first_before, first_after; /* share that came first */
};

enum { STYLE_WIDTHS = 3 };

/* Learn; LEARNT's pointers are to be freed, but for the player and what counts games,
   which are left to the caller.  GAINS tells of the widths tried, best one first; it
   has as many as are returned, 0 when a width was given.  */
int style_lessons_fit(struct style_lessons *lessons,
                      struct style_training const *training,
                      struct style_learnt *learnt,
                      struct style_gain gains[static STYLE_WIDTHS]);
