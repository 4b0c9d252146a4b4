/* books/sequences/index.h -- every sequence of moves in many games, and every
   shape, found while one looks.

   A mapped chunk file with the text of the games in two codes, a suffix array of
   each and what is kept beside the text (corpus.h).  The relative code is what
   sequences are mined by, the plain one what they are searched by (query.h).
   Kind "SEQS", version 2; arrays are little-endian and laid out as in the headers
   named.

     chunk  a piece  what
     HEAD        16  4 numbers: board size, relative symbols, games, plain symbols
     TEXT         2  relative symbols, every text closed by SYMBOL_END  movecode.h
     SUFF         4  its suffix array                                   suffix.h
     SHAR         1  what neighbours share                              suffix.h
     STEP         2  plain symbols, place for place as TEXT             movecode.h
     STSU         4  the suffix array of these
     STSH         1  what neighbours share
     STKE         8  keys for searching in them                         suffix.h
     MARK         2  where every 16th move was played                   corpus.h
     SEGM        16  struct segment: the texts                          corpus.h
     EDIT         4  struct edit: stones set up                         corpus.h
     GAME        32  struct record: the games                           corpus.h
     STRS         1  names, dates and results, each closed by a 0
     SEEN    508288  struct imprint_block: the shapes                   imprint.h
     CHNG         4  struct change: points that changed more than once  imprint.h
     CHGI         4  where those of each game begin  */
#pragma once

#include "books/sequences/imprint.h"
#include "books/sequences/suffix.h"

struct index;

/* Sort and write CORPUS, which must be coded with CODE_RELATIVE, to PATH.  Takes
   11 bytes a move beside the corpus' own.  MADE (provenance.h) and LISTENER, who hears
   how far it is, may be NULL.  */
bool index_write(struct corpus const *corpus, char const *path,
                 struct provenance const *made, struct listener const *listener,
                 struct failure *why);

/* Opening reads the whole file once, so that nothing that is searched leads outside of
   it: every offset and count is checked.  An index may be used by any number of
   threads.  */
struct index *index_open(char const *path, struct failure *why);
void index_close(struct index *index);

/* Play all texts through and compare all neighbours, so that the moves are moves and
   the order is one, for those who rely on both, as mining does: a microsecond a
   move.  */
bool index_verify(struct index const *index, struct failure *why);

struct corpus const *index_corpus(struct index const *index);
/* Of the relative code, to be mined after index_verify; it has no keys.  */
struct suffixes const *index_suffixes(struct index const *index);
/* Of the plain code, to be searched.  */
struct suffixes const *index_steps(struct index const *index);
struct imprint const *index_imprint(struct index const *index);
size_t index_bytes(struct index const *index);

/* What the record of a move says.  */
struct citation {
    char const *file, *black, *white, *date, *result;
    uint32_t number; /* of the game in its file */
    int move;        /* number of the move, from 1 */
    uint8_t color;
    uint8_t winner;
};

/* PLACE is that of the move in the text.  */
void index_cite(struct index const *index, uint32_t place, struct citation *out);
