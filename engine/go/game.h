/* engine/go/game.h -- the record of a game, and a walk through its positions.

   A record is a list of steps in playing order: a move, or an edit of the
   board (setup stones may come in the middle).  It knows nothing of files;
   sgf.h reads and writes it, archive.h finds it.  */
#pragma once

#include "engine/go/board.h"

enum step_kind { STEP_PLAY, STEP_SETUP, STEP_TO_MOVE };

/* STEP_PLAY: COLOR plays AT (or PASS).  STEP_SETUP: AT becomes COLOR, EMPTY
   too.  STEP_TO_MOVE: COLOR is to move, AT is NOWHERE.  */
struct step {
    uint8_t kind, color;
    point at;
};

enum { GAME_TEXT = 96 };

struct game {
    uint8_t width, height;
    uint8_t handicap; /* as HA says, or the black setup stones at the start */
    uint8_t winner;   /* BLACK, WHITE, or EMPTY when unknown, void or a draw */
    bool komi_known;  /* false: absent or absurd, and komi is 0 */
    bool scored;      /* it ended by counting, margin in SCORE */
    double komi;
    double score;                            /* Black's lead when SCORED */
    char black[GAME_TEXT], white[GAME_TEXT]; /* UTF-8, cut at a character */
    char black_rank[16], white_rank[16];
    char name[GAME_TEXT], date[32], event[GAME_TEXT], rules[32];
    char result[32];    /* as written: "B+R", "W+2.5", "Void" */
    char *comment;      /* of the root, or NULL */
    struct step *steps; /* owned */
    char **notes;       /* a comment for each step or NULL; NULL when nobody asked */
    int count, capacity;
};

void game_init(struct game *game, int width, int height);
void game_release(struct game *game);
/* TO, which need not be initialised, becomes a game of its own like FROM.  */
void game_copy(struct game *to, struct game const *from);
/* Forget everything but the memory already taken, for the next game.  */
void game_clear(struct game *game, int width, int height);
void game_add(struct game *game, enum step_kind kind, enum color color, point at);
/* Comment on step STEP, or on the game as a whole if STEP is -1.  A second
   comment is added below the first, an empty one is none.  */
void game_note(struct game *game, int step, char const *text);
/* Only the first COUNT steps are left, with what was noted of them.  */
void game_cut(struct game *game, int count);
/* How many of the steps are moves.  */
int game_moves(struct game const *game);

/* Did COLOR win?  1, 0, or -1 when the record does not say.  */
int game_won(struct game const *game, enum color color);

/* The year in a date as records have it: its first number of four digits; 0: none.  */
int game_year(char const *date);

/* A walk through a game: after replay_next has returned true, BOARD is the
   position before MOVE, and MOVE is about to be played.

       struct replay walk;
       replay_start(&walk, game);
       while (replay_next(&walk, &why))
           look(&walk.board, walk.move);

   It ends after the last move (false, WHY empty, and BOARD is the final
   position) or at a move that no rule set allows: on an occupied point, a ko
   retaken at once, suicide of a single stone, or a setup that leaves stones
   without liberties (false, and WHY says which move and why, the kind of
   trouble after the last ": ").  Either colour may play at any time.  Setup
   steps are done in passing; walk.setup counts those after the first move.  */
struct replay {
    struct game const *game;
    struct board board;
    struct move move;
    int number;   /* of MOVE, from 0, counting only moves */
    int setup;    /* edits of the board after the first move, so far */
    int step;     /* the next step of the game; MOVE is step - 1 */
    bool pending; /* private: MOVE is still to be played on BOARD */
};

void replay_start(struct replay *walk, struct game const *game);
bool replay_next(struct replay *walk, struct failure *why);

/* Can all moves of GAME be played?  */
bool game_replays(struct game const *game, struct failure *why);
