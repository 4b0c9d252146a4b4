/* tools/book/search_judge.h -- the engine as a judge of positions.  */
#pragma once

#include <stdatomic.h>

#include "books/opening/verdicts.h"

struct search_judge;

/* One that searches alone on SIZE with HANDICAP stones on their points.  */
struct search_judge *search_judge_new(int size, int handicap, double komi,
                                      uint64_t seed);
void search_judge_free(struct search_judge *judge);
/* A judgement ends early when *STOP is set.  */
void search_judge_listen(struct search_judge *judge, atomic_bool const *stop);
struct verdict_judge search_judge_row(struct search_judge *judge);
