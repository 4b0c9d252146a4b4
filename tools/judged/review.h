/* tools/judged/review.h -- by which move a game was lost, and what it was about.

   Short searches walk through the game and tell the loser's chance before each move.
   Where it falls most, long ones look again, before the move and after it: the move
   that cost most by these decided the game.  Then the position is asked what kind of
   mistake it was, and the short search, as it would have to play there, whether it
   knows better:

       rank       of the better move by P among all, from 1
       found      the short search plays the better move, by itself
       preferred  ... or rates it above the other when both are played

   A move found but not preferred is luck; one preferred but not found was not looked
   at; one that is neither was misjudged.  */
#pragma once

#include "engine/go/game.h"
#include "tools/judged/foresight.h"

/* What a mistake was about.  Of the first three a chain of CHAIN_COUNTS stones or more
   lives by one move and dies by the other.  */
enum mistake {
    MISTAKE_RACE,    /* in a race for liberties */
    MISTAKE_CAPTURE, /* reading catches it: a ladder, a net */
    MISTAKE_LIFE,    /* ... for want of eyes */
    MISTAKE_CUT,     /* one of both cuts or connects */
    MISTAKE_ENDGAME, /* little of the board is left */
    MISTAKE_DIRECTION,
    MISTAKES
};

extern char const *const mistake_names[MISTAKES];

struct blunder {
    int move; /* its number, from 1 */
    point played, better;
    double before, after; /* the loser's chance, by long searches */
    enum mistake mistake;
    point chain; /* what lives or dies, or NOWHERE; of so many stones */
    int stones;
    double believed, came; /* owner of that, 1 the loser's ... -1: by the short search
                              before the move, and by the long one after it */
    int rank;
    bool found, preferred;
};

struct reviewer; /* has a mind of its own */

/* Its searches have so many playouts.  A mind that lacks something ends the program. */
struct reviewer *reviewer_new(int shorter, int longer);
void reviewer_free(struct reviewer *reviewer);

/* The move of LOSER's that decided GAME; false when no move cost LEAST or more, and
   with a reason in WHY when the game cannot be replayed.  */
bool review_game(struct reviewer *reviewer, struct game const *game, enum color loser,
                 double least, struct blunder *blunder, struct failure *why);
