/* engine/reading/race.h -- who wins a race for liberties, and by which moves.

   Where a race is plain, counting says who wins it (race_count.h).  In others moves
   are tried, liberties and what is short of them beside, until counting can say it,
   somebody gets away, or the budget is spent; then nobody is said to be captured, and
   that is not sure.  Kos are read twice, each side being the master of all; a race that
   has then two results is one for a ko.

   A race that is sure is won, lost, a seki, or urgent: decided by who moves first.  */
#pragma once

#include "engine/reading/race_count.h"

enum { RACE_MOVES = 12, RACES_MAX = 32 };

struct race {
    struct race_count count;
    uint8_t loser[3]; /* by who moves first: whose chain is captured, or EMPTY */
    bool sure[3];     /* of that: not when somebody gets away, or the budget is spent */
    bool ko;          /* a ko would have to be fought */
    int move_count;   /* when urgent: those that decide it for the side to move */
    point move[RACE_MOVES];
    int nodes; /* positions looked at */
};

/* All races on BOARD that are of any interest, each read with BUDGET positions.
   Returns how many; BOARD is as before when it is done.  */
int races_find(struct board *board, int budget, struct race list[static RACES_MAX]);

/* The race between two chains that touch; false when it is none, as one of them is
   free.  */
bool race_read(struct board *board, point black, point white, int budget,
               struct race *race);

static inline bool race_is_sure(struct race const *race)
{
    return race->sure[BLACK] && race->sure[WHITE] && !race->ko;
}

static inline bool race_is_urgent(struct race const *race)
{
    return race_is_sure(race) && race->loser[BLACK] != race->loser[WHITE];
}

/* Stones whose fate is decided by who moves first.  */
int race_stake(struct board const *board, struct race const *race);
