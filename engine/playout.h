/* engine/playout.h -- one game played to its end at random, and who owned what.

   A uniform playout draws every move with equal chance from the legal moves
   that do not fill an own eye, and passes when there is none.  It ends after
   two passes in a row or, should a position cycle (only the simple ko is kept),
   at playout_limit moves, a length no real game has.  */
#pragma once

#include "engine/board.h"
#include "engine/rng.h"

/* How many moves a playout from BOARD may have.  */
static inline int playout_limit(struct board const *board)
{
    return 4 * board->width * board->height;
}

/* Play BOARD to its end in place; returns the number of moves.  */
int playout_uniform(struct board *board, struct rng *rng);

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
