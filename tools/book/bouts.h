/* tools/book/bouts.h -- the engine plays itself, each side from its own book: what a
   virtual match foretells, measured.  */
#pragma once

#include "tools/book/tables.h"

/* How games are played.  */
struct bouts {
    int games; /* of each of the four pairings; 0: none are */
    uint32_t playouts;
    uint64_t seed;
    char const *file; /* games as SGF; those that it has already, of these books, this
                         size and komi, count */
    double komi;
};

/* What came of one pairing.  */
struct bout_result {
    int games;
    double won; /* by who began, half for a draw */
};

/* Play what is not in the file yet.  Stops early when the program is asked to.  */
void bouts_play(struct bouts const *bouts, struct pairings const *pairings,
                struct bout_result results[4]);
