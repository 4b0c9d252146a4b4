/* books/duel/logistic.h -- from the value of a position to the chance to win.

       p = 1 / (1 + e^-(ALPHA + BETA value + strength of who begins - of the other))

   fitted to games whose result is known, by Newton's method on the likelihood.  Without
   strengths BETA is too small where stronger players also come to better positions
   (Masuko and Tanaka 2013), so each player may have one, drawn towards 0.  */
#pragma once

#include "engine/base/failure.h"

/* One game: a position of it, and who won.  */
struct decided_game {
    double value;      /* for who begins */
    double won;        /* by who begins: 1, 0, or between */
    int first, second; /* players, from 0; below 0: without a strength */
};

struct logistic {
    double alpha, beta;
    double alpha_error, beta_error; /* standard errors */
    double covariance;              /* of the two */
    double likelihood;              /* mean logarithm, a game */
    double *strength;               /* of each player; owned */
    int players;
};

/* Each player's strength has a normal prior of deviation SPREAD around 0.  Fails when
   there are no games, or not of both results.  */
bool logistic_fit(struct logistic *fit, struct decided_game const outcomes[], int count,
                  int players, double spread, struct failure *why);
void logistic_release(struct logistic *fit);

/* The chance to win of who begins, against somebody as strong.  */
double logistic_chance(struct logistic const *fit, double value);
