/* player/likeness.h -- the evaluator that picks as somebody would, not what is best.

   Somebody who is to be played like thinks first, if at all, and no longer than he may.
   Then one of the candidates is picked by P: among those that are plausible, that throw
   nothing away, and that thinking does not find worse than the best by more than is
   tolerated.  How it is picked is a temperature: 0 takes the most probable, 1 draws
   each as often as P says, more makes the improbable more frequent.

   This is how levels below the highest play (a person's game with a person's mistakes),
   and how a style is followed.  */
#pragma once

#include "engine/search/consultation.h"
#include "engine/search/evaluator.h"

struct likeness {
    long playouts;      /* to think with at most; 0: as usual; below 0: no thinking */
    double tolerance;   /* chance to win that a pick may be worse than the best */
    double temperature; /* of the pick */
    double plausible;   /* moves of a smaller share of the best one's P are left out */
    double heed;        /* 1: what reading says is heard in P (prudence.h); 0: not */
    double in_thought;  /* how much his taste counts while somebody thinks, in P, */
    double in_choice;   /* ... and besides among the moves that are left */
};

enum { LEVEL_LEAST = 1, LEVEL_FULL = 10 };

/* How LEVEL plays, which is below LEVEL_FULL.  */
struct likeness likeness_of_level(int level);
/* How somebody is FOLLOWED, from 0 (not) to 1 (he would play that most often).  */
struct likeness likeness_of_style(double followed);

/* Who picks in that likeness.  */
struct likened {
    struct likeness likeness;
    struct evaluator thinker;                /* asked unless nobody thinks */
    struct consultation const *consultation; /* whose last question is the task's */
    int taste; /* the voice of the source that knows it, or -1 */
    uint64_t const *seed;
    char name[128]; /* of whom it plays like, for people */
};

/* SELF outlives the row.  */
struct evaluator likened_row(struct likened *self);
