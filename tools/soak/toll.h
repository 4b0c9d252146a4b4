/* tools/soak/toll.h -- what a soak adds up to: how many games of each kind, and what
   went wrong in which.

   A mishap is a fault of the engine under test: an illegal move, a refusal, a crash,
   nonsense, a flood of output, and an answer that does not come, which by a clock is a
   loss on time and without one a hang.  What its opponents do wrong is counted apart,
   and is nobody's business here.  */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "tools/match/referee.h"
#include "tools/soak/scene.h"

/* Was the game lost by a fault of the engine under test?  */
bool is_mishap(struct scene const *scene, struct game_outcome const *outcome);

/* "loss on time", "hang", or the fault's name.  */
char const *mishap_name(struct scene const *scene, struct game_outcome const *outcome);

/* The games of OUTCOMES that were played; the first is number FIRST.  */
struct toll_of {
    struct cast const *cast;
    uint64_t seed;
    int first, games;
    struct game_outcome const *outcomes;
};
/* Has nothing gone wrong?  */
bool toll_is_clean(struct toll_of const *of);
/* Tables, and each mishap with how to see it again.  */
void toll_print(struct toll_of const *of, FILE *out);
/* One flat JSON object a line: the soak, each kind of game, each mishap.  */
void toll_print_json(struct toll_of const *of, FILE *out);
