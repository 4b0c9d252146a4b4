/* books/opening/growing.h -- a book that a search makes, by best-first expansion.

   A position is expanded by a search, which names the moves it looked at most, and one
   more after each of these (after all moves that differ where the position looks the
   same from many sides): they become its answers.  Values are backed up by minimax,
   what an answer loses against the best is known, and its probability falls by the
   factor e with each TEMPERATURE that it loses.  What is expanded next is the position
   where the book, playing itself, is left most probably: so the main lines become long,
   and where moves are nearly as good as the best these are looked into too (Buro 1999;
   drop-out expansion, Lincke 2000, has the logarithm of this for its priority).  While
   it grows it also plays what it would avoid, as what a single search thinks of a move
   may be wrong by more than that, and only what is looked into is set right.

   A growing is a function of its numbers and of the verdicts it is given; so with
   those on file it can be begun again at any time, and is soon where it was.  The file
   is all that has to be kept: the book is made of it anew in no time.  */
#pragma once

#include <stdatomic.h>

#include "books/opening/links.h"
#include "books/opening/verdicts.h"

struct growing {
    uint32_t search;    /* playouts of each */
    int most;           /* answers that a search chooses */
    double temperature; /* in chance to win */
    double avoid;       /* do not play what loses more */
    double curiosity;   /* ... but look into it: a temperature too */
    int depth;          /* expand nothing after so many moves */
};

extern struct growing const growing_defaults;

struct grower;

/* FACTS are those of the book to be grown, the verdicts on such games; they are
   borrowed.  */
struct grower *grower_new(struct growing const *growing, struct book_facts const *facts,
                          struct verdicts *verdicts);
void grower_free(struct grower *grower);

/* Expand positions until there are POSITIONS of them, nothing is left, or *STOP is set
   and what is next takes a verdict that is not on file; each of COUNT judges works in a
   thread of its own.  MOVED is told, now and then, one call at a time, how far it is.
   False, with the reason, when a judge or the file of verdicts failed.  */
typedef void grower_moved(void *context, struct grower const *grower);
bool grower_run(struct grower *grower, struct verdict_judge const judges[], int count,
                uint32_t positions, atomic_bool const *stop, grower_moved *moved,
                void *context, struct failure *why);

/* The book so far, of the grower: with losses and probabilities.  Whoever wants to
   write or to change it takes a copy.  */
struct book *grower_book(struct grower const *grower);

/* The chance to win of whoever is to move in the position of KEY: by minimax, or by
   the search that looked at it; NAN when nothing is known.  */
double grower_value(struct grower const *grower, uint64_t key);
