/* engine/search/search.h -- the evaluator that reads ahead: a tree of candidates, its
   leaves judged by playouts.

   Each round goes through four steps:

       select    walk down the tree by value, among the candidates open so far
       expand    give the leaf children, in the order a quick consultation sees them
       playout   play the game out by the policy
       backup    tell every node on the way who won, and what was played

   The root has the candidates of the task, and a node that has earned it by its visits
   is consulted about again with all effort.  P orders the moves and so limits them
   (forward pruning); the list grows with the visits, so no legal move is lost for
   ever.  Rules, superko
   among them, hold throughout the tree.  The tree is kept from move to move.

   With one thread, the same seed and a number of playouts, the same game
   gives the same moves.  */
#pragma once

#include "engine/base/params.h"
#include "engine/reading/policy.h"
#include "engine/search/consultation.h"
#include "engine/search/evaluator.h"

struct search;

struct search_tuning {
    int playouts;
    int threads;
    int memory_mb;
    int expand_at;
    int candidates;
    double widening;
    double prior, prior_power;
    double even;
    double amaf;
    int amaf_soon;
    double score_share, score_middle;
    double judge, judge_unsure, judge_even;
    double favour;
    bool keep_tree;
    bool learnt;
    int full_at;
};

/* Where the numbers are from (November 2026): hishi tune turned eleven knobs at once
   in 279 steps of two games on 9x9 with 300 playouts (its file of knobs was not kept;
   tools/match/engines/search.knobs has them as they stand now).  What moved by the 0.7
   of its steps that chance makes of it, or more, was taken up.  All four together,
   against what was before with as many playouts, won 109 of 200 on 9x9 with 400 and 42
   of 76 on 13x13 with 300, for 9 % more CPU time.

                     from    turned to, steps    is
       expand_at     6       2.4      -1.8       3
       prior         150     211      +1.5       200   (300 by the root of P: 44 of
                                                        103 on 9x9, 3 of 14 on 13x13)
       prior_power   0.5     0.58     +0.8       0.6
       amaf          2000    1540     -0.7       1600
       even          10      11.8     +0.5       10
       widening      1.2     1.17     -0.5       1.2
       score_share   0.03    0.023    -0.3       0.02, then 0.3: see below
       candidates    8       7.9       0         8     (5: 102 of 200 on 9x9, 47 of 97
                                                        on 13x13)

   The score's share is what keeps a won game from being played slackly.  0.02 of the
   whole board's points was too little: GNU Go at level 8 lost by a median of 2.5
   points on 13x13 (komi 0.5, 1,500 playouts, 24 games), and by 6.5 with 0.1 when the
   points about an even score count most (25 games).  That does not help whoever is far
   ahead, or believes so.  On 19x19, with a second a move against GNU Go at level 10,
   Hishi saw itself 30 to 60 points ahead at move 160 of the six games that were
   counted (GNU Go saw it 5 to 60 ahead), won five of them by 0.5 to 5.5 points and
   lost one by 3.5.  So the points about the expected lead count most (as in KataGo).
   Since then it won 99 games of 100, 69 of them by resignation.  19x19, against a
   share of 0.1 about an even score ("before"), or another share:

       playouts   share   against   won
       500        0.2     before    29 of 44
       500        0.5     0.2       19 of 33
       500        0.8     0.4       17 of 30
       1,200      0.3     before    10 of 16
       2,000      0.5     before    10 of 18

   On 9x9 it is neither better nor worse: 0.3, 135 of 261 with 1,000 playouts.

   Games of longer thought against these numbers, 9x9:

       playouts   with                  won
       3,000      prior 80              4 of 14
       4,000      amaf 900              25 of 50
                  prior 330             22 of 50
                  exploration 0.1       26 of 50   (promise + 0.1 * prior / 200
                  exploration 0.3       17 of 49    * sqrt (parent) / (1 + visits))
       8,000      amaf 700              12 of 22
                  prior 100             6 of 22
       10,000     amaf 6400             7 of 28

   How much a move that the judge has seen begins with (judge_even), 300 playouts
   (2026-11-20):

       board   judge_even   won
       13x13   20           68 of 115 (a logistic of the lead alone)
       19x19   20           23 of 38
       13x13   20           77 of 150 (a judge learnt longer, as the rest)
       13x13   60           12 of 31 against 20

   Tried with it and left out: exploration by P, as in PUCT, and a prior of 20 (0.7: 3
   of 9 on 13x13, and dearer); judge 0.7: 31 of 64.  prior 400: 5 of 21, and prior 110:
   96 of 167 on 13x13 with 300 playouts, but 6 of 22 on 9x9 with 3,000.

   With a judge of 12 blocks P is surer (2026-11-20).  A prior of 120, where it had been
   200 on all boards:

       board   playouts   won
       9x9     400        19 of 48
               2,000      25 of 63
       13x13   600        31 of 51
               2,000      6 of 13
       19x19   300        38 of 58 (and 70: 15 of 36 against 120)

   So the smaller the board the larger it is, by the power of 2/3: 197 on 9x9.  With it,
   on 19x19, judge_even 40 won 10 of 21, amaf 800 8 of 23, prior_power 0.75 11 of 17.

   The judge has learnt on 19x19.  On 9x9, 4,000 playouts, a share of 0.25 and
   judge_even of 10 won 42 of 66 against 0.5 and 20, and 26 of 39 against no judge; on
   13x13, 600 playouts, 0.34 and 14 won 16 of 27 against 0.5 and 20.  So both shrink
   with the side of the board.

   Playouts favour what AMAF says is good near the root of where they begin (favour: as
   "pool RAVE", Rimmel, Teytaud and Teytaud 2010, but for all moves, as factors),
   against playouts that do not, at as much CPU time:

       board   playouts   favour   won
       9x9     1,000      4        90 of 160
               3,000      4        29 of 56
       13x13   600        4        24 of 48
               600        8        72 of 127
       19x19   400        16       32 of 52

   So it grows with the number of points, and is told for 19x19.

   What a move begins with by its prior counts as won, also where every move loses: then
   it takes thousands of playouts until a less probable one is looked at that AMAF does
   not like, as it is mostly played too late (a race of three liberties against three,
   with a stone to be had elsewhere: 0 of 8 seeds find it with 2,000 playouts).  That
   these playouts are better than the node's by so much, instead, finds it (7 of 8), and
   was not taken, as it wins nothing for sure:

       board   playouts   better by          won
       9x9     800        0.3, at most won   76 of 146
               800        0.4                125 of 212
               800        0.5                29 of 61
               2,000      0.4                20 of 38
       13x13   500        0.4                4 of 17
               500        0.5                30 of 62; at most won: 17 of 34
               500        0.6                26 of 48

   The suite has 123 of 134 right with 0.3, 126 as it is.  Nor does a visit for every
   open move by the root of its prior's share help (14 of 50 and 3 of 27 when each open
   move is looked at once).

   Criticality in AMAF (as in Pachi: 1.1, after 200 visits) won 102 of 200 on 9x9 and is
   not here, nor is exploration by the prior (0.1, turned to 0.06: -0.4 steps).  What
   the rest is worth: tools/match/engines/ingredients.engines.  */

