/* books/sequences/index.h -- every sequence of moves in many games, found in a
   microsecond.

   A mapped chunk file with the text of the games, its suffix array and what is
   kept beside the text (corpus.h).  Kind "SEQS", version 1; arrays are
   little-endian and laid out as in the headers named.

     chunk  a piece  what
     HEAD        16  4 numbers: board size, symbols, games, 0
     TEXT         2  symbols, every text closed by SYMBOL_END        movecode.h
     SUFF         4  the suffix array                                suffix.h
     SHAR         1  what neighbours share                           suffix.h
     KEYS         8  keys for searching                              suffix.h
     MARK         2  where every 16th move was played                corpus.h
     SEGM        20  struct segment: the texts                       corpus.h
     EDIT         4  struct edit: stones set up                      corpus.h
     GAME        32  struct record: the games                        corpus.h
     STRS         1  names, dates and results, each closed by a 0

   A sequence of moves is asked for as the string of its steps.  Where the place
   of its first move leaves the axes open (movecode.h), it is one of several
   strings, depending on the moves before, and all of them are looked up.  */
#pragma once

#include "books/sequences/corpus.h"
#include "books/sequences/suffix.h"

enum { QUERY_MAX = 60, QUERY_WAYS = 8 };

struct index;

/* Sort and write CORPUS, which must be coded with CODE_RELATIVE, to PATH.  Takes
   11 bytes a move beside the corpus' own.  MADE (provenance.h) may be NULL.  */
bool index_write(struct corpus const *corpus, char const *path,
                 struct provenance const *made, struct failure *why);

/* Opening reads the whole file once, so that nothing in it leads outside of it: every
   offset and count is checked.  An index may be used by any number of threads.  */
struct index *index_open(char const *path, struct failure *why);
void index_close(struct index *index);

/* Play all texts through and compare all neighbours, so that the moves are moves and
   the order is one, for those who rely on both, as mining does: a microsecond a
   move.  */
bool index_verify(struct index const *index, struct failure *why);

struct corpus const *index_corpus(struct index const *index);
struct suffixes const *index_suffixes(struct index const *index);
size_t index_bytes(struct index const *index);

/* ---------------------------------------------------------------- asking */

/* A sequence as strings: each with the coders that stand where it ends, one for
   each way of settling the axes that gives this string.  */
struct query_way {
    symbol text[QUERY_MAX];
    struct coder ends[QUERY_WAYS];
    int end_count;
};

struct query {
    int moves;     /* its strings are one symbol shorter */
    bool in_place; /* only where it lies here, symmetries apart */
    symbol first;  /* the place of its first move */
    struct query_way ways[QUERY_WAYS];
    int way_count;
};

/* Ask for the sequence of COUNT points, in turn by the two colours.  Fails when
   a point is not on 19x19, repeats the one before, or they are too many.  */
bool query_make(struct query *query, point const *moves, int count, bool in_place,
                struct failure *why);

/* How many times it was played.  Takes a few memory accesses and is
   independent of the count, except for one in place: that looks at each.  */
uint64_t index_count(struct index const *index, struct query const *query);

/* One time that it was played.  */
struct hit {
    uint32_t place; /* of its first move in the text */
    int way;
};

struct hits {
    struct index const *index; /* all private */
    struct query const *query;
    struct span span;
    int way;
};

/* All times, in the order of the text that follows; a microsecond each.  */
void hits_start(struct hits *hits, struct index const *index,
                struct query const *query);
bool hits_next(struct hits *hits, struct hit *hit);

/* What the record of a hit says.  */
struct citation {
    char const *file, *black, *white, *date, *result;
    uint32_t number; /* of the game in its file */
    int move;        /* number of the sequence's first move, from 1 */
    uint8_t color;   /* of the first move */
    uint8_t winner;
};

void index_cite(struct index const *index, uint32_t place, struct citation *out);

/* What was played next, and how often the player of that move won the game.  */
struct continuation {
    point at;
    uint32_t times, decided, won;
};

/* Into LIST, which has room for 361, most frequent first; returns how many.
   Looks at each hit.  OVER gets the times that nothing followed.  */
int index_continue(struct index const *index, struct query const *query,
                   struct continuation list[], uint32_t *over);
