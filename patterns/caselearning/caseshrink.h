/* patterns/caselearning/caseshrink.h -- the part of a casebook that is worth most.

   A node is worth what knowing it tells over its parent: with the rates of casevote.h,
   met * (r log(r / q) + (1 - r) log((1 - r) / (1 - q))), where q is the parent's; and
   at least as much as any of its children.  Those worth most are kept, with one source
   each and the games these name, so that the file has at most so many bytes.  (Letting
   liberties and outer rings count four times as much, which a model knows less of,
   changed nothing beside the model and made the casebook alone worse by 0.04 nats.)

   What every casebook has, its table of places above all, takes 0.36 MB.

   When it may name so many games only, or is to be packed, only what has no children
   cites: one of the named games it was played in (casenaming.h), or none. What is no
   case is told of with the whole core it belongs to, so that of each core one such node
   does.

   How large a packed file comes out is known when it is packed, not before: its size is
   estimated, and who has packed it tells of how many times the estimate it was.  */
#pragma once

#include "patterns/caselearning/casetree.h"

struct shrink_task {
    uint64_t bytes; /* at most; 0: all is kept */
    uint32_t games; /* to be named at most; 0: any number */
    bool packed;
    double times; /* the estimated size of a packed file; 0: unknown, as 1 */
};

/* Into TREE, which is initialised and empty; false when not even a casebook without
   cases is so small.  */
bool case_shrink(struct casebook const *book, struct shrink_task const *task,
                 struct casetree *tree);
/* Is anything of BOOK not in TREE?  */
bool case_shrunk(struct casebook const *book, struct casetree const *tree);
