/* patterns/judge/judge_input.h -- a position as the judge sees it.

   Every point has a few features: claims that are true there, by number, as the side
   to move sees them.  And every chain is a region: its stones and its liberties, over
   which the judge will hear what is said along the chain.

   The net keeps its values in cells, row after row with one empty column between
   them, so that the eight neighbours of a cell are at constant steps and what is off
   the board is zero:

       0  .  .  .          cell = row * (size + 1) + column, both from 1
       0  .  .  .
       0  .  .  .          column 0, and the rows 0 and size + 1, are off the board

   A position may be turned by a symmetry on its way into the cells.  */
#pragma once

#include "engine/go/situation.h"
#include "engine/go/symmetry.h"
#include "engine/reading/tactics.h"

enum {
    CELLS = (BOARD_MAX + 1) * (BOARD_MAX + 2) + 1,
    LINES_TOLD = 5,      /* 1 ... 4, further */
    LIBERTY_CLASSES = 7, /* 1, 2, 3, 4, 5-6, 7-9, more */
    LENGTH_CLASSES = 5,  /* stones: 1, 2, 3-4, 5-8, more */
    FATES = 4,           /* see fate_of */
    LAST_MOVES = 5,
    SPACES = 4, /* liberties of a stone put there: suicide, 1, 2, 3 */
};

/* Where each family of features begins; those of the opponent follow our own.  */
enum judge_feature {
    JUDGE_LINE = 0,
    JUDGE_LIBERTIES = JUDGE_LINE + LINES_TOLD,
    JUDGE_LENGTH = JUDGE_LIBERTIES + 2 * LIBERTY_CLASSES,
    JUDGE_FATE = JUDGE_LENGTH + 2 * LENGTH_CLASSES,
    JUDGE_CATCH = JUDGE_FATE + 2 * FATES, /* who moves here catches one of our chains */
    JUDGE_RESCUE = JUDGE_CATCH + 2,       /* ... or saves it */
    JUDGE_SPACE = JUDGE_RESCUE + 2,
    JUDGE_EYE = JUDGE_SPACE + 2 * SPACES,
    JUDGE_LAST = JUDGE_EYE + 2,
    JUDGE_KO = JUDGE_LAST + LAST_MOVES,
    JUDGE_FACT = JUDGE_KO + 1, /* what reading says of our move here */
    JUDGE_FEATURES = JUDGE_FACT + FACTS,
};

enum { CELL_FEATURES_MAX = 64, MEMBERS_MAX = 5 * AREA_MAX };

struct judge_input {
    int size, pitch;  /* of the board; cells of a row */
    int first, count; /* the cells from the first point to the last */
    int symmetry;
    float needed; /* the mover wins with more points on the board than this */
    int point_count;
    uint16_t cell[AREA_MAX]; /* of all points, in rising order */
    int move_count;
    uint16_t move[AREA_MAX];   /* cells where the mover may play, in rising order */
    uint16_t start[CELLS + 1]; /* of a cell's features in FEATURE */
    uint8_t feature[AREA_MAX * CELL_FEATURES_MAX];
    int chain_count;
    uint16_t chain_start[CHAIN_MAX + 1]; /* of a chain's cells in MEMBER */
    uint16_t member[MEMBERS_MAX];
};

/* The position of SITUATION, which stands on a square board, turned by SYMMETRY.
   TACTICS has read it for the side to move.  Black wins with more than NEEDED.  */
void judge_input_set(struct judge_input *input, struct situation const *situation,
                     struct tactics const *tactics, double needed, int symmetry);

static inline int judge_cell(struct judge_input const *input, point p)
{
    point const turned = point_turned(p, input->size, input->symmetry);
    return point_row(turned) * input->pitch + point_column(turned);
}

/* The point of a cell on the board.  */
static inline point judge_point(struct judge_input const *input, int cell)
{
    return point_turned(point_at(cell % input->pitch, cell / input->pitch), input->size,
                        symmetry_back(input->symmetry));
}
