/* books/duel/census.h -- what is in a book, in numbers.

   Positions, and the moves it plays in them (not those it avoids), by how many moves
   lead there and by how many it plays.  */
#pragma once

#include "books/opening/book.h"

enum { CENSUS_ANSWERS = 40 };

struct census_row {
    uint32_t positions, moves, avoided;
};

struct book_census {
    struct census_row all;
    struct census_row by_ply[WAY_MAX + 1];
    uint32_t with[CENSUS_ANSWERS + 1]; /* positions with so many moves; last: or more */
    int plies;                         /* the longest way to a position, and one */
};

void book_count(struct book const *book, struct book_census *census);
