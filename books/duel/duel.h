/* books/duel/duel.h -- two books play each other, all games at once.

   Book FIRST answers for who begins, SECOND for the other side, each by its
   probabilities, until the side to move finds nothing to play in its book: there the
   game leaves it.  No game is drawn by lot: the probability of each position is known
   exactly, ply by ply, from those before (Masuko and Tanaka 2013, "virtual match").

   A game that has left stays for good where it left; so after each ply it is at some
   position, in book or left, and the entropy of that is how various the games are.  */
#pragma once

#include "books/opening/links.h"

struct contestant {
    struct book const *book;
    struct links links;
};

/* BOOK is borrowed.  */
void contestant_init(struct contestant *contestant, struct book const *book);
void contestant_release(struct contestant *contestant);

/* A position that games come to.  */
struct arrival {
    uint64_t key;
    double probability;
    int ply;
    int side;          /* 0 FIRST, 1 SECOND: whose book played the last move */
    uint32_t position; /* from where in that book, */
    int answer;        /* by which answer; at ply 0 these mean nothing */
};

struct arrivals {
    struct arrival *list;
    size_t count, room;
};

enum { DUEL_PLIES = WAY_MAX };

struct duel {
    struct contestant const *side[2];
    struct arrivals met;          /* all positions, a position once, by key */
    struct arrivals left;         /* those where games left the book, likewise */
    int plies;                    /* after which all games have left */
    double endless;               /* probability of games that never leave; usually 0 */
    double entropy;               /* of LEFT, in bits */
    double stays[DUEL_PLIES + 1]; /* probability of being in book after so many moves */
    double entropies[DUEL_PLIES + 1]; /* of where games are after so many moves, bits */
    uint32_t leaves[DUEL_PLIES + 1];  /* positions where games leave after so many */
};

/* The books are for the same board and handicap.  */
void duel_play(struct duel *duel, struct contestant const *first,
               struct contestant const *second);
void duel_release(struct duel *duel);

/* The moves that lead to ARRIVAL, one way of several.  */
struct way duel_way(struct duel const *duel, struct arrival const *arrival,
                    point moves[static WAY_MAX + 1]);

/* Of the positions that games of DUEL meet and those of OTHER never, the most probable
   ones, at most COUNT, into LIST; returns how many.  */
int duel_never_met(struct duel const *duel, struct duel const *other, int count,
                   struct arrival list[]);
