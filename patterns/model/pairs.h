/* patterns/model/pairs.h -- what two plain features mean together.

   Each plain feature that is not hashed has, beside its weight, a few factors.
   Every two such features of a move add the product of their factors to its
   sum, factor by factor (factorisation machines, Rendle 2010; Wistuba and
   Schmidt-Thieme 2013 for moves).  The sum over all pairs needs no pairs: it
   is half of what the square of the sum exceeds the sum of squares.  */
#pragma once

#include "patterns/model/plain.h"

enum { FACTORS = 8 };

struct factors {
    _Alignas(32) float of[FACTORS];
};

/* The factors of the single features in LIST, summed, and what all pairs add.  */
float pairs_sum(struct factors const *table, uint32_t const *list, int count,
                struct factors *sum);
