/* tools/match/verdict.h -- who won a game that ended with two passes.

   The points are counted by our own rules; what has to be found out is which
   stones are dead, and that is asked of those who should know.  Policies, by
   `--score':

       agree    both engines name the same dead stones: counted without them;
                else both give the same final_score: that; else the referee
                engine, if one is named; else as board
       referee  the referee engine's dead stones, else its final_score; else
                as board
       board    every stone counts (CGOS): players capture what is dead

   Under rules by which every stone stays on the board (Tromp-Taylor, CGOS) all
   three are board.  */
#pragma once

#include "tools/match/terms.h"

/* Where a score came from.  */
enum score_source {
    SOURCE_NONE,
    SOURCE_BOARD,
    SOURCE_STONES,
    SOURCE_SCORES,
    SOURCE_REFEREE_STONES,
    SOURCE_REFEREE_SCORE,
    SOURCES,
};

struct source_row {
    char const *name; /* one word, for logs */
    char const *tale; /* for people */
};
extern struct source_row const source_table[SOURCES];

enum { STEPS_OF_POLICY = 5 };

struct score_policy {
    char const *name;
    bool needs_referee;
    enum score_source order[STEPS_OF_POLICY]; /* the first that can tell decides */
};

extern struct score_policy const score_policies[]; /* ends with a NULL name */
struct score_policy const *score_policy_find(char const *name);

/* A finished game and those who may be asked about it.  */
struct court {
    struct terms const *terms;
    struct score_policy const *policy;
    struct board const *board;
    struct move const *moves;
    int move_count;
    struct peer *peers[3]; /* [BLACK], [WHITE]; [EMPTY] is the referee or NULL */
};

/* Black's lead, and who says so.  A peer that breaks here has merely no say.  */
double verdict_reach(struct court const *court, enum score_source *source);

/* Read what final_score answers: "B+3.5", "W+2", "0", "Draw".  */
bool verdict_parse_score(char const *text, double *score);
