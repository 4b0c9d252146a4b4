/* patterns/learning/mixture_train.h -- from moves and what sources said of them to what
   each source is worth.

   The worths that make the moves played most probable: P is the exponential of a sum of
   terms times worths, so its logarithm has one summit and Newton's way to it is short.
   One set of sources after another is fitted from the same lessons, at each stage of
   the game, for what a source is worth depends on who else is heard.

   The sources have seen the training games, and what they say about those is no
   evidence: the games are to be new to all of them.  */
#pragma once

#include "engine/search/mixture.h"

struct mixture_lessons;

/* Lessons of COUNT sources.  */
struct mixture_lessons *mixture_lessons_new(struct source_kind const *const kinds[],
                                            int count);
void mixture_lessons_free(struct mixture_lessons *lessons);
long mixture_lessons_count(struct mixture_lessons const *lessons);

/* A position at STAGE in which PLAYED was played and CANDIDATES, all legal moves, were
   named by the sources as voices 0, 1 ...; nothing when it is not among them.  */
void mixture_lessons_add(struct mixture_lessons *lessons, int stage,
                         struct candidates const *candidates, point played);

/* What the sources of SET (bit v: voice v) are worth when just these are heard, into
   MIXTURE; returns the mean of log P of the moves played.  */
double mixture_lessons_fit(struct mixture_lessons const *lessons, uint32_t set,
                           struct mixture *mixture);
