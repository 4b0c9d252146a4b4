/* tools/match/arena.h -- plays the games of a match, several at a time.

   Each job is a thread with engines of its own, which it starts when they are
   needed, keeps from game to game, and starts again when they have broken.  An
   engine that was started anew for each game would play every game with the
   same random numbers.  */
#pragma once

#include <stdatomic.h>

#include "tools/match/ledger.h"
#include "tools/match/standings.h"

/* Told after each game, by one thread at a time; false when no more are wanted.  */
typedef bool arena_report(void *context, int number,
                          struct game_outcome const *outcome);

/* Filled in by whoever wants a match played; it stays theirs.  */
struct arena {
    struct match_plan const *plan;
    struct openings const *openings;
    struct contender const *referee; /* or NULL */
    struct ledger *ledger;           /* or NULL: nothing is kept */
    struct game_outcome *outcomes;   /* by game; those not ENDING_STOPPED are done */
    int jobs;
    atomic_bool *stop;    /* once set, the games under way are dropped */
    arena_report *report; /* or NULL */
    void *context;        /* the report's */
};

/* Start every engine once, see whether it accepts the terms, and note its title
   in ROSTER (the plan's).  */
bool arena_rehearse(struct arena const *arena, struct roster *roster,
                    struct failure *why);

/* Play every game that has no outcome yet.  False when the ledger cannot be
   written, which ends the match.  */
bool arena_run(struct arena *arena, struct failure *why);
