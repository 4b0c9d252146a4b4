/* engine/go/rules.h -- what the rule books disagree about, as rows.

   The board knows capture and the simple ko.  A rule set adds how far a
   position may repeat, whether suicide is allowed, what is counted, what
   handicap stones cost and how a game ends; superko also needs the positions
   of the game so far, which are kept in a struct history.  */
#pragma once

#include "engine/go/board.h"

/* What a move may not recreate: the position before the last move (simple ko),
   and beyond that any earlier position (positional superko), or any earlier one
   with the same side to move (situational superko).  */
enum ko_rule { KO_SIMPLE, KO_POSITIONAL, KO_SITUATIONAL };
enum scoring { SCORE_AREA, SCORE_TERRITORY };

/* What becomes of a stone at the end; who says so is above (status.h).  */
enum status { STATUS_ALIVE, STATUS_DEAD, STATUS_SEKI };

/* What White gets for each stone of a handicap of two or more.  */
enum compensation { PAY_NOTHING, PAY_ALL, PAY_ALL_BUT_FIRST };

struct rules {
    char const *name; /* as `--rules' and `kgs-rules' call it */
    char const *sgf;  /* as the RU property writes it */
    enum ko_rule ko;
    bool suicide; /* of more than one stone */
    enum scoring scoring;
    enum compensation handicap;
    bool stones_stay;   /* nothing is taken off at the end: every stone counts */
    bool white_ends;    /* White passes last, and a pass costs a prisoner, which
                           makes territory come out as area does (AGA) */
    double komi;        /* usual in an even game */
    char const *others; /* more names, separated by spaces */
    char const *note;   /* one sentence for people */
};

extern struct rules const rules_table[]; /* ends with a NULL name */

/* The row called NAME, by any of its names; capitals, spaces, '-' and '_' make
   no difference.  NULL if there is none.  */
struct rules const *rules_find(char const *name);

/* Hashes of all positions of a game, the first before any move, each with the
   side to move mixed in.  */
struct history {
    uint64_t *hash;
    int count, capacity;
};

void history_init(struct history *history);
void history_release(struct history *history);
void history_clear(struct history *history);
void history_push(struct history *history, struct board const *board);
void history_pop(struct history *history, int count);
/* Append what FROM holds, with room for SPARE more that no push has to make.  */
void history_append(struct history *to, struct history const *from, int spare);

/* May COLOR play P?  HISTORY holds all positions up to and including BOARD.
   Takes constant time unless a capture, now or earlier, makes repetition
   possible.  */
bool rules_permit(struct rules const *rules, struct history const *history,
                  struct board const *board, point p, enum color color);

/* As above, with the reason a person would give.  */
bool rules_explain(struct rules const *rules, struct history const *history,
                   struct board const *board, point p, enum color color,
                   struct failure *why);

/* Have the players passed often enough to end the game?  */
bool rules_ended(struct rules const *rules, struct board const *board);

/* The fixed handicap points of COUNT stones, in LIST; false when the board
   has no such handicap (GTP 2, 4.1.1).  rules_max_handicap: the largest.  */
bool rules_handicap(int width, int height, int count, point list[],
                    struct failure *why);
int rules_max_handicap(int width, int height);

/* What White gets for a handicap, in points.  */
int rules_compensation(struct rules const *rules, int handicap);

/* Whose every point is when those stones are taken off that STATUS calls dead: its
   stone's or, empty, of the one colour that its region touches.  */
void rules_owners(struct board const *board, enum status const status[POINTS],
                  uint8_t owner[POINTS]);

/* How many stones more Black has placed than White, those that were taken among them;
   0 where area is counted.  By so many points is Black's area, as playouts count it,
   more than his territory and prisoners (but for what a seki surrounds).  */
int rules_stones_spent(struct rules const *rules, struct board const *board);

/* Black's score less White's, komi and compensation included, on a finished
   board.  STATUS (NULL: all alive) says which stones are dead, to be taken off
   unless they stay, and which are in seki: where territory is counted, what
   touches a seki is nobody's.  Empty regions that touch one colour are its
   points, all others nobody's.  */
double rules_score(struct rules const *rules, struct board const *board,
                   enum status const status[POINTS], double komi, int handicap);
