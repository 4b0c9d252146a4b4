/* patterns/playouts/local_weights.h -- what playouts have learnt: a weight a feature.

   In a file ("PLAY", version 1):

       HEAD   number of features, weights in a unit, games learnt from (8 bytes)
       WGHT   for every feature with a weight, its number (4 bytes) and its
              weight in units (2 bytes, signed, and 2 of zero), numbers rising;
              of features that a symmetry makes equal only the smallest  */
#pragma once

#include "engine/base/provenance.h"
#include "patterns/playouts/nearby.h"

struct local_weights {
    long games;
    float of[NEARBY_FEATURES]; /* by canonical feature; the others are 0 */
};

/* MADE (provenance.h) may be NULL.  */
bool local_weights_write(char const *path, struct local_weights const *weights,
                         struct provenance const *made, struct failure *why);
/* For the caller to free(); NULL when the file cannot be trusted.  */
struct local_weights *local_weights_open(char const *path, struct failure *why);
