/* patterns/cases/evidence.h -- why a move is rated as it is: the cases behind it.

   For showing and for explaining: the nearest cases with what became of them and where
   they were played, turned to lie as the vicinity that was asked about.  When a
   casebook knows no case with the same inner points, what it knows in less detail
   stands in.  */
#pragma once

#include "patterns/cases/casenear.h"
#include "patterns/cases/casevote.h"

struct case_evidence {
    int level;     /* LEVEL_RING4 for a case, less for what agrees so far only */
    uint32_t node; /* of that level */
    float alike;   /* of a case: 1 for the same vicinity */
    struct vicinity vicinity; /* of a case */
    struct experience of;
    struct memory_source sources[CASE_SOURCES];
    int source_count;
};

/* The K (at most CASE_NEAREST) nearest cases for playing at AT; or if there is none,
   one row for all that agree with it as far as any do, LEVEL_CORE at most.  Returns how
   many rows of LIST, 0 when nothing is known.  */
int case_evidence(struct casebook const *book, struct situation const *situation,
                  point at, int k, struct case_evidence list[]);
