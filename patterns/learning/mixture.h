/* patterns/learning/mixture.h -- games of several collections, evenly mixed.

   Learning must not meet one collection after the other: it would know the
   last one best.  A mixture opens every place and takes the next game from
   the place that is furthest behind, in a fixed order for given places.  */
#pragma once

#include "engine/records/archive.h"

struct mixture;

/* PLACES are shared with the caller and outlive the mixture.  */
struct mixture *mixture_open(char const *const *places, int count);
void mixture_close(struct mixture *mixture);

/* Read every place to its end, calling VISIT for each game, in order.  */
typedef void mixture_visit(void *context, int place, struct origin const *origin,
                           struct game const *game);
void mixture_survey(struct mixture *mixture, mixture_visit *visit, void *context);

/* After a survey: all games again, mixed.  GAME is an initialised one; false
   at the end.  */
bool mixture_next(struct mixture *mixture, struct game *game, struct origin *origin,
                  int *place);
/* Games that mixture_next has given, and will give in all.  */
void mixture_progress(struct mixture const *mixture, long *done, long *total);

/* How many games a place has, as the survey found or an earlier one is known
   to have found.  */
long mixture_total(struct mixture const *mixture, int place);
void mixture_set_total(struct mixture *mixture, int place, long total);
