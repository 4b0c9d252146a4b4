/* patterns/judge/judge_source.h -- the judge as a source.

   One look gives two answers: how likely every move is, its only term, and what becomes
   of the position (judgement, engine/search/source.h), by which the search corrects
   what playouts toss a coin over.  It knows square boards
   from 9x9 on; on others it is silent.  */
#pragma once

#include "engine/search/source.h"

extern struct source_kind const judge_kind; /* reads judge.hishi */

/* Its self, for whoever wants to know where its view of a point comes from (views.h).

   Look at SITUATION once, as it lies, Black needing what he needed at the last
   question; false where such boards are not judged.  The numbers of a point are there
   until it looks again.  */
struct judge_voice;
bool judge_source_look(struct judge_voice *self, struct situation const *situation);
float const *judge_source_numbers(struct judge_voice const *self, point at);
