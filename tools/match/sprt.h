/* tools/match/sprt.h -- when has enough been played?  The arithmetic of a sequential
   test.

   Whoever looks at the interval after every game, and stops when he likes what he
   sees, finds progress where there is none.  Wald (1945) showed how to look after
   every game and stay honest: two hypotheses are laid down before the first one,

       H0: the first engine is ELO0 stronger than the second (usually 0),
       H1: it is ELO1 stronger (what would be worth having),

   and of each result one asks how much more probable H1 makes it than H0.  The sum
   of the logarithms, LLR, walks up or down until it leaves

       log(beta / (1 - alpha)) < LLR < log((1 - alpha') / alpha),  alpha' = beta.

   At the lower end H0 is accepted, at the upper H1; H1 is accepted in about ALPHA of
   all matches in which H0 is true, H0 in about BETA of those in which H1 is.  An
   engine below ELO0 or above ELO1 is found out sooner and more surely; one between
   the two gets either verdict, and takes longest.

   A hypothesis says what is to be expected on average, but not how often games are
   drawn nor how much the opening decides.  That is taken as the results suggest it
   under each hypothesis, which makes the test a generalised one.  The two games of an
   opening, played with both colours, share its luck, so that the unit is the pair:
   it brings 0, 1/2, 1, 3/2 or 2 points, a share x of 0, 1/4, 1/2, 3/4 or 1, seen
   n(x) times.  Of all distributions p over these five with the mean s that is wanted,
   the one that makes the results most probable is (by Lagrange)

       p(x) = n(x) / (N (1 + l (x - s))),   with l from   sum of p(x) (x - s) = 0,

   so that LLR is a sum over the five results, by which the normal approximation of
   other programs is not needed.  To begin with, each result counts as seen a little.
   Nothing is decided before some pairs have been played, as a few tell nothing about
   how results scatter.  tests/tools/test_sprt.c plays thousands of matches that
   obey either hypothesis, and counts the wrong verdicts.

   The estimate of the difference after such a stop leans to the side of the verdict
   (a match ends when it looks good), and its interval with it: it says about where
   the truth is, and is not the proof.  The verdict is.  */
#pragma once

#include "tools/match/elo.h"

enum { PAIR_RESULTS = 5 }; /* 0, 1/2 ... 2 points of two games */

/* How often a pair of games brought 0 ... 4 half points.  */
struct pair_tally {
    int seen[PAIR_RESULTS];
};

struct sprt {
    double elo0, elo1;  /* of the first engine above the second; elo0 < elo1 */
    double alpha, beta; /* the shares of wrong verdicts: above 0, below 1/2 */
};

enum sprt_verdict { SPRT_OPEN, SPRT_H0, SPRT_H1 };

int pair_tally_pairs(struct pair_tally const *tally);
/* The mean share of the points, 0 to 1; one half when there are no pairs.  */
double pair_tally_score(struct pair_tally const *tally);

/* The 95 % interval of the difference in Elo: all s under which the results are not
   much less probable than under the best (twice the logarithm of the ratio at most
   1.96^2).  The far end of a clean sweep is infinite.  */
struct interval pair_tally_elo_interval(struct pair_tally const *tally);

/* The logarithm of the ratio of likelihoods, H1 to H0.  */
double sprt_llr(struct sprt const *sprt, struct pair_tally const *tally);
/* Between which it stays open.  */
struct interval sprt_bounds(struct sprt const *sprt);
enum sprt_verdict sprt_decide(struct sprt const *sprt, struct pair_tally const *tally);
