/* tools/match/spsa.h -- turning many knobs at once towards what wins more: arithmetic.

   In each step every knob is moved a little, up or down by a coin; one engine plays
   with what this gives, its opponent with the mirror image, and each knob is then
   turned the way of the winner (Spall 1992).  The coins see to it that what the
   other knobs do averages out, so that twenty are no dearer than one; and that each
   step alone says next to nothing.  A knob that does not matter is turned too, at
   random: how far chance alone would have taken it is told beside how far it went.

       struct spsa spsa;
       if (!spsa_read(&spsa, "search.knobs", &why)) ...
       while (spsa.done < spsa.steps) {
           spsa_try(&spsa, &trial);
           ... play trial.up against trial.down ...
           spsa_learn(&spsa, &trial, result);
       }                                                                       */
#pragma once

#include <stdint.h>

#include "engine/base/failure.h"

enum { KNOBS_MAX = 32, KNOB_NAME = 64 };

struct knob {
    char name[KNOB_NAME];
    double start, least, most;
    double step; /* how far the first trials are from the middle: it should tell */
    bool whole;  /* since all these are, it is tried in whole numbers */
};

struct spsa {
    struct knob knobs[KNOBS_MAX];
    int count;
    uint64_t seed; /* of the coins */
    double rate;   /* how much of its step a knob is turned by a first win */
    int steps;     /* planned; the rate falls slowly after a tenth of them */
    int done;
    double now[KNOBS_MAX];
    double chance[KNOBS_MAX]; /* sum of squares of all turns, in steps of the knob */
    double late[KNOBS_MAX];   /* sum of NOW over the second half of the steps */
};

/* Read the knobs of a file of lines "NAME START LEAST MOST STEP"; empty ones and
   those that begin with `#' are skipped.  All else is set to 0.  */
bool spsa_read(struct spsa *spsa, char const *file, struct failure *why);

/* The two settings of the next step.  */
struct spsa_trial {
    int coin[KNOBS_MAX]; /* 1 or -1 */
    double up[KNOBS_MAX], down[KNOBS_MAX];
};

void spsa_try(struct spsa const *spsa, struct spsa_trial *trial);

/* RESULT is 1 when `up' won everything, -1 when `down' did.  */
void spsa_learn(struct spsa *spsa, struct spsa_trial const *trial, double result);

/* Where a knob stands best as far as is known: its mean over the second half of the
   steps or, before that half, where it is now.  */
double spsa_estimate(struct spsa const *spsa, int knob);

/* How far a knob has gone from its start, and how far it would have gone at random
   (one standard deviation); both in steps of the knob.  */
double spsa_moved(struct spsa const *spsa, int knob);
double spsa_chance(struct spsa const *spsa, int knob);
