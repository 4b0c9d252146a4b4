/* engine/search/player.h -- consults, lets an evaluator pick, and decides when to pass
   and when to resign.

   A player knows no protocol and no file.  It is handed a task (a position
   with its rules, history and time) and returns a decision with its reason and its
   evidence.  The same seed and task give the same decision, as long as the time allows
   for the playouts that the player wants to look at.  */
#pragma once

#include "engine/base/rng.h"
#include "engine/search/consultation.h"
#include "engine/search/evaluator.h"

struct player; /* owns its scratch memory; not to be shared between threads */

/* It asks CONSULTATION, which outlives it.  */
struct player *player_new(struct consultation *consultation, uint64_t seed);
void player_free(struct player *player);
void player_reseed(struct player *player, uint64_t seed);

/* Who picks among the candidates; the row is copied.  NULL: the most probable one is
   played.  */
void player_set_evaluator(struct player *player, struct evaluator const *evaluator);

/* Who may answer before anybody thinks; the row is copied.  NULL: nobody.  Its WIN is
   the chance that it believes to have; where that is a number the evaluator takes a
   short look, and thinks for itself where it finds much less.  NAN: no need to.  */
void player_set_reciter(struct player *player, struct evaluator const *reciter);

void player_decide(struct player *player, struct task const *task,
                   struct decision *decision);

/* Consult and let the evaluator think, without end, until the task's STOP: what it
   finds out is there when the next move is to be decided.  */
void player_ponder(struct player *player, struct task const *task,
                   struct decision *expected);

/* For an observer, while the evaluator thinks: all that is known about AT.  */
void player_insight(struct player *player, point at, struct insight *view);

/* What becomes of the task's situation, by a source that looks at that; false when
   nobody does.  */
bool player_judge(struct player *player, struct task const *task,
                  struct judgement *judgement);

/* All that is known about AT in the task's situation; what the evaluator found there
   too, if it was the last one decided on.  */
void player_view(struct player *player, struct task const *task, point at,
                 struct insight *view);
/* The same in lines, down to the weights.  */
void player_detail(struct player *player, struct task const *task, point at, FILE *out);
