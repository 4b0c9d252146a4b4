/* patterns/playouts/local_policy.h -- playouts that draw moves by learnt local weights.

   The weight of every empty point is kept up to date (point_weights.h).  What depends
   on the last move (struct nearby_mark) multiplies the weights of a few points for
   one move only.  A move is drawn in exact proportion to its weight; a drawn move
   that gives stones away is put aside and another drawn.  */
#pragma once

#include "engine/reading/policy.h"
#include "engine/search/candidate.h"
#include "patterns/playouts/point_weights.h"

struct local_policy;

/* The weights are those of what is played; playouts are to tell how games end, and
   tell it better when likely moves are likelier still, but no move that fills no
   eye of its own is out of the question: whoever never plays what strong players
   do not leaves dead stones on the board and the points around them undecided.

   Mean squared error of the owners of all points and of the winner, 16 playouts
   each from 4,463 positions of validation games, one seed, beside that of the first
   row (`hishi report playouts'; chance moves the differences by 0.2 % and 1.2 %);
   "0" is a least weight of 1/1024 that was cut off to 0:

       sharpness  least    owners   winner   moves
       1.6        0        0.1150   0.223    268
       1.0        0        +0.2 %   +3.3 %   295
       2.0        0        +5.9     +2.4     244
       1.6        1/1024   -2.9     -1.1     286
       1.6        1/128    -3.4     -3.1     290
       1.8        1/32     -4.0     -2.9     296
       2.1        1/32     -4.0     -2.4     298
       1.8        1/8      -4.0     -1.8     301

   9x9, 500 playouts: 1.6 with nothing cut off won 136 of 200 games against the
   first row, and 1.8 with 1/32 won 114 of 200 against that.

   Until November 2026 they also looked at how near a move is to the last two (as in
   Coulom 2007).  Without it they foresee 27.8 % of moves instead of 30.2, foretell as
   well (owners +0.2 +- 0.3 %, winner +0.9 +- 1.6 %) and take a sixth less time; with
   as many playouts they won 219 of 400 games on 9x9 with 400 playouts, 98 of 191 with
   2,000, and on 19x19 56 of 103 with 400 and 7 of 17 with 1,200.

   Not everything that foretells better plays better, nor at every length of thought.
   Weights learnt anew from games that ended by counting (owners -4.5 %, winner -4.6 %)
   won 64 of 149 on 9x9, and factors learnt during the search for answers near the
   last move 57 of 120 (from the owners around) and 59 of 120 (from the winner).  Last
   good replies with forgetting (Baier and Drake 2010), ten times as likely to be
   drawn, won 366 of 703 on 9x9 with 400 and 800 playouts (114 of the first 200, 83
   when the same match was played again), 11 of 34 with 3,000, and 80 of 178 on 13x13
   with 500.  */
static float const local_sharpness = 1.8f;

struct local_policy *local_policy_new(struct local_weights const *weights,
                                      float sharpness);
/* The same from the file at PATH or, when that is NULL, the one that comes with the
   program.  */
struct local_policy *local_policy_open(char const *path, float sharpness,
                                       struct failure *why);
void local_policy_free(struct local_policy *self);

/* The row to hand to a search; SELF outlives it.  */
struct policy local_policy_row(struct local_policy const *self);

/* What one thread remembers of one playout.  */
struct local_state;

struct local_state *local_state_new(struct local_policy const *self);
void local_state_begin(struct local_state *state, struct board const *board,
                       struct favour const *favour);
point local_state_play(struct local_state *state, struct board *board, struct rng *rng);

/* The chance that each point is drawn first (before it may be put aside); they
   sum to 1 unless there is no move.  */
void local_state_chances(struct local_state *state, struct board const *board,
                         float p[POINTS]);

/* Assert that the weights kept are those of BOARD.  */
void local_state_check(struct local_state const *state, struct board const *board);
