/* patterns/cases/vicinity.h -- what a case remembers of the surroundings of a point.

   A diamond tells what stands around a point.  A player also sees how short of
   liberties those stones are, whether a ko is being fought, and what was played
   just now: a vicinity adds the liberties of the stones on the twelve nearest points
   (1, 2, 3, more), where the last move and the one before lie, and the ko.

   The same vicinity turned or mirrored is the same case.  Its code is the least of the
   eight, a number whose leading bits are vicinities in less detail:

       LEVEL_CROSS    25 bits  edge 8, last move 6, ko 3, ring 1
       LEVEL_CORE     16       ring 2
       LEVEL_BREATH   30       liberties 24, the move before 6
       LEVEL_RING3    24
       LEVEL_RING4    32

   so that sorted by code, all cases that agree up to a level are neighbours.  The
   numbers are a fixed function of the vicinity and stand in files.  */
#pragma once

#include <assert.h>

#include "engine/go/situation.h"
#include "patterns/shapes/casecode.h"

enum vicinity_level {
    LEVEL_CROSS,
    LEVEL_CORE,
    LEVEL_BREATH,
    LEVEL_RING3,
    LEVEL_RING4,
    VICINITY_LEVELS
};

/* Where a move was: on a bit of the diamond, in its middle (taken again), or out of
   it, so far.  */
enum {
    PLACE_HERE = DIAMOND_POINTS,
    PLACE_NEAR,
    PLACE_AWAY,
    PLACE_FAR,
    PLACE_NONE, /* a pass, or there was none */
    PLACE_VALUES
};

enum { BREATH_POINTS = 12 };

struct vicinity {
    struct diamond diamond;
    /* Of a stone on bit i of the inner twelve: its liberties less 1, at most 3, as two
       bits.  */
    uint16_t breath_low, breath_high;
    uint8_t last, before; /* PLACE_..., or a bit */
    uint8_t ko;           /* 0, or 1 + at which side (as ring 1) of the last move, which
                             is in the diamond, it may not be retaken */
};

typedef unsigned __int128 vicinitycode; /* below 2^127 */

/* Tables, the same for all; init takes a millisecond.  */
struct vicinities {
    struct edges edges;
    struct {
        uint64_t off;
        uint8_t number; /* as in EDGES */
        uint8_t turns;  /* the symmetries that make it canonical */
    } end[625];         /* by the room to the four sides */
    int16_t delta[DIAMOND_POINTS];
    uint8_t place[SYMMETRIES][PLACE_VALUES];
    uint8_t cross[SYMMETRIES][16];
    uint8_t bit[2 * DIAMOND_RADIUS + 1][2 * DIAMOND_RADIUS + 1]; /* [dy][dx] */
};

void vicinities_init(struct vicinities *vicinities);

/* The last two moves of a situation, as vicinities want them.  */
struct latest {
    point last, before; /* NOWHERE for a pass, and when there was none */
};

struct latest latest_moves(struct situation const *situation);

/* The vicinity around AT for the side to move on BOARD.  */
void vicinity_look(struct vicinities const *vicinities, struct board const *board,
                   point at, struct latest latest, struct vicinity *vicinity);

void vicinity_turn(struct vicinity const *vicinity, int symmetry,
                   struct vicinity *turned);

/* The code of SCENE, and by which symmetry it came out.  */
vicinitycode vicinity_code(struct vicinities const *vicinities,
                           struct vicinity const *vicinity, int *symmetry);
/* The code of SCENE without turning it, and without its edge; the number of the edge of
   SCENE, or -1 when it does not lie as in codes.  */
vicinitycode vicinity_code_as_it_lies(struct vicinity const *vicinity);
int vicinity_end(struct vicinities const *vicinities, struct vicinity const *vicinity);

/* The vicinity of CODE, as it lies in the code.  */
void vicinity_decode(struct vicinities const *vicinities, vicinitycode code,
                     struct vicinity *vicinity);

/* What level LEVEL adds to CODE.  */
static inline uint32_t vicinity_part(vicinitycode code, int level)
{
    static uint8_t const shift[VICINITY_LEVELS] = {102, 86, 56, 32, 0};
    static uint32_t const mask[VICINITY_LEVELS] = {0x1ffffff, 0xffff, 0x3fffffff,
                                                   0xffffff, UINT32_MAX};
    assert(level >= 0 && level < VICINITY_LEVELS);
    return (uint32_t)(code >> shift[level]) & mask[level];
}

/* CODE with PART added as its next level.  */
static inline vicinitycode vicinity_join(vicinitycode code, int level, uint32_t part)
{
    static uint8_t const bits[VICINITY_LEVELS] = {25, 16, 30, 24, 32};
    assert(level >= 0 && level < VICINITY_LEVELS && (uint64_t)part >> bits[level] == 0);
    return code << bits[level] | part;
}
