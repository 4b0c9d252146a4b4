/* books/opening/book_text.h -- the file of a book: text that a person can read, compare
   and edit.

       hishi-book 1
       size 19
       handicap 0                                 (or left out)
       komi 6.5                                   (or left out: any)
       origin one line, free: what it was made of
       note made by: hishi book make ...          (provenance.h, a line each; or none)
       file 1 tygem-9d-2016                       (of games that are cited; or none)

       : Q16 p0.52 n5210 w2611 y2016 | R16 p0.4 n3900 w1990 | K10 avoid n3 w0
       Q16 : D4 p0.5 n2400 w1190 | D16 ...
       Q16 D4 : ...

   Behind the head each line is a position: moves that lead to it, sides alternating
   (none: the start), a colon, and the answers.  An answer is a point or `pass' and
   then, in any order and each of them optional,

       p0.52   its weight against the others (without: its count, or else 1; so where
               one answer of a position has it the others should)
       avoid   never to be played, whatever p says
       n5210   how often it was played
       w2611   how often who played it won
       d5100   in how many games the winner is known (without: in all; and where there
               is no w either, in none)
       y2016   the year it was played last
       g1/412  such a game: the first file's, number 412 in it from 0
       loss0.03  what it loses in chance to win against the best, by search

   `#' begins a comment, in the head on a line of its own; comments are not kept when
   the book is written.  Moves may be written as seen from any side; a position may
   stand in a book once.  A book is written with its lines sorted, and what was read and
   written twice is the same bytes.  */
#pragma once

#include "books/opening/book.h"

/* Told about each bad line, which is then passed over; WHY names file and line.  */
typedef void book_fault(void *context, struct failure const *why);

/* What the head says of file NUMBER, from 1, in the words behind "file": they must come
   in order.  */
bool book_read_file(struct book_files *files, char const *value, struct failure *why);

/* The book in the file PATH; NULL, with the reason, when it cannot be read or its head
   is none.  The first bad line is such a reason too, unless somebody (FAULT) is told
   about them.  */
struct book *book_load(char const *path, book_fault *fault, void *context,
                       struct failure *why);

/* Sorts BOOK and writes it as PATH, which appears whole or not at all.  */
bool book_save(struct book *book, char const *path, struct failure *why);

/* Where line NUMBER, from 1, of a file that a person may edit begins, and without what
   editors leave: the mark of UTF-8 in the first, blanks at the end.  */
char *book_tidy_line(char *line, long number);

/* One answer as it stands in a line, at POINT of whatever board is shown.  */
void book_write_answer(struct book_answer const *answer, point at, FILE *out);
/* And back: the words behind the point of an answer, which TEXT is taken apart for.  */
bool book_read_answer(struct book_answer *answer, char *text, struct failure *why);
