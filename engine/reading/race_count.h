/* engine/reading/race_count.h -- races for liberties, counted.

   Two chains touch, neither can get away or make a second eye: one must capture the
   other.  When nothing is left to be done but to fill, counting says who does:

       outside   liberties that only one of them has, each one move for the other
       shared    liberties of both: whoever fills one loses it too
       eye       moves that it takes the other to fill an eye; last of all, so that of
                 two chains the one with an eye, or with a big one, may let the shared
                 liberties to the other (Müller 1999)

   A race is plain when that is all: no extension gains, nothing beside is short of
   liberties itself, every liberty can be filled at once.  Who is captured in others is
   read (race.h).  */
#pragma once

#include "engine/go/board.h"

enum { RACE_LIBERTIES = 12 }; /* whoever has more is not said to race */

enum race_eye { EYE_NONE, EYE_SMALL, EYE_BIG }; /* big: of four points or more */

/* One chain in a race.  */
struct racer {
    point stone;     /* one of its stones */
    uint8_t outside; /* liberties of its own, those in an eye left out */
    uint8_t in_eye;  /* moves that it takes to fill its eye */
    uint8_t eye;     /* enum race_eye */
    uint8_t eyes;    /* with two it lives */
    point vital;     /* where a second eye is made or prevented, or NOWHERE */
    bool flees;      /* a single move gives it three liberties or more, or friends */
};

struct race_count {
    struct racer racer[3]; /* by colour */
    uint8_t shared;
    bool plain;
};

/* Count the race of the chains of two stones.  */
void race_count(struct board const *board, point black, point white,
                struct race_count *count);

/* Whose chain is captured when MOVER moves first: EMPTY when nobody's.  For plain
   races.  */
enum color race_loser(struct race_count const *count, enum color mover);

/* What COLOR's chain of STONE would gain at P, one of its liberties, over filling it:
   liberties that it does not have yet.  */
int race_gain(struct board const *board, point stone, point p);
