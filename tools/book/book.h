/* tools/book/book.h -- what `hishi book' can do, as rows, and what its tools share.

   To add one, write its main in a file of its own and put a row into the table in
   book.c.  Tools that print numbers also know --json: one flat object a line.  */
#pragma once

#include <argp.h>

#include "books/opening/book.h"

int book_make_main(int argc, char **argv);
int book_merge_main(int argc, char **argv);
int book_prune_main(int argc, char **argv);
int book_show_main(int argc, char **argv);
int book_check_main(int argc, char **argv);
int book_judge_main(int argc, char **argv);
int book_duel_main(int argc, char **argv);
int book_grow_main(int argc, char **argv);
int book_doubt_main(int argc, char **argv);
int book_import_main(int argc, char **argv);
int book_export_main(int argc, char **argv);

/* The book at PATH, without a fault; ends the program with a sentence if there is
   none.  */
struct book *open_book(char const *path);
/* BOOK as PATH, or the program ends with a sentence.  */
void save_book(struct book *book, char const *path);

/* MADE is told that what is made is made of BOOK, read from PATH, and of what that was
   made.  */
struct provenance;
void tell_source(struct provenance *made, char const *path, struct book const *book);

/* One file that is read and one that is written: an argument and --output, both of
   which there must be.  The input of its parser is a struct conversion.  */
struct conversion {
    char const *in, *out;
};
extern struct argp const conversion_argp;

/* How many of its answers are played.  */
long count_moves(struct book const *book);
