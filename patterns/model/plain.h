/* patterns/model/plain.h -- plain features of a move: numbers, one weight each.

   Where a move lies, how far from the last moves, what reading says, how much
   of each colour is around: each is a row of numbers, of which a move has one
   or a few.  Rows belong to families.  */
#pragma once

#include "engine/reading/tactics.h"
#include "engine/search/source.h"

#include "patterns/model/proximity.h"
#include "patterns/model/series.h"

/* Families of features, to be explained, counted or left out together.  */
enum family {
    FAMILY_NESTED,  /* shapes of seven sizes */
    FAMILY_MARKED,  /* shapes with the last two moves marked */
    FAMILY_LIBERTY, /* the nearest 12 and 24 points with liberties */
    FAMILY_DEPTH,   /* up to which size the shapes are known */
    FAMILY_PLACE,   /* place on the board and stage of the game */
    FAMILY_NEAR,    /* distances to the last three moves */
    FAMILY_GRAPH,   /* distances along chains, contact with the last move */
    FAMILY_FACTS,   /* what reading says */
    FAMILY_SETS,    /* all of what reading says, together */
    FAMILY_CHAINS,  /* liberties and sizes of the chains it touches */
    FAMILY_KO,      /* what reading says while a ko is open */
    FAMILY_PASS,
    FAMILY_ANSWER,       /* the shapes around the last two moves */
    FAMILY_SURROUNDINGS, /* how much of each colour is around */
    FAMILY_SQUARE,       /* the 5x5 window, with the last two moves marked or not */
    FAMILY_PAIRS,        /* what plain features mean in pairs (pairs.h): no numbers */
    FAMILIES
};

char const *family_name(enum family family);

/* The family that a series of shapes belongs to.  */
enum family family_of_series(enum series series);

enum {
    PLAIN_SETS_BITS = 18,
    PLAIN_SINGLE = 5120, /* below: one circumstance a number; above: hashed */
    PLAIN_FEATURES = PLAIN_SINGLE + 2 * (1 << PLAIN_SETS_BITS),
    PLAIN_MAX = 56, /* of a move */
    DEPTH_FEATURES = 2,
    PLAIN_ROWS = 24,
};

enum family family_of_plain(uint32_t feature);

/* The plain features of how far the series of a move go.  Learning forgets
   what only the game at hand has shown, so they are found last.  */
void depth_features(uint8_t const known[static SERIES], bool near,
                    uint32_t out[static DEPTH_FEATURES]);

/* What is the same for all moves of a position.  */
struct scenery {
    struct board const *board;
    struct tactics const *tactics;
    struct proximity const *proximity;
    uint32_t families; /* bit f: family f is to be described */
    point last[3];
    int phase, stage;
    uint32_t start[PLAIN_ROWS]; /* number of the first feature of each row */
    uint8_t graph[2][POINTS];   /* steps to the last two moves */
};

void scenery_set(struct scenery *scene, struct situation const *situation,
                 struct tactics const *tactics, struct proximity const *proximity);

/* The plain features of the move AT, where SHAPE is a key of the eight points
   around it, and MARKS one of where the last two moves lie from it, 0 when both
   are far; returns how many.  */
int plain_features(struct scenery const *scene, point at, uint64_t shape,
                   uint64_t marks, uint32_t out[static PLAIN_MAX]);
/* ... and of pass, when there are so many moves.  */
int plain_features_of_pass(struct scenery const *scene, int moves,
                           uint32_t out[static PLAIN_MAX]);
