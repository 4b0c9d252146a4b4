/* patterns/learning/judge_games.h -- games as the judge learns from them, in one file.

   Games on square boards up to 19x19 with their moves, their result and, of those that
   ended by counting, what was counted: the owner of every point and the lead on the
   board.  A game is counted only when our own count of its last position, by territory
   or by area, comes to the margin on record; then the owners are known.  All games of
   all collections are a few hundred megabytes and are mapped, so that learning can take
   any position at any time.

   A move that was played quickly in a game made for learning (its whole comment is
   "quick", see tools/selfplay/self_game.h) is no example of what to play.

   The file ("JGAM", version 2):

       GAME   24 bytes a game: place of its first step, and of its first owner or all
              bits 1 (8 each); number of steps (2); komi and lead (2 each, signed, in
              half points); who won, or 0 (1); bits of enum game_note, and the size of
              the board from bit 2 on (1)
       STEP   2 bytes a step: the point in bits 0 to 9, its colour in 10 and 11, bit 12
              when it is a stone set up, and bit 13 when it is no example
       OWNR   1 byte a point, row by row from A1, of every counted game  */
#pragma once

#include "engine/base/provenance.h"
#include "engine/go/game.h"
#include "engine/records/archive.h"

/* The board that most games are on, the largest there is.  */
enum { JUDGE_SIZE = 19 };

enum game_note { GAME_CHECKS = 1, GAME_KOMI_KNOWN = 2 };

/* What is known of a game but its moves.  */
struct judge_game {
    int size;
    bool checks;          /* a validation game, not to be learnt from */
    bool komi_known;      /* and KOMI includes what a handicap costs */
    uint8_t winner;       /* EMPTY: unknown, or not won on the board */
    float komi;           /* what Black needs to win, at least */
    float lead;           /* Black's on the board, without komi, when counted */
    uint8_t const *owner; /* of each point, row by row, enum color; NULL: not counted */
};

/* ---------------------------------------------------------------- making it */

/* Count GAME, whose last position is END: Black's lead on the board and the owner of
   every point.  False when it did not end by counting or our count is another than that
   on record.  */
bool judge_game_count(struct game const *game, struct board const *end, float *lead,
                      uint8_t owner[POINTS]);

struct judge_collector;

struct judge_collector *judge_collector_new(void);
void judge_collector_free(struct judge_collector *collector);
/* Take GAME, unless it is of no use: another board, few moves, setup in the middle.
   False when it cannot be replayed.  */
bool judge_collector_add(struct judge_collector *collector, struct game const *game,
                         bool checks, struct failure *why);
/* Games taken, and how many of them were counted.  */
long judge_collector_games(struct judge_collector const *collector, long *counted);
/* MADE may be NULL.  */
bool judge_collector_write(struct judge_collector const *collector, char const *path,
                           struct provenance const *made, struct failure *why);

/* ---------------------------------------------------------------- reading it */

struct judge_games; /* any number of threads may read */

/* Those of COUNT files, one after the other.  */
struct judge_games *judge_games_open(char const *const paths[], int count,
                                     struct failure *why);
void judge_games_close(struct judge_games *games);
long judge_games_count(struct judge_games const *games);
/* Game NUMBER; its steps into STEPS, an initialised game.  */
struct judge_game judge_games_get(struct judge_games const *games, long number,
                                  struct game *steps);
/* Is its step STEP an example of what to play?  */
bool judge_games_exemplary(struct judge_games const *games, long number, int step);
/* Of what sort it is, without its steps.  */
struct judge_game judge_games_facts(struct judge_games const *games, long number);
/* A number that is another for other games.  */
uint64_t judge_games_digest(struct judge_games const *games);
