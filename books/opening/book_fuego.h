/* books/opening/book_fuego.h -- books in the format of Fuego's book.dat.

       9 E5 C3 | F3
       9 E5 D3 | F3 C5

   A size, the moves that lead to a position, a bar, and the answers; one file may have
   books for several sizes.  It knows neither counts nor probabilities: what is written
   are the answers that are played, the most probable first, and what is read is
   played with equal probability.  */
#pragma once

#include "books/opening/book.h"

/* The book for SIZE in PATH, or NULL with the reason.  Lines that name one position
   again add to it.  */
struct book *fuego_load(char const *path, int size, struct failure *why);
/* Books with a handicap cannot be written.  */
bool fuego_save(struct book *book, char const *path, struct failure *why);
