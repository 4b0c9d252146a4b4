/* engine/reading/playout.h -- one game played to its end at random, and who owned what.

   A uniform playout plays what playout_draw draws.  It ends after two passes in
   a row or, should a position cycle (only the simple ko is kept), at
   playout_limit moves, a length no real game has.  */
#pragma once

#include "engine/base/rng.h"
#include "engine/go/board.h"

/* How many moves a playout from BOARD may have.  */
static inline int playout_limit(struct board const *board)
{
    return 4 * board->width * board->height;
}

/* A move of the side to move drawn with equal chance from the legal ones that
   do not fill an own eye, or PASS when there is none.  (It leaves the list of
   empty points in another order, and nothing else changed.)  */
point playout_draw(struct board *board, struct rng *rng);

/* Play BOARD to its end in place; returns the number of moves.  */
int playout_uniform(struct board *board, struct rng *rng);

/* Whose is P at the end: its stone's, or its neighbours' when they agree.  */
enum color playout_owner(struct board const *board, point p);

/* Stones and eyes on a board that was played to the end: Black's points less
   White's, without komi.  */
int playout_score(struct board const *board);

/* Who owned each point at the end of many playouts of one position.  */
struct ownership {
    int playouts;
    int32_t owner[POINTS]; /* playouts that ended Black's, less those White's */
    double black_mean;     /* mean of playout_score */
    double black_wins;     /* share with playout_score above the komi asked about */
};

void playout_ownership(struct board const *board, int playouts, double komi,
                       struct rng *rng, struct ownership *out);
