/* player/thinking.h -- a search put together from what the program has learnt.

   Its playouts draw moves by learnt weights, or evenly when these cannot be
   read; its candidates come from the sources, and as long as the model is not
   among them, from what playouts would play.  */
#pragma once

#include "engine/search/search.h"

struct thinking;

/* The SOURCES are copied.  WHY says what could not be read, and is left alone
   otherwise.  */
struct thinking *thinking_new(struct source const sources[], int count,
                              struct search_tuning const *tuning, uint64_t seed,
                              struct failure *why);
void thinking_free(struct thinking *thinking);
struct search *thinking_search(struct thinking *thinking);
