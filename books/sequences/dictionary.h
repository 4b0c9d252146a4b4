/* books/sequences/dictionary.h -- a collection of joseki to compare mined sequences
   with.

   The joseki of GNU Go are trees of variations in SGF.  The first letter of a
   move's comment says what kind of move it is: a move marked 0 (not joseki) or T
   (a trick) is left out with everything after it.  A mark on the board (MA, SQ)
   makes GNU Go play the move itself; the others are those it only knows an
   answer to.

   The lines from the root to a leaf of what remains are cut as the texts of
   games are (movecode.h): at a pass, which stands for a move elsewhere, and
   between two moves of one colour, where the other has played elsewhere.  What
   stands in the corner before the first stone of the other colour has been there
   for long when a joseki begins, and is no part of it.  Each piece that is long
   enough is a line of the reference.  */
#pragma once

#include "books/sequences/variants.h"

enum { JOSEKI_MAX = 64 };

struct joseki_line {
    point moves[JOSEKI_MAX]; /* without the corner stone */
    int count;
    bool half; /* in the random half that nothing is chosen by */
};

struct dictionary {
    bool own;                  /* only lines whose every answer GNU Go plays itself */
    struct joseki_line *lines; /* owned; distinct */
    int count;
    size_t capacity;
    int leaves, refused; /* of the trees as they are; of these, after a bad move */
};

/* Add the lines of the file PATH that have at least SHORTEST symbols.  */
bool dictionary_add(struct dictionary *dictionary, char const *path, int shortest,
                    struct failure *why);
void dictionary_release(struct dictionary *dictionary);

/* The strings of a line, one for each way of settling its first axes, JOSEKI_MAX
   symbols apart; returns how many.  All have count - 1 symbols.  */
int joseki_line_strings(struct joseki_line const *line, enum code code,
                        symbol strings[SYMMETRIES][JOSEKI_MAX]);

/* How often each line occurs.  */
void dictionary_count(struct dictionary const *dictionary, enum code code,
                      struct suffixes const *suffixes, uint32_t counts[]);

/* The place of each line in LIST, from 1; 0 when it is not there.  RANKS, unless
   NULL, says for each place of the list as which rank it counts.  A line is where
   one of its strings is.  */
void dictionary_recall(struct dictionary const *dictionary, enum code code,
                       struct suffixes const *suffixes, struct ranked_list const *list,
                       uint32_t const *ranks, uint32_t found[]);

/* The same by shape: LIST, of a corpus coded with E_R, has each shape once
   (variants.h).  */
void dictionary_recall_shapes(struct dictionary const *dictionary,
                              struct corpus const *corpus,
                              struct suffixes const *suffixes,
                              struct ranked_list const *list, uint32_t const *ranks,
                              uint32_t found[]);

/* Sequences of E_R that E_S gives one string get the rank of the best of them
   (Nakamura's correction, to compare the two codes).  TEXT_POINT says where the
   move at a place of the text was played.  Returns an array for the caller to
   free.  */
uint32_t *corrected_ranks(struct suffixes const *suffixes,
                          struct ranked_list const *list,
                          point (*text_point)(void const *context, uint32_t at),
                          void const *context);
