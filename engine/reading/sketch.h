/* engine/reading/sketch.h -- a board to read on: moves are tried and rubbed out.

   A sketch knows only the colour of each point and the ko.  Liberties are
   counted when asked for, and only as far as the question goes, so a trial
   move costs a few dozen nanoseconds and taking it back even less: less than
   copying a board, which also keeps everything that reading never asks.

   A sketch remembers every point whose colour an answer depended on.  As long
   as none of these changes, the answer stays true: this is how readings are
   reused from one position to the next.  */
#pragma once

#include "engine/go/board.h"

enum { SKETCH_TRAIL = 2048 }; /* stones captured along one line of reading */

struct sketch {
    uint64_t hash; /* of the stones, as a board's */
    uint8_t color[POINTS];
    point ko; /* where KO_COLOR may not retake, or NOWHERE */
    uint8_t ko_color;
    uint32_t pass;         /* of the last walk, for SEEN */
    uint32_t seen[POINTS]; /* the last walk that came by */
    int trail_count;
    point trail[SKETCH_TRAIL];
    struct points visited; /* stones walked over and points tried */
};

/* What to restore when a trial move is taken back.  */
struct trial {
    point at;
    point ko;
    uint8_t color, ko_color;
    int trail;
};

void sketch_init(struct sketch *sketch, struct board const *board);

/* COLOR tries the empty point P, whatever the ko says; false when it would be
   suicide, and then nothing has changed.  */
bool sketch_try(struct sketch *sketch, point p, enum color color, struct trial *trial);
void sketch_undo(struct sketch *sketch, struct trial const *trial);

/* Liberties of the stone at P, counted up to LIMIT and listed.  */
int sketch_liberties(struct sketch *sketch, point p, int limit, point list[]);

/* The liberties of those enemy chains touching the chain of P that have at most
   MOST (1 or 2) of them, chain after chain; LIMIT bounds the list.  */
int sketch_weak_liberties(struct sketch *sketch, point p, int most, int limit,
                          point list[]);

/* Has the point P become banned for COLOR by a ko?  */
static inline bool sketch_is_ko(struct sketch const *sketch, point p, enum color color)
{
    return p == sketch->ko && color == sketch->ko_color;
}

/* Begin a new question: nothing is depended on yet.  */
void sketch_forget(struct sketch *sketch);

/* All points whose colour the answers since sketch_forget depend on.  */
void sketch_footprint(struct sketch const *sketch, struct points *out);
