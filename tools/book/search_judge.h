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

/* The verdict by PLAYOUTS on the end of WAY, whose board is seen as VIEW: as it stands
   in VERDICTS, where it is written down first if it is new.  False when it is not to be
   had: with a reason, or with none when the judge was stopped.  */
bool search_judge_ask(struct search_judge *judge, struct verdicts *verdicts,
                      struct way way, struct aspect const *view, uint32_t playouts,
                      struct verdict *verdict, struct failure *why);
