/* patterns/model/keys.h -- the surroundings of a point as keys, size by size.

   The model remembers shapes of seven sizes, from the eight neighbours to all
   220 points within Manhattan distance 10:

       size      0    1    2    3    4    5    6
       radius   3x3   2    3    4    5    7   10
       points    8   12   24   40   60  112  220

   A key is the same for all eight symmetries and for exchanged colours: each
   content of each point has eight random words, one a symmetry, and the key
   of a shape mixes the sum of the eight exclusive ors of these words.  That
   is one vector operation a point, whatever the symmetry.

   Nothing is kept from one position to the next.  Most shapes are unknown
   beyond a radius of three or four, so growing each key only as far as it is
   needed costs less than keeping all of them up to date.  */
#pragma once

#include "engine/go/board.h"
#include "engine/go/symmetry.h"

enum {
    KEY_SIZES = 7,
    KEY_RADIUS = 10,
    KEY_POINTS = 220,
    KEY_MARKED_SIZES = 5,   /* sizes that also come with the last moves marked */
    KEY_SQUARE_POINTS = 12, /* of the 5x5 square beyond size 1 */
    KEY_MARKS = 4,          /* ways to mark a point of a shape */
    KEY_LIBERTY_SIZES = 2,  /* sizes that also see liberties: sizes 1 and 2 */
    KEY_LIBERTY_POINTS = 24,
    VIEW_PITCH = BOARD_MAX + 2 * KEY_RADIUS,
};

/* A position as the side to move sees it, with a margin all around: what is
   on each point, and what is there with the liberties of its chain.  */
struct view {
    uint8_t content[VIEW_PITCH * VIEW_PITCH]; /* 0 empty, 1 own, 2 enemy, 3 off */
    uint8_t liberty[VIEW_PITCH * VIEW_PITCH]; /* 0 empty, 1-3 own with so many or
                                                 more, 4-6 enemy's, 7 off */
};

/* The eight words of a shape, one a symmetry.  */
struct key_words {
    _Alignas(64) uint64_t of[SYMMETRIES];
};

void view_set(struct view *view, struct board const *board);

static inline int view_index(point p)
{
    return (point_row(p) - 1 + KEY_RADIUS) * VIEW_PITCH + point_column(p) - 1 +
           KEY_RADIUS;
}

/* Keys of the shapes around AT (a view_index) from the smallest up to size
   LAST, given the words of the shapes up to FIRST - 1 in WORDS, which goes on
   to hold those up to LAST.  keys[size] are set for FIRST .. LAST.  */
void keys_grow(struct view const *view, int at, int first, int last,
               struct key_words words[static KEY_SIZES],
               uint64_t keys[static KEY_SIZES]);

/* WORDS, of size 1, become those of the 24 points of the 5x5 square.  */
void keys_square(struct view const *view, int at, struct key_words *words);

/* Mark in WORDS, in the way WHICH, the point DX, DY from the middle, which must
   be one of the KEY_POINTS.  */
void keys_mark(struct key_words *words, int which, int dx, int dy);

/* The key of WORDS with MARK in it.  */
uint64_t keys_marked(struct key_words const *words, struct key_words const *mark);

/* The key of WORDS with this mark.  */
uint64_t keys_marked_at(struct key_words const *words, int which, int dx, int dy);

/* The words of the nearest 12 and 24 points with their liberties.  */
void keys_liberty(struct view const *view, int at,
                  struct key_words words[static KEY_LIBERTY_SIZES]);

/* In WORDS, which holds the nearest 24 points with their liberties, what lies
   further out, up to size LAST: words[size] for sizes 3 .. LAST.  */
void keys_grow_liberty(struct view const *view, int at, int last,
                       struct key_words const *inner,
                       struct key_words words[static KEY_SIZES]);
