/* books/sequences/variants.h -- how many different shapes hide behind one string.

   A code is good when sequences that are the same up to translation and the
   eight symmetries, and only those, have one string.  This counts the others:
   the different shapes among the occurrences of each string (Nakamura 2002,
   table 2).

   It goes the other way too: E_R takes the axes from the place of each move, so
   a shape that lies elsewhere or begins where axes are open can be another
   string.  A list of sequences is better without such repetitions.  */
#pragma once

#include "books/sequences/corpus.h"
#include "books/sequences/ranking.h"

struct variants {
    uint64_t strings; /* distinct ones of this length */
    uint64_t shapes;  /* over all of them */
    uint32_t most;    /* under one of them */
};

/* POINTS says where the move at each place of the text was played.  Strings with
   the first move of a text are left out.  Takes 8 bytes a symbol.  */
struct variants count_variants(struct suffixes const *suffixes, point const *points,
                               int length);

/* The same number for sequences of COUNT moves that are the same up to translation
   and the eight symmetries, and for hardly any others.  */
uint64_t shape_hash(point const *moves, int count);

/* The moves of RANKED where it occurs first, the one before its first step
   included; returns how many.  CORPUS is coded with E_R.  */
int ranked_moves(struct ranked const *ranked, struct corpus const *corpus,
                 struct suffixes const *suffixes, point moves[RANKED_LENGTH_MAX + 1]);

/* Drop from LIST what has the shape of one that stands higher.  */
void ranked_keep_shapes(struct ranked_list *list, struct corpus const *corpus,
                        struct suffixes const *suffixes);
