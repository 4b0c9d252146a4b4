/* books/opening/book_sgf.h -- books as trees of SGF, for programs that show and edit
   these.

   Each position of the book is where its own way leads; ways that meet are not
   repeated.  A move that is an answer has what the book says about it in a property of
   our own, HB, in the words of book_text.h, and in the comment for people; one to avoid
   is a bad move (BM).  A move that is only on the way to a position has HB[-].  In the
   root are the files of the games cited, HF, and the notes of the head, HN, a value
   each.

   What a person did to the tree counts: a move that was marked as bad is avoided,
   whatever HB says, and one whose mark was taken away is played.  A move without HB is
   an answer with a weight of 1, so in any other tree all variations are alike.  */
#pragma once

#include "books/opening/book.h"

/* What could not be taken over.  */
struct sgf_losses {
    long too_deep; /* moves after more than WAY_MAX */
    long illegal;  /* or not in turn, or after stones were put down or taken away */
    long unread;   /* moves taken over without what HB says, which has other words */
    struct failure first;
};

/* The first game of PATH as a book; NULL, with the reason, when there is none or it
   begins as no book can.  */
struct book *book_from_sgf(char const *path, struct sgf_losses *losses,
                           struct failure *why);
bool book_to_sgf(struct book *book, char const *path, struct failure *why);
