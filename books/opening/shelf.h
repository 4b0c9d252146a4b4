/* books/opening/shelf.h -- all the books a player has.

       hishi-shelf 1
       opening-9-komi7.hishi
       opening-19.hishi

   A list of files of books (book_text.h), looked for beside it unless they begin with
   `/'; `#' begins a comment.  In each position the first that suits the game and knows
   the position is used: so what is for one komi stands before what is for any.  */
#pragma once

#include "books/opening/book.h"

struct shelf;

/* All books of the list in PATH, read and checked; NULL with the first thing that is
   wrong.  */
struct shelf *shelf_open(char const *path, struct failure *why);
void shelf_close(struct shelf *shelf);

/* The book for a game on BOARD with KOMI (NAN: not asked for) that knows the position,
   or NULL.  */
struct book const *shelf_find(struct shelf const *shelf, struct board const *board,
                              double komi);
