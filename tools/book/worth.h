/* tools/book/worth.h -- what leaving positions are worth, by the engine: table 4 and
   figure 11 of Masuko and Tanaka 2013.  */
#pragma once

#include "tools/book/bouts.h"
#include "tools/games.h"

#include "books/duel/logistic.h"

/* How positions are valued, and what makes chances of values.  */
struct worth {
    char const *verdicts; /* the side file; NULL: nothing is valued */
    double komi;          /* NAN: as the books have it */
    uint32_t playouts;
    double cover;           /* the most probable positions up to this probability */
    struct selection games; /* to fit to, none: ALPHA and BETA are as given */
    long fit_games;         /* at most */
    bool players;           /* with a strength for each of them */
    struct logistic fit;
    struct bouts bouts; /* to see whether it is true */
};

/* The options that set them, for the argp of a tool; its input is a struct worth.  */
struct argp;
extern struct argp const worth_argp;
extern struct worth const worth_defaults;

void worth_release(struct worth *worth);

/* Value the positions where PAIRINGS leave, play real games, and tell what was foretold
   beside what came.  */
void tell_worth(struct telling const *telling, struct worth *worth,
                struct pairings const *pairings);
