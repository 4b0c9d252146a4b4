/* books/opening/book.h -- what to play in the opening, position by position.

   A book holds whole positions (see aspect.h) and for each the answers it knows: how
   often they were played and won, when last, and with what probability the book
   plays them.  Probabilities are weights: what counts is their share of the sum in a
   position.  Probability 0 means avoid: the move is known, and never played; what is
   known behind it is for the opponent's sake.  A book is for one size of board, one
   handicap and, if it says so, one komi.

   Books are read and written as text (book_text.h).  Lookups may run in parallel,
   changes may not.  */
#pragma once

#include "books/opening/aspect.h"
#include "books/opening/trail.h"
#include "engine/go/situation.h"

#include <stdio.h>

struct book_answer {
    point at;           /* in the view that all turnings share, or PASS */
    uint16_t year;      /* last played, 0: not known */
    uint32_t times;     /* played */
    uint32_t decided;   /* of these, in games whose winner is known */
    uint32_t wins;      /* of these, by who played it */
    uint32_t game;      /* one of them, of the last year: its number in its file */
    uint16_t file;      /* which is that one of the book's, from 1; 0: not known */
    double probability; /* 0 or more; 0: avoid */
    double loss;        /* in chance to win against the best answer; NAN: not known */
};

struct book_position {
    uint64_t key;
    struct way way; /* one way to it, as trail_straighten writes it */
    struct book_answer *answers;
    int count;
};

struct book_facts {
    int size;
    int handicap;
    double komi;       /* NAN: any */
    char origin[1024]; /* one line: what it was made of, and how; or "" */
};

/* The files that the games cited are in, by their names (gamename.h).  */
struct book_files {
    char **name;
    uint32_t count;
};

struct book {
    struct book_facts facts;
    char *made; /* owned: from what it was made, lines of provenance.h; or NULL */
    struct book_files files;
    struct book_position *positions;
    uint32_t count;
    struct book_table *table; /* where in POSITIONS a key is */
};

struct book *book_new(struct book_facts const *facts);
void book_free(struct book *book);
struct book *book_copy(struct book const *book);
/* From now on it says that it was made so; TEXT is copied, "" is nothing.  */
void book_set_made(struct book *book, char const *text);

/* Are books with these for the same board and handicap?  If not, WHY is told.  */
bool book_facts_match(struct book_facts const *a, struct book_facts const *b,
                      struct failure *why);

/* The number, from 1, of the file called NAME, added if it was not there; 0 when there
   are too many.  */
uint16_t book_files_number(struct book_files *files, char const *name);
void book_files_release(struct book_files *files);

/* The position of KEY, or NULL.  It lives until a position is added.  */
struct book_position *book_find(struct book const *book, uint64_t key);
/* The same, added without answers if it was not there; WAY, straightened, is copied
   then.  */
struct book_position *book_at(struct book *book, uint64_t key, struct way way);

/* The answer at AT (in the shared view) or NULL; and the same, added, with
   probability 0, if it was not there.  */
struct book_answer *book_answer(struct book_position const *position, point at);
struct book_answer *book_answer_at(struct book_position *position, point at);

/* A new way to a position of BOOK, which leads to the same.  */
void book_position_reroute(struct book_position *position, struct way way);

/* Forget the positions that KEEP says no to; others move.  */
void book_retain(struct book *book,
                 bool (*keep)(void *context, struct book_position const *position),
                 void *context);

/* Positions by the way to them, answers by probability and then by how often they were
   played: the order of the file.  */
void book_sort(struct book *book);

/* The sum of all probabilities, 0 when there are only moves to avoid.  */
double book_weight(struct book_position const *position);

/* ------------------------------------------------------------ asking */

/* An answer as somebody at the board needs it.  */
struct book_reply {
    point at; /* on the board; on one that looks the same from several sides, of the
                 places that are the same the one farthest right and up */
    uint32_t times, decided, wins;
    int year;         /* last played, 0: not known */
    char const *file; /* such a game is GAME in there, and this its move MOVE, from 1;
                         NULL: not known */
    uint32_t game;
    int move;
    double probability; /* all together 1 */
    bool avoid;
    double loss; /* NAN: not known */
};

/* Is this a book for such boards?  KOMI is not asked for when it is NAN.  */
bool book_suits(struct book const *book, struct board const *board, double komi);

/* What BOOK knows in SITUATION, the most probable first, into LIST; 0 when it knows
   nothing.  Takes microseconds.  Whether an answer repeats an earlier position is for
   the asker to look at.  */
int book_answers(struct book const *book, struct situation const *situation,
                 struct book_reply list[static AREA_MAX + 1]);
