/* books/opening/revising.h -- two books into one, and a book made smaller.  */
#pragma once

#include "books/opening/book.h"

/* Add what FROM knows to INTO: counts add up; where both know a position the shares of
   their answers are mixed, WEIGHT of FROM's to one of INTO's, with 0 without answers
   that INTO does not have; what either avoids is avoided.  INTO becomes a book for any
   komi unless both are for the same.  Both are for the same board and handicap, which
   is said otherwise.  */
bool book_merge(struct book *into, struct book const *from, double weight,
                struct failure *why);

/* What a book is to keep.  */
struct pruning {
    uint32_t times; /* answers played so often */
    double share;   /* answers so probable in their position, and those to avoid */
    int depth;      /* positions after fewer moves */
    double reached; /* positions that the book comes to with such a probability when it
                       plays itself or somebody who knows one move to avoid */
};

/* Positions that cannot be come to by the book's own answers go too when
   PRUNING.reached is above 0.  */
void book_prune(struct book *book, struct pruning const *pruning);
