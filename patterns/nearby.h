/* patterns/nearby.h -- what a playout sees of a move.

   A playout has half a microsecond for a move, so it looks at little: the
   eight points around (3x3), the liberties of the chains at the four sides,
   the place on the board, and how the move answers the last two.  Each is a
   feature with a learnt weight; the weight of a move is the sum of its
   features', and a playout draws moves in proportion to its exponential.

       feature                           numbers
       around    the 3x3 code              2^16
       sides     colours and liberties     2^16
       touch     the 3x3 code again, next to the last move, or diagonal to it
                                         2 * 2^16
       place     distances to two edges    PLACES
       near      distance to the last move, and to the one before
                                         2 * NEARS
       answer    to the last move: enum answer

   A code of 16 bits has the mover as black.  Codes that differ by a symmetry
   only share one weight, that of nearby_canonical.  */
#pragma once

#include "engine/board.h"

enum { NEARBY_CODES = 1 << 16, PLACES = 64, NEARS = 8 };

/* Where the last move calls for an answer.  */
enum answer {
    ANSWER_CAPTURE,  /* it can be taken */
    ANSWER_SAVE,     /* by taking what has a chain of ours in atari */
    ANSWER_RUN,      /* out of the atari it gave, to two liberties or more */
    ANSWER_RUN_VAIN, /* to one */
    ANSWER_ATARI,    /* it has two liberties */
    ANSWER_EXTEND,   /* a chain of ours beside it has two */
    ANSWER_NAKADE,   /* the vital point of the eye space beside it */
    ANSWERS
};

enum {
    FEATURE_AROUND = 0,
    FEATURE_SIDES = NEARBY_CODES,
    FEATURE_TOUCH = 2 * NEARBY_CODES,
    FEATURE_PLACE = 4 * NEARBY_CODES,
    FEATURE_NEAR = FEATURE_PLACE + PLACES,
    FEATURE_NEAR2 = FEATURE_NEAR + NEARS,
    FEATURE_ANSWER = FEATURE_NEAR2 + NEARS,
    NEARBY_FEATURES = FEATURE_ANSWER + ANSWERS,
};

/* The code as the other side sees it.  */
static inline unsigned nearby_swap_around(unsigned code)
{
    return (code & 0x5555) << 1 | (code >> 1 & 0x5555);
}

static inline unsigned nearby_swap_sides(unsigned code)
{
    return (code & 0x1111) << 1 | (code >> 1 & 0x1111) | (code & 0xcccc);
}

/* The sides with a chain of one or two liberties.  */
enum { SIDES_SHORT = 0xcccc };

/* Four bits for each side of P as Black sees it: its colour, and for a chain 1
   or 3 in atari (one stone, more), 2 with two liberties, 0 with more.  */
static inline unsigned nearby_sides(struct board const *board, point p)
{
    unsigned const around = board->around[p];
    unsigned code = 0;
    for (int i = 0; i < 4; i++) {
        unsigned const color = around >> side_bit[i] & 3;
        struct chain const *const chain = board_chain(board, (point)(p + neighbour[i]));
        unsigned const liberties = chain->liberty_count;
        unsigned const atari = liberties == 1, two = liberties == 2;
        unsigned const state =
            atari | (atari & (chain->stone_count > 1)) << 1 | two << 1;
        unsigned const stone = (color ^ color >> 1) & 1;
        code |= (color | (state & -stone) << 2) << 4 * i;
    }
    return code;
}

/* Is a stone with these sides, as the mover sees them, neither suicide nor (by
   the 3x3 code AROUND) in an own eye?  */
bool nearby_is_sensible(unsigned around, unsigned sides);

/* The distances of P to the two nearest edges, as a place.  */
int nearby_place(struct board const *board, point p);

/* The smallest feature that differs from this one by a symmetry only.  */
uint32_t nearby_canonical(uint32_t feature);

/* A feature of one move that depends on the moves before it.  */
struct nearby_mark {
    point at; /* an empty point; one point may have many */
    uint32_t feature;
};

enum { NEARBY_MARKS_MAX = 128 };

/* All marks of the moves of the side to move.  */
int nearby_marks(struct board const *board,
                 struct nearby_mark marks[static NEARBY_MARKS_MAX]);
