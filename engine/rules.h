/* engine/rules.h -- what the rule books disagree about, as rows.

   The board knows capture and the simple ko.  A rule set adds how far a
   position may repeat, whether suicide is allowed, what is counted, what
   handicap stones cost and how a game ends; superko also needs the positions
   of the game so far, which are kept in a struct history.  */
#pragma once

#include "engine/board.h"

enum ko_rule { KO_SIMPLE, KO_POSITIONAL, KO_SITUATIONAL };
enum scoring { SCORE_AREA, SCORE_TERRITORY };

struct rules {
    char const *name; /* as `--rules' and `kgs-rules' call it */
    char const *sgf;  /* as the RU property writes it */
    enum ko_rule ko;
    bool suicide; /* of more than one stone */
    enum scoring scoring;
    int handicap_points; /* White's compensation: 0 none, 1 one a stone,
                            2 one a stone but the first */
    bool pass_stones;    /* a pass costs a prisoner and White passes last (AGA) */
    double komi;         /* usual in an even game */
    char const *note;    /* one sentence for people */
};

extern struct rules const rules_table[]; /* ends with a NULL name */

/* The row called NAME in any case, '-' and '_' alike, or NULL.  */
struct rules const *rules_find(char const *name);

/* Hashes of all positions of a game, the first before any move.  */
struct history {
    uint64_t *hash;
    int count, capacity;
};

void history_init(struct history *history);
void history_release(struct history *history);
void history_clear(struct history *history);
void history_push(struct history *history, struct board const *board);
void history_pop(struct history *history, int count);

/* May COLOR play P?  HISTORY holds all positions up to and including BOARD.
   Takes constant time unless a capture makes repetition possible.  */
bool rules_permit(struct rules const *rules, struct history const *history,
                  struct board const *board, point p, enum color color);

/* As above, with the reason a person would give.  */
bool rules_explain(struct rules const *rules, struct history const *history,
                   struct board const *board, point p, enum color color,
                   struct failure *why);

/* The fixed handicap points of COUNT stones, in LIST; false when the board
   has no such handicap (GTP 2, 4.1.1).  rules_max_handicap: the largest.  */
bool rules_handicap(int width, int height, int count, point list[],
                    struct failure *why);
int rules_max_handicap(int width, int height);

/* Black's score less White's, komi and compensation included, on a finished
   board: DEAD (may be NULL) marks stones to be taken off.  Empty regions that
   touch one colour are its points, all others nobody's.  */
double rules_score(struct rules const *rules, struct board const *board,
                   bool const dead[POINTS], double komi, int handicap);
