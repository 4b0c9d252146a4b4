/* player/goban.h -- the game in progress: its record, the board it has led to,
   and the positions on the way.

   The record is the truth; everything else follows from it.  Taking back
   replays a shorter record from the start: some 10 microseconds for 300 moves.
   So a board after an undo is the board there was, ko, prisoners and all, and
   a move costs 4 bytes where a stored board would cost 20,000.  */
#pragma once

#include <stddef.h>

#include "engine/go/game.h"
#include "engine/go/rules.h"
#include "engine/go/situation.h"

/* Longer games are refused: a board counts its moves in 16 bits.  */
enum { GOBAN_STEPS_MAX = 1 << 15 };

struct goban {
    struct game record;
    struct board board;
    struct history history; /* since the last edit of the board */
    struct move *moves;     /* the same moves, for those who think */
    int move_count;
    size_t move_capacity;
    int handicap; /* stones Black was given */
};

void goban_init(struct goban *goban, int width, int height);
void goban_release(struct goban *goban);

/* What those who think look at.  */
static inline struct situation goban_situation(struct goban const *goban)
{
    return (struct situation){&goban->board, goban->moves, goban->move_count};
}

/* A new game on an empty board.  */
void goban_clear(struct goban *goban, int width, int height);

/* Play COUNT moves, all or, if one is illegal, none.  */
bool goban_play(struct goban *goban, struct rules const *rules,
                struct move const moves[], int count, struct failure *why);

/* Take back COUNT moves or, if there are fewer, none.  Setup and handicap
   stones are no moves, and what came before them is out of reach.  */
bool goban_undo(struct goban *goban, int count, struct failure *why);

/* Put stones on the board of a game that has not begun, all or none.  */
bool goban_setup(struct goban *goban, struct move const stones[], int count,
                 struct failure *why);

/* COLOR is to move now.  */
bool goban_turn(struct goban *goban, enum color color, struct failure *why);

/* The game GAME as it was before its move NUMBER (from 1; 0 or more than there
   are: to the end).  Recorded moves need only be possible: they may have been
   played under other rules.  */
bool goban_load(struct goban *goban, struct game const *game, int number,
                struct failure *why);

/* Stones of handicap, also where Black simply played several moves first,
   which is what clients without a handicap command do.  */
int goban_handicap(struct goban const *goban);
