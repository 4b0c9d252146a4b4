/* patterns/model/series.h -- the shapes around a move, in series of growing size.

   A move is surrounded by shapes, and it lies in the surroundings of the moves
   before it.  Each row is a series, and in a series a larger shape is asked
   for only when the smaller one is known:

       nested    the points around the move, from 8 to 220
       marked    the same, up to 60, with the last two moves marked
       liberty   the nearest 12 and 24 points with their liberties
       ... marked
       square    the 5x5 square
       ... marked
       answer    the points around the last move, from 12 to 112, the nearest
                 with liberties, and where the move lies in them
       follow    the same around the move before it

   Moves that lie far from the last move share one answer, "elsewhere": so the
   model learns which moves must be answered.  */
#pragma once

#include "engine/search/source.h"

#include "patterns/model/keys.h"
#include "patterns/model/lexicon.h"

enum series {
    SERIES_NESTED,
    SERIES_MARKED,
    SERIES_LIBERTY,
    SERIES_LIBERTY_MARKED,
    SERIES_SQUARE,
    SERIES_SQUARE_MARKED,
    SERIES_ANSWER,
    SERIES_FOLLOW,
    SERIES
};

enum {
    ANSWER_SIZES = 5, /* sizes 1 .. 5 of keys.h */
    FOLLOW_SIZES = 4,
    SERIES_SLOTS = KEY_SIZES + KEY_MARKED_SIZES + 2 * KEY_LIBERTY_SIZES + 2 +
                   ANSWER_SIZES + FOLLOW_SIZES,
};

/* The known shapes of a move: those of the first series, then the next.  */
struct known_shapes {
    bool near; /* a last move is near enough to be marked */
    uint8_t count;
    uint8_t known[SERIES];
    uint32_t slot[SERIES_SLOTS];
};

/* One series after the other of a move, as it was first seen.  */
struct glimpse {
    uint64_t key[SERIES_SLOTS]; /* the early ones */
    struct key_words words, mark;
    uint64_t marks; /* a key of the last two moves alone, or 0 */
    bool near;
    int8_t dx[2], dy[2]; /* from the last two moves; FAR when too far */
};

/* The scratch memory for the moves of one position.  */
struct scout {
    struct view view;
    uint32_t series; /* bit s: series s is asked for */
    point last[2];
    uint64_t kind[2]; /* added to keys around them */
    struct key_words around[2][KEY_SIZES];
    struct known_shapes far; /* series answer and follow of moves far away */
    struct glimpse seen[AREA_MAX];
};

/* A new position.  LEXICON is the one to be asked later, or NULL.  */
void scout_set(struct scout *scout, struct lexicon const *lexicon,
               struct situation const *situation);

/* Look at the move P, number I, and fetch what scout_find will need from LEXICON
   unless it is NULL.  */
void scout_see(struct scout *scout, struct lexicon const *lexicon, int i, point p);

/* The known shapes of the move P, number I, that was seen.  */
void scout_find(struct scout *scout, struct lexicon const *lexicon, int i, point p,
                struct known_shapes *shapes);

/* All keys of the move P, known or not; returns how many.  */
int scout_keys(struct scout *scout, point p, uint64_t keys[static SERIES_SLOTS]);
