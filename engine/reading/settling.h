/* engine/reading/settling.h -- playouts that settle a game as its players would.

   A uniform playout throws whole groups away; that averages out over a game
   but not over a seki, where whoever moves first loses.  A settling playout
   answers atari, does not give away stones by putting them in atari itself
   (unless their shape kills), and so comes to an end with every seki still on
   the board, its last liberties shared.  */
#pragma once

#include "engine/base/rng.h"
#include "engine/go/board.h"

/* Would a stone of COLOR on the empty point P give stones away: leave itself
   and others in atari or dead without capturing, unless that kills inside an
   eye?  A single stone in atari is no gift.  */
bool settling_gives_away(struct board const *board, point p, enum color color);

/* The settling move of the side to move, or PASS.  */
point settling_draw(struct board *board, struct rng *rng);

/* Play BOARD to its end in place; returns the number of moves.  */
int settling_play(struct board *board, struct rng *rng);

/* What many settling playouts of one position come to.  It depends on nothing
   but the position, the seed and their number.  */
struct outlook {
    int playouts;
    long black_lead;    /* sum of playout_score */
    long black_wins;    /* with playout_score above what Black needs */
    int owner[POINTS];  /* playouts that ended Black's, less those White's */
    int shared[POINTS]; /* that ended with the stone here sharing a last liberty
                           with an enemy that could not take it either */
    double needed;      /* private, down to here */
    struct rng rng;
    struct board start;
};

void outlook_start(struct outlook *outlook, struct board const *board, double needed,
                   uint64_t seed);
/* One playout more.  TO_MOVE begins.  */
void outlook_look(struct outlook *outlook, enum color to_move);
