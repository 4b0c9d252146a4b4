/* tools/match/openings.h -- how the games of a match begin.

   Engines without chance would play the same game again and again, so every
   pair of games starts from moves of its own, once with each colour.  What an
   opening favours one side by, it gives back in the other game.  */
#pragma once

#include "engine/go/point.h"

enum { OPENING_MAX = 64, OPENINGS_MAX = 10000 };

struct opening {
    int count;
    point moves[OPENING_MAX]; /* Black begins, and the sides alternate */
};

struct openings {
    struct opening *list; /* owned */
    int count;            /* 0: games begin on the empty board */
    int size;             /* of the board when openings are varied, or 0 */
    uint64_t seed;
};

/* The openings of this program for SIZE, in all eight symmetries, shuffled by
   SEED.  When all have been used they come again, varied by two more moves at
   random, so that two engines that always play the same never do it twice.
   Sizes we know no opening for have four random moves, and below 7 none.  */
void openings_builtin(struct openings *openings, int size, uint64_t seed);

/* The first PLIES moves of every suitable game in PLACES (files, folders,
   archives): of SIZE, without setup stones, alternating, long enough; the same
   opening once; shuffled by SEED.  PASSED_OVER counts the unsuitable ones.
   False when none is left.  */
bool openings_read(struct openings *openings, char const *const *places,
                   int place_count, int size, int plies, uint64_t seed,
                   int *passed_over, struct failure *why);

void openings_release(struct openings *openings);

/* The opening of pair NUMBER; after the last comes the first again.  */
struct opening openings_get(struct openings const *openings, int number);
