/* tools/match/standings.h -- what the games of a match add up to, in words and numbers.
 */
#pragma once

#include <stdio.h>

#include "tools/match/elo.h"
#include "tools/match/referee.h"
#include "tools/match/roster.h"

/* What a match is about; everything here is part of the claim it supports.  */
struct match_plan {
    struct roster const *roster;
    struct terms const *terms;
    struct score_policy const *policy;
    char const *openings; /* "built-in", "none", or where they are from */
    int opening_count;
    uint64_t seed;
    bool gauntlet;
    int games; /* planned */
    int jobs;  /* how many at a time */
};

struct standings {
    int played; /* games with an outcome, the void ones included */
    int voided, no_results;
    int repeated; /* games that repeat an earlier one move for move */
    int mirrored; /* pairs of which both games have the same moves */
    int endings[ENDINGS];
    int sources[SOURCES];
    struct tally tallies[ROSTER_MAX * ROSTER_MAX]; /* [i * count + j]: i against j */
    struct tally as_color[ROSTER_MAX][3];
    struct usage usage[ROSTER_MAX];
    int faults[ROSTER_MAX][FAULTS]; /* forfeits, void ones included */
};

/* Does game NUMBER, which was played, count?  Not when one crashed in it whose crashes
   make games void.  */
bool standings_count_game(struct match_plan const *plan, int number,
                          struct game_outcome const *outcome);

/* Add up OUTCOMES, one for each planned game; ENDING_STOPPED means not played.  */
void standings_compute(struct standings *standings, struct match_plan const *plan,
                       struct game_outcome const outcomes[]);

/* The lines that go into a commit message.  */
void standings_print(struct standings const *standings, struct match_plan const *plan,
                     FILE *out);

/* One flat JSON object a line: the match, each pairing, each engine.  */
void standings_print_json(struct standings const *standings,
                          struct match_plan const *plan, FILE *out);
