/* engine/search/player.h -- asks the sources, picks, and decides when to pass and when
   to resign.

   A player knows no protocol and no file.  It is handed a task (a position
   with its rules, history and time) and returns a decision with its reason.
   The same seed and task give the same decision, as long as the time allows
   for the playouts that the player wants to look at.  */
#pragma once

#include "engine/base/rng.h"
#include "engine/search/evaluator.h"

struct player; /* owns its scratch memory; not to be shared between threads */

struct player *player_new(uint64_t seed);
void player_free(struct player *player);
void player_reseed(struct player *player, uint64_t seed);

/* The sources to ask, in order; the player copies the rows, not what SELF
   points at.  */
void player_add_source(struct player *player, struct source const *source);

/* Who picks when there is something to pick; the row is copied.  NULL: the
   candidate that the sources together think most of.  */
void player_set_evaluator(struct player *player, struct evaluator const *evaluator);

/* Who looks at the candidates of the sources before one is played, when there is
   no evaluator; the row is copied.  NULL: nobody.  */
void player_set_check(struct player *player, struct check const *check);

void player_decide(struct player *player, struct task const *task,
                   struct decision *decision);

/* All that the player knows about AT in the task's situation.  */
void player_explain(struct player *player, struct task const *task, point at,
                    FILE *out);
