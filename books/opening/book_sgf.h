/* books/opening/book_sgf.h -- books as trees of SGF, for programs that show and edit
   these.

   Each position of the book is where its own way leads; ways that meet are not
   repeated.  A move that is an answer has what the book says about it in a property of
   our own, HB, in the words of book_text.h, and in the comment for people; one to
   avoid is a bad move (BM).  A move that is only on the way to a position has HB[-].
   The files of the games cited are in the root, HF.  In any other tree each variation
   is an answer, all alike, and bad moves are avoided.
 */
#pragma once

#include "books/opening/book.h"

/* What could not be taken over.  */
struct sgf_losses {
    long too_deep; /* moves after more than WAY_MAX */
    long illegal;  /* or not in turn, or after stones were put down or taken away */
    struct failure first;
};

/* The first game of PATH as a book; NULL, with the reason, when there is none or it
   begins as no book can.  */
struct book *book_from_sgf(char const *path, struct sgf_losses *losses,
                           struct failure *why);
bool book_to_sgf(struct book *book, char const *path, struct failure *why);
