/* books/opening/trail.h -- a walk from position to position of a book.

   Positions are named by the moves that lead to them from the book's start, sides
   alternating.  Neighbours in a sorted book have most of these in common: a trail
   keeps the boards of the whole way, goes back to where the ways part, and plays the
   rest.  */
#pragma once

#include <stdio.h>

#include "engine/go/board.h"

enum { WAY_MAX = 250 };

struct way {
    point *moves;
    int count;
};

struct trail;

/* From the empty board, Black to move, or HANDICAP stones on their points and White
   to move; NULL, with the reason, when SIZE has no such handicap.  */
struct trail *trail_new(int size, int handicap, struct failure *why);
void trail_free(struct trail *trail);

/* Go to the end of WAY; false, and the trail is somewhere, when a move is illegal.
   The board stays until the next call.  */
bool trail_go(struct trail *trail, struct way way, struct failure *why);
struct board const *trail_board(struct trail const *trail);
struct board const *trail_start(struct trail const *trail);

/* The same to where TEXT leads, moves with spaces between them, for which TEXT is taken
   apart; they come to WAY, which has room.  */
bool trail_read(struct trail *trail, char *text, struct way *way, struct failure *why);

/* Is P a move there, by the rules that all rule sets share?  */
bool trail_allows(struct trail const *trail, point p);

/* The board after one more move, legal, from where the trail is.  */
struct board const *trail_after(struct trail *trail, point p);

/* Turn WAY, as a whole, to the upper right as far as the start allows: of the eight
   ways to write it the one that books write.  */
void trail_straighten(struct trail const *trail, struct way way);

/* The moves as people write them, each behind a space.  */
void way_write(struct way way, FILE *out);

/* By moves, a beginning before what it begins: parents stand before children.  */
int way_compare(struct way a, struct way b);
