/* patterns/learning/harvest.h -- how often each shape was played, of very many.

   Nearly all shapes of a collection occur once.  A key is therefore first put
   into a large bit map only, and counted from the second time on; so a few of
   a hundred single ones are counted as two.  */
#pragma once

#include "patterns/model/lexicon.h"

struct harvest;

struct harvest *harvest_new(void);
void harvest_free(struct harvest *harvest);
void harvest_add(struct harvest *harvest, uint64_t const keys[], int count);

/* The keys counted at least so often that they fit into SLOTS_MAX slots, and
   never less than LEAST.  LEXICON is filled, *COUNTS (to be freed) gets the
   number of each slot; returns how often a key had to be played.  */
int harvest_finish(struct harvest const *harvest, size_t slots_max, int least,
                   struct lexicon *lexicon, uint16_t **counts);
