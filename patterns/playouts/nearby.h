/* patterns/playouts/nearby.h -- what a playout sees of a move.

   A playout has half a microsecond for a move, so it looks at little: the
   eight points around (3x3), the liberties of the chains at the four sides,
   the place on the board, and how the move answers the last one.  Each is a
   feature with a learnt weight; the weight of a move is the sum of its
   features', and a playout draws moves in proportion to its exponential.

       feature                           numbers
       around    the 3x3 code              2^16
       sides     colours and liberties     2^16
       touch     the 3x3 code again, next to the last move, or diagonal to it
                                         2 * 2^16
       place     distances to two edges    PLACES
       answer    to the last move: enum answer

   A code of 16 bits has the mover as black.  Codes that differ by a symmetry
   only share one weight, that of nearby_canonical.  */
#pragma once

#include <assert.h>

#include "engine/go/board.h"

enum { NEARBY_CODES = 1 << 16, PLACES = 64 };

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
    FEATURE_ANSWER = FEATURE_PLACE + PLACES,
    NEARBY_FEATURES = FEATURE_ANSWER + ANSWERS,
};

/* The rows of the table above.  */
enum nearby_family {
    NEARBY_AROUND,
    NEARBY_SIDES,
    NEARBY_TOUCH,
    NEARBY_PLACE,
    NEARBY_ANSWER,
    NEARBY_FAMILIES
};

static inline enum nearby_family nearby_family(uint32_t feature)
{
    return feature < FEATURE_SIDES    ? NEARBY_AROUND
           : feature < FEATURE_TOUCH  ? NEARBY_SIDES
           : feature < FEATURE_PLACE  ? NEARBY_TOUCH
           : feature < FEATURE_ANSWER ? NEARBY_PLACE
                                      : NEARBY_ANSWER;
}

/* The code as the other side sees it.  */
static inline unsigned nearby_swap_around(unsigned code)
{
    assert(code <= 0xffff && "eight points of two bits");
    return (code & 0x5555) << 1 | (code >> 1 & 0x5555);
}

static inline unsigned nearby_swap_sides(unsigned code)
{
    assert(code <= 0xffff && "four sides of four bits");
    return (code & 0x1111) << 1 | (code >> 1 & 0x1111) | (code & 0xcccc);
}

/* The lowest bit of each side.  */
enum { SIDES_EACH = 0x1111 };

/* What is at P as seen from a side, in four bits: its colour, and for a chain 1 or 3
   in atari (one stone, more), 2 with two liberties, 0 with more.  */
static inline unsigned nearby_side(struct board const *board, point p)
{
    struct chain const *const chain = board_chain(board, p);
    unsigned const color = board->color[p], liberties = chain->liberty_count;
    unsigned const atari = liberties == 1, two = liberties == 2;
    unsigned const state = atari | (atari & (chain->stone_count > 1)) << 1 | two << 1;
    unsigned const stone = (color ^ color >> 1) & 1;
    return color | (state & -stone) << 2;
}

/* What is at the four sides of P, as Black sees it.  */
static inline unsigned nearby_sides(struct board const *board, point p)
{
    unsigned code = 0;
    for (int i = 0; i < 4; i++)
        code |= nearby_side(board, (point)(p + neighbour[i])) << 4 * i;
    return code;
}

/* At which sides of P, bits 0 to 3, there are chains of COLOR with one or two
   liberties.  Without branches: nobody can foresee it.  */
static inline unsigned nearby_short(struct board const *board, point p,
                                    enum color color)
{
    unsigned mask = 0;
    for (int i = 0; i < 4; i++) {
        point const near = (point)(p + neighbour[i]);
        mask |= (unsigned)((board->color[near] == color) &
                           (board_liberties(board, near) <= 2))
                << i;
    }
    return mask;
}

/* Is a stone with these sides, as the mover sees them, neither suicide nor (by
   the 3x3 code AROUND) in an own eye?  */
bool nearby_is_sensible(unsigned around, unsigned sides);

/* The distances of P to the two nearest edges, as a place.  */
int nearby_place(struct board const *board, point p);

/* The smallest feature that differs from this one by a symmetry only.  */
uint32_t nearby_canonical(uint32_t feature);

/* Which points around P are empty, as a mask of its 3x3 code: bit 2 * i is that of
   around_step[i].  */
static inline unsigned nearby_touching(struct board const *board, point p)
{
    unsigned const code = board->around[p];
    return ~(code | code >> 1) & (AROUND_CROSS | AROUND_CORNERS);
}

/* A feature of one move that depends on the last one.  */
struct nearby_mark {
    point at; /* an empty point; one point may have many */
    uint32_t feature;
};

enum { NEARBY_MARKS_MAX = 128 };

/* All marks of the moves of the side to move.  */
int nearby_marks(struct board const *board,
                 struct nearby_mark marks[static NEARBY_MARKS_MAX]);
