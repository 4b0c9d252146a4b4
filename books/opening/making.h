/* books/opening/making.h -- a book made of games on record.

   Moves are counted in every position of the opening, wherever it lay and however it
   came about; what was played often enough is an answer, what surely won too rarely
   is one to avoid, and a rule makes probabilities of the counts.

   Games are read twice: nearly all positions come once, and a sieve in the first
   reading tells, without remembering them, which moves can come often enough to be
   counted in the second.

       struct maker *maker = maker_new(&making, &why);
       for (each game) maker_sift(maker, game);
       for (each game) maker_count(maker, game, origin);
       struct book *book = maker_finish(maker);  */
#pragma once

#include "books/opening/book.h"
#include "engine/go/game.h"
#include "engine/records/archive.h"

/* What is known of a move in a position.  WEIGHT and WON count as recent games and
   one's own ones do; a move of games that weigh nothing is not known, and of those
   without a year all are old.  */
struct played_move {
    double weight, won; /* played; won by who played it, of the DECIDED ones */
    double decided;
    double share; /* of the weight of all answers */
};

/* How probable a move is to be, from what is known of it; 0: avoid.  */
struct making_rule {
    char const *name;
    double (*weigh)(struct played_move const *tally);
    char const *help;
};

extern struct making_rule const making_rules[]; /* ends with a NULL name */
struct making_rule const *making_rule_find(char const *name); /* or NULL */

struct making {
    int size, handicap;
    double komi_from, komi_to; /* of the games; when they differ the book is for any */
    int depth;                 /* moves looked at */
    uint32_t least;            /* times a move must have been played */
    double win_rate;           /* avoid what wins less, surely */
    double sureness;           /* by how many standard deviations */
    int since, until;          /* years; 0: any */
    double half_life;          /* years that halve a game's weight; 0: none */
    char const *player;        /* only moves of who has this in the name, or NULL */
    char const *own;           /* games of these count OWN_WEIGHT times, or NULL */
    double own_weight;
    struct making_rule const *rule;
};

extern struct making const making_defaults;

struct maker;

struct maker *maker_new(struct making const *making, struct failure *why);
void maker_free(struct maker *maker);

/* Does GAME count?  Sift and count say so too, and do nothing with others.  */
bool maker_wants(struct maker const *maker, struct game const *game);
bool maker_sift(struct maker *maker, struct game const *game);
/* ORIGIN, where the game is, is what answers cite; NULL: nothing is cited.  */
bool maker_count(struct maker *maker, struct game const *game,
                 struct origin const *origin);

/* The book; the maker can only be freed then.  */
struct book *maker_finish(struct maker *maker);

/* The lower (SURENESS below 0) or upper bound of a share of WON in DECIDED (Wilson
   1927).  */
double share_bound(double won, double decided, double sureness);

/* Make BOOK avoid all answers of BLACK, and play none but those of WHITE where it has
   any; both match BOOK.  */
void book_blacken(struct book *book, struct book const *black);
void book_whiten(struct book *book, struct book const *white);
