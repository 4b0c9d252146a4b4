/* books/sequences/surround.h -- what stands around a sequence when it begins.

   The stones on the board just before the first move of a sequence, on the
   points of an area around its moves, as the one who begins sees them: the
   rectangle of the moves grown by two lines on each side (Nakamura 2002), or
   the points at most two steps from a move (as he suggests for judging whether
   a sequence fits).  Occurrences that agree in all of them, up to the eight
   symmetries and translation, have the same surroundings.  */
#pragma once

#include "books/sequences/index.h"
#include "books/sequences/ranking.h"

enum area { AREA_RECTANGLE, AREA_STEPS, AREAS };

enum { AREA_GROWTH = 2 };

/* A drawing: what stands where, and in which order the moves were played.  */
struct picture {
    uint8_t seen[POINTS];                 /* in the area */
    uint8_t color[POINTS];                /* of stones that were there; BLACK begins */
    uint8_t number[POINTS];               /* of the move played there first, from 1 */
    uint8_t again[RANKED_LENGTH_MAX + 1]; /* [move]: number of the one it is upon */
    int left, right, low, high;           /* the rectangle of the area */
    int moves;
};

struct surroundings {
    uint32_t looked;        /* occurrences looked at */
    uint32_t kinds;         /* different surroundings among them */
    uint32_t most;          /* occurrences with the most frequent one */
    struct picture picture; /* of that, as it lies on the board */
};

/* Look at up to SAMPLES occurrences of RANKED, spread evenly over all.  */
void surround(struct index const *index, struct ranked const *ranked, enum area area,
              uint32_t samples, struct surroundings *out);
