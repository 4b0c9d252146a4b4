/* tools/book/tables.h -- what is told about books, alone and in pairs, as text or as
   JSON, and drawn: the tables and figures of Masuko and Tanaka 2013.  */
#pragma once

#include <argp.h>

#include "books/duel/census.h"
#include "books/duel/duel.h"

/* A book and what it is called.  */
struct named_book {
    char const *name; /* owned */
    struct book *book;
    struct book_census census;
};

/* "name=file" or a file, whose name without folder and ending is the book's.  */
struct named_book named_book_open(char const *word);
void named_book_release(struct named_book *named);

/* How things are told, and where figures go to: NULL means nowhere.  */
struct telling {
    bool json;
    char const *svg; /* a folder */
    int diagrams;    /* of what is never met */
    char **words;    /* the books that were named */
    int count;
};

/* The options that set them, and the books as arguments; its input is a struct
   telling.  */
extern struct argp const telling_argp;

/* Tables 1 and 2 and figures 2 and 3.  */
void tell_books(struct telling const *telling, struct named_book const books[],
                int count);

/* Two books in all four pairings, number 2 a + b: a begins, b answers.  */
struct pairings {
    struct named_book const *books; /* two */
    struct contestant contestants[2];
    struct duel duels[4];
};

struct pairings *pairings_play(struct named_book const books[2]);
void pairings_free(struct pairings *pairings);

/* Table 3 and figures 6, 7 and 8.  */
void tell_pairings(struct telling const *telling, struct pairings const *pairings);

/* The most probable positions of one book that the other never meets, each playing
   itself (figures 9 and 10).  */
void tell_never_met(struct telling const *telling, struct pairings const *pairings);

/* The figure FILE of TELLING's folder, if there is one.  */
struct plot;
void tell_plot(struct telling const *telling, struct plot const *plot,
               char const *file);
