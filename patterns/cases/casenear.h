/* patterns/cases/casenear.h -- the cases nearest to a vicinity, exactly and fast.

   Two vicinities are compared when their edge, last move, ko and inner twelve points
   are the same; then their distance is the sum of what each liberty, the move before
   and each point of rings 3 and 4 cost that differ, least over the symmetries.  Stones
   cost what the weights of similarity.h say; a stone more or less costs near, one of
   the other colour far.

   The cases with one core are one stretch of the tree.  It is searched for distances up
   to 0, 4, 12 and so on: only liberties as near as that, below them only third rings,
   below them only fourth rings; when enough cases are found that are nearer than what
   was left out, they are the nearest.  */
#pragma once

#include "patterns/cases/casebook.h"

enum { CASE_NEAREST = 64, CASE_NEVER = 0xffff };

/* The costs beside those of stones.  */
struct case_likeness {
    uint8_t breath[2];  /* of each liberty up to 4 more or less: on ring 1, on ring 2 */
    uint8_t before;     /* another place of the move before, both in the diamond */
    uint8_t before_out; /* one or both out of it */
    struct similarity const *stones;
};

struct case_likeness const *case_likeness_table(void);

struct near_vicinity {
    uint32_t id; /* of the case: its number in the last level */
    uint16_t distance;
};

/* The distance as two vicinities lie, and the least over the symmetries; CASE_NEVER
   when they are not compared.  */
unsigned case_distance_as_they_lie(struct case_likeness const *likeness,
                                   struct vicinity const *asked,
                                   struct vicinity const *other);
unsigned case_distance(struct case_likeness const *likeness,
                       struct vicinity const *asked, struct vicinity const *other);

/* 1 for the same vicinity, 0 for one that differs wherever it may.  */
float case_alike(struct case_likeness const *likeness, struct vicinity const *asked,
                 unsigned distance);

/* The K cases nearest to ASKED, at most REACH away; the nearest first, equally near
   ones by number.  Returns how many.  Any number of threads may ask.  */
int case_nearest(struct casebook const *book, struct case_likeness const *likeness,
                 struct vicinity const *asked, int k, unsigned reach,
                 struct near_vicinity list[]);

/* The same by comparing with all of them.  */
struct case_scan;
struct case_scan *case_scan_new(struct casebook const *book);
void case_scan_free(struct case_scan *scan);
int case_scan_nearest(struct case_scan const *scan,
                      struct case_likeness const *likeness,
                      struct vicinity const *asked, int k, unsigned reach,
                      struct near_vicinity list[]);
