/* patterns/features.h -- what is true of every move of a position, as numbers.

   Each legal move, and pass, is described by the known shapes around it (slots
   of a lexicon) and by plain features (numbers below PLAIN_FEATURES): where it
   lies, how far from the last moves, what reading says.  A model adds up one
   weight for each; learning and playing describe a move by this function and
   no other.

   The shapes of growing size form a chain: a larger one is asked for only
   when the smaller one is known.  How far the chain went is a feature too
   (feature_depth); it is left to the caller, because learning forgets what
   only the game at hand has shown.  */
#pragma once

#include "engine/source.h"
#include "engine/tactics.h"

#include "patterns/keys.h"
#include "patterns/lexicon.h"

/* Families of features, to be explained, counted or left out together.  */
enum family {
    FAMILY_NESTED,  /* shapes of seven sizes */
    FAMILY_MARKED,  /* shapes with the last two moves marked */
    FAMILY_LIBERTY, /* the nearest 12 points with liberties */
    FAMILY_DEPTH,   /* up to which size the shape is known */
    FAMILY_PLACE,   /* place on the board and stage of the game */
    FAMILY_NEAR,    /* distances to the last three moves */
    FAMILY_GRAPH,   /* distances along chains, contact with the last move */
    FAMILY_FACTS,   /* what reading says */
    FAMILY_SETS,    /* all of what reading says, together */
    FAMILY_CHAINS,  /* liberties and sizes of the chains it touches */
    FAMILY_KO,      /* what reading says while a ko is open */
    FAMILY_PASS,
    FAMILIES
};

char const *family_name(enum family family);

enum {
    PLAIN_SETS_BITS = 18,
    PLAIN_FEATURES = 4096 + (1 << PLAIN_SETS_BITS),
    MOVE_PLAIN_MAX = 48,
    MOVE_SLOTS = KEY_SIZES + KEY_MARKED_SIZES + 2,
};

enum family family_of_plain(uint32_t feature);

struct move_features {
    point at;       /* PASS too */
    uint8_t nested; /* known sizes: slot[0 .. nested) */
    uint8_t marked; /* slot[KEY_SIZES .. KEY_SIZES + marked) */
    bool near;      /* a last move is near enough to be marked */
    uint8_t plain_count;
    uint32_t slot[MOVE_SLOTS]; /* LEXICON_NONE for what is not known */
    uint32_t plain[MOVE_PLAIN_MAX];
};

enum { SLOT_MARKED = KEY_SIZES, SLOT_LIBERTY = KEY_SIZES + KEY_MARKED_SIZES };

/* The plain feature for chains of shapes known up to these sizes.  */
uint32_t feature_depth(int nested, int marked, bool near);

struct features {
    int count;
    struct move_features list[AREA_MAX + 1];
};

/* The scratch memory of whoever describes positions; one a thread.  Positions
   that follow each other are cheaper.  */
struct describer {
    struct tactics tactics;
    struct view view;
    uint32_t families; /* bit f: family f is to be described */
    uint8_t graph[2][POINTS];
    /* Between the two passes over the moves.  */
    uint64_t key[AREA_MAX][MOVE_SLOTS];
    struct key_words words[AREA_MAX];
    struct key_words mark[AREA_MAX];
};

struct describer *describer_new(void);
void describer_free(struct describer *describer);

/* Describe all moves of the side to move; pass comes last.  */
void features_describe(struct describer *describer, struct lexicon const *lexicon,
                       struct situation const *situation, struct features *features);

/* Every key of the move AT, known or not, in the order of the slots; returns
   which are meaningful, one bit a slot.  */
uint32_t features_keys(struct describer *describer, struct situation const *situation,
                       point at, uint64_t keys[static MOVE_SLOTS]);
