/* patterns/shapes/similarity.h -- how alike two diamonds are.

   After Sei and Kawashima (1996): the states of a point are the same, near (a
   stone here, none there) or far (a stone of the other colour); how much a
   point weighs falls with its ring, and with how much nearer the nearest stone
   is, for beside a stone at distance 1 the stones far out hardly matter.  A
   point that is off the board in one of two diamonds and on it in the other is
   so far that the two are not compared at all.

   The distance of two diamonds is the sum over their points, least over the
   eight ways to turn one of them.  It is a small whole number, so that equal
   means equal on every machine.  */
#pragma once

#include "patterns/shapes/diamond.h"

enum { DISTANCE_NEVER = 0xffff }; /* the edges differ */

/* The numbers of vote.h; rows by the ring of the nearest stone, as below.  */
struct voting {
    float base_rate, trust_core, doubt_ring3, doubt_cases;
    float trust_ring3[DIAMOND_RADIUS], trust_cases[DIAMOND_RADIUS];
    float decay[DIAMOND_RADIUS]; /* for each unit of distance */
};

/* Weights by the ring of the nearest stone in the diamond asked about (1 .. 4)
   and the ring of the point.  FAR lies between NEAR and twice NEAR.  */
struct similarity {
    char const *name;
    uint8_t near[DIAMOND_RADIUS][DIAMOND_RADIUS];
    uint8_t far[DIAMOND_RADIUS][DIAMOND_RADIUS];
    uint16_t reach[DIAMOND_RADIUS]; /* the largest distance still called alike */
    bool backs_off; /* a known core makes a candidate even without a case in reach */
    struct voting voting;
    char const *note;
};

extern struct similarity const similarity_table[]; /* ends with a NULL name */

/* The row called NAME, or NULL.  */
struct similarity const *similarity_find(char const *name);

/* The distance as the two diamonds lie, and the least over the symmetries; the
   first one is the one asked about, and holds a stone.  */
unsigned similarity_as_they_lie(struct similarity const *similarity,
                                struct diamond const *asked,
                                struct diamond const *other);
unsigned similarity_distance(struct similarity const *similarity,
                             struct diamond const *asked, struct diamond const *other);

/* 1 for the same shape, 0 for a difference as large as if every point of the
   board had a stone more or less.  */
float similarity_alike(struct similarity const *similarity, struct diamond const *asked,
                       unsigned distance);
