/* patterns/shapes/scan.h -- the nearest cases by comparing with all of them.

   The plain way, made as fast as a plain way can be: the codes of all cases in
   three arrays, compared by exclusive or and counts of bits, as many at a time
   as the processor has lanes.  It is what the finder is measured against, in
   speed and, case by case, in its answers.  */
#pragma once

#include "patterns/shapes/memory.h"

struct scan;

struct scan *scan_new(struct memory const *memory);
void scan_free(struct scan *scan);

/* As finder_nearest, but SHAPE is not filled in.  */
int scan_nearest(struct scan *scan, struct similarity const *similarity,
                 struct diamond const *diamond, int k, unsigned reach,
                 struct near_case list[]);
