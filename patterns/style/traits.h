/* patterns/style/traits.h -- what about a move may be a matter of taste.

   A trait is a number of 32 bits for something that is true of a move: the shape around
   it, small and large, with the last moves marked or not; the shape that it answers, or
   leaves alone; where it lies at which stage, how far from the last moves, what reading
   says of it (all as the model of moves has them, patterns/model); and what the model
   does not know at all: the stones of the whole board while it is young, and those of
   the move's own halves and quarter, so that openings and joseki have a name.

   Traits are the same for all symmetries and for exchanged colours, but for the few
   that say who is Black.  Two things may share a number, one in some thousand.  */
#pragma once

#include "patterns/model/plain.h"

enum {
    TRAITS_OF_OPENINGS = 7,
    TRAITS_MAX = SERIES_SLOTS + PLAIN_MAX + TRAITS_OF_OPENINGS,
};

/* The scratch memory of whoever looks at positions; one a thread.  */
struct trait_reader;

/* The upper bits of a trait are its family.  */
enum trait_family {
    TRAITS_PLAIN,        /* place, nearness, contact, what reading says ... */
    TRAITS_JOINT,        /* several of these at once */
    TRAITS_SHAPE,        /* the nearest 8, 12, 24 points */
    TRAITS_SURROUNDINGS, /* more */
    TRAITS_MARKED,       /* shapes with the last moves or liberties */
    TRAITS_ANSWER,       /* shapes around the last two moves */
    TRAITS_OPENING,      /* the whole board, or half of it */
    TRAITS_QUARTER,      /* a quarter of it */
    TRAIT_FAMILIES,
    TRAIT_BITS = 29
};

static inline enum trait_family trait_family_of(uint32_t trait)
{
    return (enum trait_family)(trait >> TRAIT_BITS);
}

struct trait_reader *trait_reader_new(void);
void trait_reader_free(struct trait_reader *reader);

/* A position, in which FACTS were read; both stay until the last move is described.  */
void trait_reader_set(struct trait_reader *reader, struct situation const *situation,
                      struct tactics const *facts);

/* The traits of the legal move AT; returns how many.  The first KEY_SIZES are the
   shapes around it, from 8 to 220 points.  */
int trait_reader_list(struct trait_reader *reader, point at,
                      uint32_t traits[static TRAITS_MAX]);

/* Those by which a move is known to people: the 24 points around it, all stones of its
   quarter, all of the board.  */
enum trait_for_people { PEOPLE_SHAPE, PEOPLE_QUARTER, PEOPLE_OPENING, PEOPLE_TRAITS };

/* False when the quarter or the board is too full for it.  */
bool trait_reader_tell(struct trait_reader *reader, point at,
                       enum trait_for_people which, uint32_t *told);
