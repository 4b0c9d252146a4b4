/* patterns/model/features.h -- what is true of every move of a position, as numbers.

   Each legal move, and pass, is described by the known shapes around it (slots
   of a lexicon, see series.h) and by plain features (see plain.h).  A model
   adds up one weight for each; learning and playing describe a move by this
   function and no other.  */
#pragma once

#include "engine/base/rng.h"

#include "patterns/model/plain.h"

struct move_features {
    point at; /* PASS too */
    uint8_t plain_count;
    bool stands; /* for SAMPLE_STANDS moves like it */
    struct known_shapes shapes;
    uint32_t plain[DEPTH_FEATURES + PLAIN_MAX]; /* depths first; pass has none */
};

struct features {
    int count;
    struct move_features list[AREA_MAX + 1];
};

/* The scratch memory of whoever describes positions; one a thread.  Positions
   that follow each other are cheaper.  */
struct describer {
    struct tactics tactics;
    struct tactics const *read; /* the facts of the next position, when somebody else
                                   has read them already; else NULL */
    struct proximity proximity;
    struct scenery scene;
    struct scout scout;
};

struct describer *describer_new(void);
void describer_free(struct describer *describer);
/* Describe only these families; bit f: family f.  */
void describer_choose(struct describer *describer, uint32_t families);

/* Describe all moves of the side to move; pass comes last.  */
void features_describe(struct describer *describer, struct lexicon const *lexicon,
                       struct situation const *situation, struct features *features);

/* The same for a sample of the moves: all that lie near the last two moves or
   that reading has something to say about, PLAYED, and one in SAMPLE_STANDS of
   the others, drawn by RNG.  */
enum { SAMPLE_STANDS = 6 };

/* How many moves it stands for.  */
static inline float features_stand(struct move_features const *move)
{
    return move->stands ? SAMPLE_STANDS : 1;
}

void features_sample(struct describer *describer, struct lexicon const *lexicon,
                     struct situation const *situation, point played, struct rng *rng,
                     struct features *features);

/* A smaller sample, the same for the same position: all moves near the last two,
   those that capture, rescue or catch something, and one in SAMPLE_STANDS of the
   others.  */
void features_glance(struct describer *describer, struct lexicon const *lexicon,
                     struct situation const *situation, struct features *features);

/* The known shapes of the move AT alone.  */
void features_shapes(struct describer *describer, struct lexicon const *lexicon,
                     struct situation const *situation, point at,
                     struct known_shapes *shapes);

/* Every key of the move AT, known or not; returns how many.  */
int features_keys(struct describer *describer, struct situation const *situation,
                  point at, uint64_t keys[static SERIES_SLOTS]);
