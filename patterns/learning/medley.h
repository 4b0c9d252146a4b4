/* patterns/learning/medley.h -- games of several collections, evenly mixed.

   Learning must not meet one collection after the other: it would know the
   last one best.  A medley opens every place and takes the next game from
   the place that is furthest behind, in a fixed order for given places.  */
#pragma once

#include "engine/records/archive.h"

struct medley;

/* PLACES are shared with the caller and outlive the medley.  LIMIT is as for
   archive_open_up_to.  */
struct medley *medley_open(char const *const *places, int count, uint64_t limit);
void medley_close(struct medley *medley);

/* Read every place to its end, calling VISIT for each game, in order.  */
typedef void medley_visit(void *context, int place, struct origin const *origin,
                          struct game const *game);
void medley_survey(struct medley *medley, medley_visit *visit, void *context);

/* After a survey: all games again, mixed.  GAME is an initialised one; false
   at the end.  */
bool medley_next(struct medley *medley, struct game *game, struct origin *origin,
                 int *place);
/* Games that medley_next has given, and will give in all.  */
void medley_progress(struct medley const *medley, long *done, long *total);

/* How many games a place has, as the survey found or an earlier one is known
   to have found.  */
long medley_total(struct medley const *medley, int place);

/* Did any of the readings so far go wrong?  False when a file could not be read (unless
   KEEP_GOING), or when the games were not those of the survey.  */
bool medley_is_sound(struct medley const *medley, bool keep_going, struct failure *why);

/* Tell MADE of all places, and how many games they have.  */
bool medley_tell(struct medley const *medley, struct provenance *made,
                 struct failure *why);
void medley_set_total(struct medley *medley, int place, long total);
