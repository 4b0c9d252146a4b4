/* engine/reading/eyes.h -- enclosed spaces, their shape, and the point that decides.

   An eye space is a connected region without stones of its owner, enclosed
   by the owner's stones and the edge alone.  Enemy stones may lie in it.  Of
   small spaces the shape says whether they make two eyes: some do, some never
   will, and some do for whoever plays the vital point first.  */
#pragma once

#include "engine/go/board.h"

enum { EYE_MAX = 7, EYES_MAX = 96 };

struct eye_space {
    uint8_t owner;  /* a colour */
    uint8_t size;   /* points, 1 .. EYE_MAX */
    uint8_t stones; /* enemy stones in it */
    point vital;    /* whoever plays there decides, or NOWHERE */
    point at[EYE_MAX];
};

/* All eye spaces of at most EYE_MAX points; returns how many.  */
int eyes_find(struct board const *board, struct eye_space list[static EYES_MAX]);

/* The point of a shape of 3 to 6 points that makes two eyes of it or one, or
   NOWHERE when the shape is settled either way.  */
point eyes_vital(point const shape[], int size);

/* The same by how many points of the shape have 0 to 4 neighbours in it: how many
   the vital point has, or 0 without one.  */
int eyes_vital_degree(int size, int const with[static 5]);

/* Would stones of this shape, once captured, leave less than two eyes?  */
bool eyes_is_nakade(point const shape[], int size);
