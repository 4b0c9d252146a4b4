/* patterns/caselearning/caseshrink.h -- the part of a casebook that is worth most.

   A node is worth what knowing it tells over its parent: with the rates of casevote.h,
   met * (r log(r / q) + (1 - r) log((1 - r) / (1 - q))), where q is the parent's; and
   at least as much as any of its children.  Those worth most are kept, with one source
   each and the games these name, so that the file has at most so many bytes.  (Letting
   liberties and outer rings count four times as much, which a model knows less of,
   changed nothing beside the model and made the casebook alone worse by 0.04 nats.)

   What every casebook has, its table of places above all, takes 0.36 MB.  */
#pragma once

#include "patterns/caselearning/casetree.h"

/* Into TREE, which is initialised and empty; false when not even a casebook without
   cases has so few BYTES.  */
bool case_shrink(struct casebook const *book, uint64_t bytes, struct casetree *tree);
