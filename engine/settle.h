/* engine/settle.h -- playouts that settle a game as its players would.

   A uniform playout throws whole groups away; that averages out over a game
   but not over a seki, where whoever moves first loses.  A settling playout
   answers atari, does not give away stones by putting them in atari itself
   (unless their shape kills), and so comes to an end with every seki still on
   the board, its last liberties shared.  It is what status.h judges by.  */
#pragma once

#include "engine/board.h"
#include "engine/rng.h"

/* The settling move of the side to move, or PASS.  */
point settle_draw(struct board *board, struct rng *rng);

/* Play BOARD to its end in place; returns the number of moves.  */
int settle_play(struct board *board, struct rng *rng);
