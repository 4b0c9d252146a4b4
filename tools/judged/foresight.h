/* tools/judged/foresight.h -- what somebody sees of a position, and how far that is
   from what became of it.  */
#pragma once

#include <stdio.h>

#include "player/mind.h"
#include "tools/judged/position.h"

/* Of Black's, whoever is to move.  */
struct foresight {
    double lead; /* points on the board */
    double win;
    point best;           /* what the side to move would play */
    double owner[POINTS]; /* -1 White ... 1 Black */
};

/* A mind that has all it should; without some of it another program would be measured,
   so then this one ends with a sentence.  */
struct mind *foresight_mind(uint64_t seed);

/* What a search of exactly so many PLAYOUTS sees, from an empty tree.  */
void foresight_search(struct mind *mind, struct tuning const *tuning,
                      struct judged_position const *position, int playouts,
                      struct foresight *out);

/* The larger a chain that decides, the fewer tell who is right: those of so many stones
   count.  */
enum { CHAIN_COUNTS = 3 };

/* Is P the stone by which such a chain on BOARD is named?  */
bool foresight_counts(struct board const *board, point p);

/* Who owns the chain of the stone at P on BOARD, 1 Black ... -1 White.  */
double foresight_owner(struct foresight const *foresight, struct board const *board,
                       point p);

/* Does FORESIGHT give a chain of that many stones to the wrong side?  */
bool foresight_misjudges(struct foresight const *foresight,
                         struct judged_position const *position);

/* ---------------------------------------------------------------- how far */

/* Somebody leads clearly by more than so many points, and a game is close up to so
   many: beyond, nobody cares by how much a lead is wrong.  */
enum { CLEARLY = 3, CLOSE = 30 };

/* Scales of a logistic of the lead, in points.  */
enum { SCALES = 40 };

struct misses {
    long positions, clear, right;
    double error, square, fourth; /* sums of powers of (lead seen - true lead) */
    double chance;                /* sum of squares of (win seen - who won) */
    double logistic[SCALES + 1];  /* the same of a logistic of the lead, by its scale */
};

void misses_add(struct misses *misses, struct foresight const *foresight,
                struct judged_position const *position);

double misses_bias(struct misses const *misses);
double misses_rms(struct misses const *misses);
/* The standard error of that.  */
double misses_rms_error(struct misses const *misses);
/* The scale by which a logistic of the lead is nearest to who won.  */
int misses_scale(struct misses const *misses);
