/* engine/reading/policy.h -- how a playout picks its moves.

   A policy is shared by all threads and never changes; what it remembers of
   one playout is in a state, one a thread.  The uniform policy needs no
   learning; others come from the rooms above (patterns/local_policy).  */
#pragma once

#include "engine/base/rng.h"
#include "engine/go/board.h"

/* What a playout is to favour: factors of the weights of all moves, Black's (0) and
   White's (1).  */
struct favour {
    float of[POINTS][2];
};

struct policy {
    char const *name;
    void const *self;
    /* What one thread needs; freed by free().  May be NULL: no state.  */
    void *(*new_state)(void const *self);
    /* A playout from BOARD begins, throughout which FAVOUR (or NULL) stays as it is.
       May be NULL.  */
    void (*begin)(void *state, struct board const *board, struct favour const *favour);
    /* Pick a move of the side to move, or PASS, and play it on BOARD.  */
    point (*play)(void *state, struct board *board, struct rng *rng);
};

extern struct policy const uniform_policy;

/* The state of one more thread, or NULL when POLICY has none.  */
void *policy_new_state(struct policy const *policy);

/* Play BOARD to its end in place, whoever has passed before, and FAVOUR some moves (or
   none: NULL); returns the number of moves.  FIRST (may be NULL) receives, for each
   point where nobody is known to have played, 1 more than the number of the first move
   there; the playout's moves are numbered from NUMBER.  */
int policy_playout(struct policy const *policy, void *state, struct board *board,
                   struct rng *rng, struct favour const *favour, uint16_t first[POINTS],
                   int number);
