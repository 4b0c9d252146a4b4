/* patterns/style/style.h -- how one player differs from everybody, as weights.

   By his style a move that others would play with chance P is

       exp (sum of the weights of its traits + weights x what is seen at its point
            + sharpness x log (P / least))

   times as probable, before all moves add up to 1 again: traits (traits.h) are what he
   likes or avoids, the sharpness of each stage is how predictable he is.  What is seen
   at a point are the numbers by which the judge comes to its own view of the move
   (source.h): weighed anew for each stage they say what he makes of a position that
   nobody met before.  Weights are small and most traits have none, so that where
   nothing is known of him he plays as everybody does.

   In a file (kind "STYL", version 2), which is of one judge, by its provenance:

       HEAD   games and moves learnt from: 8 bytes each
       NAME   of the player, UTF-8
       SHRP   the sharpness of each stage, a float each
       SEEN   for each stage the weights of what is seen, a float each; or nothing
       TRAI   traits that have a weight, ascending: 4 bytes each
       WGHT   their weights, a signed byte each, in 1/64

   A style is immutable and may be shared between threads.  */
#pragma once

#include "engine/base/provenance.h"
#include "engine/search/mixture.h"

struct style;

struct style *style_open(char const *path, struct failure *why);
void style_free(struct style *style);

enum { STYLE_NUMBERS_MAX = 256 }; /* of what is seen */

/* Of the sums of weights: whoever he is, no move becomes more than e^3 times as
   probable or improbable.  */
#define STYLE_MOST 3.0f

/* What learning hands over: COUNT traits, ascending, with their weights.  */
struct style_learnt {
    char const *player;
    long games, moves;
    float sharpness[GAME_STAGES];
    int numbers;       /* seen at a point; 0: nothing was */
    float const *seen; /* their weights, those of the first stage first */
    size_t count;
    uint32_t const *traits;
    float const *weights;
};

/* The same of what was read; its pointers live as long as the style.  */
struct style_learnt const *style_facts(struct style const *style);

/* The weight of one trait, and the sum of many.  */
float style_weight(struct style const *style, uint32_t trait);
float style_sum(struct style const *style, uint32_t const traits[], int count);

/* What it makes of what SEER, who may be NULL, has seen at AT.  */
float style_view(struct style_learnt const *learnt, int stage,
                 struct source const *seer, point at);

/* By how much a move is raised, as a logarithm: SUM of its traits and of what is seen,
   STANDING from style_standing.  */
float style_raise(struct style_learnt const *learnt, int stage, float sum,
                  float standing);

/* How CANDIDATE stands with everybody: log (P / least) by the P of the first source
   that names it; 0 when it is less than that or unnamed.  A style has nothing to say of
   such moves, and of no others.  */
extern float const style_least;
float style_standing(struct candidates const *candidates,
                     struct candidate const *candidate);

/* Weights that come to nothing in a file are left out.  MADE (provenance.h) may be
   NULL.  */
bool style_write(char const *path, struct style_learnt const *learnt,
                 struct provenance const *made, struct failure *why);