/* Its rows, in the table of whoever has it as a field AT of a struct TYPE.  */
#define SEARCH_PARAMS(type, at)                                                        \
    PARAM(type, at.playouts, PARAM_INT, 1, 7000, 4194304,                              \
          "playouts for a move without a clock"),                                      \
        PARAM(type, at.threads, PARAM_INT, 1, 1, 64, "threads that search together"),  \
        PARAM(type, at.memory_mb, PARAM_INT, 1, 256, 65536, "megabytes for the tree"), \
        PARAM(type, at.expand_at, PARAM_INT, 1, 3, 1000,                               \
              "visits after which a leaf gets children"),                              \
        PARAM(type, at.candidates, PARAM_INT, 1, 8, 1000,                              \
              "moves that are tried in a new node"),                                   \
        PARAM(type, at.widening, PARAM_FLOAT, 1.01, 1.2, 100,                          \
              "factor of visits after which one more move is tried"),                  \
        PARAM(type, at.prior, PARAM_FLOAT, 0, 120, 1e6,                                \
              "won playouts that a move sure to be played begins with, on 19x19"),     \
        PARAM(type, at.prior_power, PARAM_FLOAT, 0.01, 0.6, 1,                         \
              "power of P by which other moves begin with less (0.5: its root)"),      \
        PARAM(type, at.even, PARAM_FLOAT, 0.1, 10, 1e6,                                \
              "playouts as good as its parent's that a move begins with"),             \
        PARAM(type, at.amaf, PARAM_FLOAT, 1, 1600, 1e9,                                \
              "visits at which AMAF counts for little"),                               \
        PARAM(type, at.amaf_soon, PARAM_INT, 0, 3, 3,                                  \
              "how much more AMAF counts what is played at once"),                     \
        PARAM(type, at.score_share, PARAM_FLOAT, 0, 0.3, 1,                            \
              "share of the score in the value of a playout"),                         \
        PARAM(type, at.score_middle, PARAM_FLOAT, 0, 0.8, 1,                           \
              "part of the expected lead around which points count most"),             \
        PARAM(type, at.judge, PARAM_FLOAT, 0, 0.5, 1,                                  \
              "share of the judge in the value of a playout, on 19x19"),               \
        PARAM(type, at.judge_unsure, PARAM_FLOAT, 0.1, 3, 100,                         \
              "points that the judge must see on 19x19 to be 73 % sure"),              \
        PARAM(type, at.judge_even, PARAM_FLOAT, 0, 20, 1e6,                            \
              "playouts that a judged move begins with as it was judged, on 19x19"),   \
        PARAM(type, at.favour, PARAM_FLOAT, 0, 16, 100,                                \
              "how much playouts on 19x19 favour moves that win by AMAF"),             \
        PARAM(type, at.keep_tree, PARAM_BOOL, 0, 1, 1,                                 \
              "keep the tree from move to move"),                                      \
        PARAM(type, at.learnt, PARAM_BOOL, 0, 1, 1,                                    \
              "playouts draw by learnt weights (0: evenly)"),                          \
        PARAM(type, at.full_at, PARAM_INT, 0, 0, 1000000000,                           \
              "visits after which a node is asked about with all effort (0: never)")

/* Everything as the rows have it.  */
struct search_tuning search_defaults(void);

/* What a search is made of.  Each thread consults a twin.  */
struct search_parts {
    struct policy policy;                    /* shared */
    struct consultation const *consultation; /* outlives the search */
};

struct search *search_new(struct search_parts const *parts,
                          struct search_tuning const *tuning, uint64_t seed);
void search_free(struct search *search);
void search_reseed(struct search *search, uint64_t seed);
/* Forget the tree, and so all that earlier moves have to do with the next.  */
void search_forget(struct search *search);
/* Use another tuning; when memory or threads change, the tree is forgotten.  */
void search_tune(struct search *search, struct search_tuning const *tuning);
/* How many megabytes the tree has: what the tuning wants, or less where the machine
   has less.  */
double search_memory_mb(struct search const *search);

struct evaluator search_evaluator(struct search *search);

/* What the last search saw.  */
struct search_report {
    long playouts;
    uint32_t nodes; /* used */
    double win;     /* of the side to move */
    double score;   /* its mean lead */
    double gap_ms;  /* the longest time a thread was away between two playouts */
    point best;
};

void search_last(struct search const *search, struct search_report *out);
