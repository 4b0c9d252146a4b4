/* books/opening/links.h -- where the answers of a book lead.

   For each answer the key of the position after it, which may be in this book, in
   another, or in none.  With these a book is a graph that can be walked without
   playing a move.  */
#pragma once

#include "books/opening/book.h"

struct links {
    uint64_t **after; /* [position][answer] */
    uint32_t count;   /* positions */
};

/* Of all of BOOK, as it is now.  */
void links_make(struct links *links, struct book const *book);
void links_release(struct links *links);

/* After one more position, the last of BOOK, has got all its answers.  TRAIL is one
   of the book's start.  */
void links_add(struct links *links, struct book const *book, struct trail *trail);

/* The key where BOOK starts.  */
uint64_t book_start(struct book const *book);
/* A trail from there.  */
struct trail *book_trail(struct book const *book);
/* Lead TRAIL to POSITION and return how the board is seen there.  */
struct aspect book_visit(struct trail *trail, struct book_position const *position);

/* The positions by the length of the way to them, the start first; to be freed.  */
uint32_t *book_by_length(struct book const *book);

/* The way to where answer NUMBER of POSITION leads, straightened; MOVES have room.  */
struct way book_way_after(struct trail *trail, struct book_position const *position,
                          int number, point moves[static WAY_MAX + 1]);
