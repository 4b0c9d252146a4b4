/* engine/player.h -- asks the sources, picks, and decides when to pass and when
   to resign.

   A player knows no protocol and no file.  It is handed a task (a position
   with its rules, history and time) and returns a decision with its reason.
   The same seed and task give the same decision, as long as the time allows
   for the playouts that the player wants to look at.  */
#pragma once

#include <stdatomic.h>

#include "engine/rng.h"
#include "engine/rules.h"
#include "engine/source.h"

struct player; /* owns its scratch memory; not to be shared between threads */

struct task {
    struct situation situation; /* the side to move is situation.board->to_move */
    struct rules const *rules;
    struct history const *history;
    double komi;
    int handicap;
    double budget_ms;        /* time for this move; below 0: no limit */
    double resign_below;     /* resign when the chance to win is lower; 0: never */
    bool cleanup;            /* do not pass while dead enemy stones are left */
    atomic_bool const *stop; /* set from another thread: answer now; or NULL */
};

struct decision {
    point at;         /* a legal point, PASS or RESIGN */
    double win;       /* chance of the side to move, as the player sees it */
    double score;     /* expected lead of the side to move in points */
    char reason[512]; /* one line for a person */
};

struct player *player_new(uint64_t seed);
void player_free(struct player *player);
void player_reseed(struct player *player, uint64_t seed);

/* The sources to ask, in order; the player copies the rows, not what SELF
   points at.  */
void player_add_source(struct player *player, struct source const *source);

void player_decide(struct player *player, struct task const *task,
                   struct decision *decision);

/* All that the player knows about AT in the task's situation.  */
void player_explain(struct player *player, struct task const *task, point at,
                    FILE *out);
