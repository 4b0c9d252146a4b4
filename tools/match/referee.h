/* tools/match/referee.h -- one game between two GTP engines, on our own board.

   The referee believes nobody: every move is checked against the rules, every
   answer against the clock, and the result is its own.  Whatever an engine
   does, the game ends with an outcome.  */
#pragma once

#include "engine/go/game.h"
#include "tools/match/openings.h"
#include "tools/match/terms.h"
#include "tools/match/verdict.h"

enum ending {
    ENDING_STOPPED, /* by us: there is no outcome, the game is to be played anew */
    ENDING_COUNT,
    ENDING_RESIGN,
    ENDING_FORFEIT,
    ENDING_NO_RESULT, /* it grew too long; counted as drawn */
    ENDINGS,
};
extern char const *const ending_names[ENDINGS];

/* What the moves of one side cost.  */
struct usage {
    int moves; /* asked for, so those of the opening are not in it */
    double wall_s, wall_max_s, cpu_s, cpu_max_s;
};

struct game_outcome {
    enum ending ending;
    enum color winner;        /* EMPTY when drawn or without result */
    enum color culprit;       /* who forfeited, or EMPTY */
    enum fault fault;         /* by what */
    enum score_source source; /* of the score */
    double score;             /* Black's lead, when counted */
    int moves;
    uint64_t hash; /* of the moves in order */
    struct usage usage[3];
    struct failure note; /* what went wrong, or empty */
};

/* The parties of a game; [BLACK] and [WHITE] play, [EMPTY] may be asked about
   the result.  A player that could not be started is NULL, with its fault.  */
struct parties {
    struct peer *peers[3];
    enum fault faults[3];
    struct failure why[3];
    atomic_bool const *stop; /* once set, no more outcomes; or NULL */
};

/* Play from OPENING to the end; the moves are added to RECORD, which is empty.  */
void referee_play(struct terms const *terms, struct score_policy const *policy,
                  struct parties *parties, struct opening const *opening,
                  struct game *record, struct game_outcome *outcome);

/* The result as SGF's RE has it: "B+3.5", "W+R", "B+T", "W+F", "0", "Void".  */
enum { RESULT_TEXT = 32 };
void game_outcome_format(struct game_outcome const *outcome,
                         char text[static RESULT_TEXT]);
