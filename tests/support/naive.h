/* tests/support/naive.h -- Go once more, as slowly and as plainly as it can be told.

   A board of characters ('.', 'X', 'O', and '#' around it) that remembers every
   position it has shown and floods whatever it wants to know.  The engine's
   board is compared with it, so it shares no code and no idea with it.  */
#pragma once

#include <stdbool.h>

enum { NAIVE_SIDE = 27, NAIVE_PAST = 4096 };

struct naive_position {
    char at[NAIVE_SIDE][NAIVE_SIDE]; /* [row][column], counted from 1 */
    char to_move;
};

struct naive {
    int width, height;
    struct naive_position now;
    int captured[2];                        /* stones X and O have lost */
    struct naive_position past[NAIVE_PAST]; /* up to and including NOW */
    int past_count;
};

enum naive_ko { NAIVE_SIMPLE, NAIVE_POSITIONAL, NAIVE_SITUATIONAL };

void naive_start(struct naive *naive, int width, int height);

/* The liberties, and in *STONES the stones, of the chain at (COLUMN, ROW).  */
int naive_liberties(struct naive const *naive, int column, int row, int *stones);

/* What a move of WHO at (COLUMN, ROW) would lead to, once worked out, and
   whether it is legal by one rule or another.  */
struct naive_move {
    struct naive_position after;
    bool on_stone, nothing_changes, suicide;
    int captured[2];
};

void naive_try(struct naive const *naive, int column, int row, char who,
               struct naive_move *move);
bool naive_is_legal(struct naive const *naive, struct naive_move const *move,
                    enum naive_ko ko, bool suicide);
void naive_make(struct naive *naive, struct naive_move const *move);
void naive_pass(struct naive *naive, char who);

/* X's points less O's: stones and what they surround or, when TERRITORY, what
   they surround and prisoners.  FATE may name a character for each stone: 'd'
   dead, 's' in seki.  */
int naive_score(struct naive const *naive, bool territory,
                char fate[NAIVE_SIDE][NAIVE_SIDE]);
