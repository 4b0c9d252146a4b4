/* books/opening/aspect.h -- the view of a position that all its eight turnings share.

   A book knows a position by the hash of its stones, of the side to move and of the
   ko, and of the eight hashes that its turnings have takes the smallest: so positions
   meet that are reached by other moves or lie on another side of the board, and those
   do not where the same stones may not do the same.  A move is told to the book as it
   stands in the turning with that hash.  A position that looks the same from several
   sides has several such turnings; then a move has several places, and the smallest
   is meant.  */
#pragma once

#include "engine/go/board.h"
#include "engine/go/symmetry.h"

struct aspect {
    uint64_t key;
    uint8_t size;
    uint8_t turnings; /* bit s: point_turned(., size, s) leads to the shared view */
    uint8_t keeps;    /* bit s: turned by s the board is what it was */
};

/* BOARD is as wide as it is high.  */
struct aspect aspect_of(struct board const *board);

/* A point of the board, or PASS, in the shared view, and back again: of the places that
   are the same to the one farthest right and up.  */
point aspect_in(struct aspect const *aspect, point p);
point aspect_out(struct aspect const *aspect, point p);

/* P of a board seen as FROM, on another board with the same position, seen as TO; all
   points of a board by one turning, so that lines of moves stay lines.  */
point aspect_across(struct aspect const *from, struct aspect const *to, point p);

/* How moves are written down: of the SYMMETRIES (bits) those that bring P farthest
   right, and of these farthest up; *AT is where.  */
unsigned aspect_right_and_up(unsigned symmetries, int size, point p, point *at);
