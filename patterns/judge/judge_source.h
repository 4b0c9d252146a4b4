/* patterns/judge/judge_source.h -- the judge as a source.

   One look gives two answers: how likely every move is, its only term, and what becomes
   of the position (judgement, engine/search/source.h), by which the search corrects
   what playouts toss a coin over.  It knows square boards
   from 9x9 on; on others it is silent.  */
#pragma once

#include "engine/search/source.h"

extern struct source_kind const judge_kind; /* reads judge.hishi */
