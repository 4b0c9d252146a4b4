/* player/mind.h -- what a player thinks with, put together.

   The sources with what they have learnt, the mixture that weighs them, the weights of
   the playouts, and the evaluators that pick; and what of all this is missing.  A mind
   belongs to one game at a time and one thread; a search starts threads of its own.  */
#pragma once

#include "engine/search/player.h"
#include "player/tuning.h"

struct mind;

/* Reads everything at once: what is missing or damaged is known from then on.  */
struct mind *mind_new(uint64_t seed);
void mind_free(struct mind *mind);
void mind_reseed(struct mind *mind, uint64_t seed);

/* What it has to do without, and why.  */
struct complaints const *mind_complaints(struct mind const *mind);
/* What it has had to think without; the same is complained of once.  */
void mind_complain(struct mind *mind, struct failure const *why);

struct consultation *mind_consultation(struct mind *mind);
/* The self of the source that is called NAME, or NULL when it is not there.  */
void *mind_source(struct mind *mind, char const *name);

/* By which the judge is explained, or NULL.  */
struct views const *mind_views(struct mind const *mind);

/* Open what TUNING names and the next move needs: nothing is read after that.  */
void mind_settle(struct mind *mind, struct tuning const *tuning);

/* The player, as TUNING has it, for games with KOMI.  */
struct player *mind_player(struct mind *mind, struct tuning const *tuning, double komi);
/* The search, as TUNING has it; it takes memory, so it is made when it is needed
   first.  */
struct search *mind_search(struct mind *mind, struct search_tuning const *tuning);
/* What the search has found out, if there is one, is forgotten.  */
void mind_forget(struct mind *mind);
