/* books/sequences/imprint.h -- what every game leaves on every point, so that shapes
   are found without playing anything through.

   Moments are counted in moves: moment m is the position before the game's move m,
   from 0, passes left out, edits just before it included.  Most points are taken
   once and stay as they are; for these one number, the first moment at which they
   are taken, says everything.  A shape of such points stands from the moment
   its last stone is there until the first of its empty points is taken:

       stones taken at   3  17  40        stands at the moments 40 ... 57
       empty points at   58  never

   The points that change again, by captures and what is played there later, have a
   mark instead, and all their changes are listed beside.

   Looking is fast because most games need no look.  Games come in blocks, and what
   a block keeps for each point as sets of games, a bit a game, is one cache line a
   set: which games ever had a stone of a colour there, in which it was taken before
   moment 32, 80 or 144, in which it changes again.  For a shape in a place the first
   sets of its stones are intersected; and no game is left in which one of the three
   moments is behind an empty point's and not behind a stone's, which throws out
   almost all that have the right stones at the wrong time.  Of the rest eight are
   looked at together.  All of this is about 5 bytes a move.  */
#pragma once

#include "books/sequences/sighting.h"
#include "engine/base/stage.h"

enum {
    BLOCK_GAMES = 512,
    TILE_GAMES = 8, /* are looked at together */
    BLOCK_TILES = BLOCK_GAMES / TILE_GAMES,
    BLOCK_PLACES = CODE_BOARD * CODE_BOARD,
    CHANGES_AGAIN = 0,
    NEVER_TAKEN = 0xffff
};

enum { STAGES = 3, GAME_WORDS = BLOCK_GAMES / 64 };

extern uint16_t const stage_moments[STAGES];

/* A set of the games of a block; a tile is a byte of it.  */
typedef uint64_t game_set __attribute__((vector_size(BLOCK_GAMES / 8), aligned(8)));

/* Of eight games one number each.  */
typedef uint16_t octet __attribute__((vector_size(2 * TILE_GAMES)));

/* Places are numbered row by row from A1, from 0.  */
struct imprint_block {
    game_set had[2][BLOCK_PLACES]; /* ever a black, ever a white stone there */
    game_set again[BLOCK_PLACES];  /* it changes more than once */
    /* Taken before a moment, and not to change again.  */
    game_set before[STAGES][BLOCK_PLACES];
    /* The first moment and 1, so that a change is behind another when its number
       is larger, or one of the two special ones.  */
    octet taken[BLOCK_TILES][BLOCK_PLACES];
};

/* At MOMENT a place got a colour: WHAT has both.  */
struct change {
    uint16_t moment, what;
};

enum { PLACE_BITS = 9 };

static inline int change_place(struct change change)
{
    return change.what & ((1 << PLACE_BITS) - 1);
}

static inline enum color change_color(struct change change)
{
    return (enum color)(change.what >> PLACE_BITS);
}

/* All changes of the points that changed more than once, game by game, place by
   place, in order; those of game g are from first[g] up to first[g + 1].  */
struct imprint_changes {
    struct change *list;
    uint32_t *first;
    uint32_t count;
};

struct imprint {
    struct imprint_block *blocks;
    struct imprint_changes changes;
    uint32_t block_count;
};

/* Play the games of CORPUS through and hand over block by block; the caller releases
   the changes.  About half a microsecond a move.  */
struct imprint_changes imprint_make(struct corpus const *corpus,
                                    void (*take)(void *context,
                                                 struct imprint_block const *block),
                                    void *context, struct listener const *listener);
void imprint_changes_release(struct imprint_changes *changes);

/* Does what was read from a file hang together, for that many games?  */
bool imprint_is_sound(struct imprint const *imprint, uint32_t games);

/* The same sightings as shape_find, game by game and in the order of the moves.  */
void imprint_find(struct imprint const *imprint, struct corpus const *corpus,
                  struct shape const *shape, shape_watch *watch, void *context);
