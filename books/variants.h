/* books/variants.h -- how many different shapes hide behind one string.

   A code is good when sequences that are the same up to translation and the
   eight symmetries, and only those, have one string.  This counts the others:
   the different shapes among the occurrences of each string (Nakamura 2002,
   table 2).  */
#pragma once

#include "books/suffix.h"

struct variants {
    uint64_t strings; /* distinct ones of this length */
    uint64_t shapes;  /* over all of them */
    uint32_t most;    /* under one of them */
};

/* POINTS says where the move at each place of the text was played.  Strings with
   the first move of a text are left out.  Takes 8 bytes a symbol.  */
struct variants count_variants(struct suffixes const *suffixes, point const *points,
                               int length);
