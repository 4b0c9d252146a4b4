/* tools/learn/view_collector.h -- from counted games to the views that explain a
   judge (patterns/judge/views.h).

   Of every game that takes part one position is drawn, and of it chains of two stones
   and more; a stone of each is looked at as the judge sees it.  Most chains live and
   everybody knows it, so those that the judge is sure of are drawn less often: by what
   it sees, never by what became of them, so that views that are alike still have the
   fates that such views have.

   Which games take part is drawn too, by their names and numbers: the same whatever
   else is read.  Games to check are drawn alike, their chains evenly.  */
#pragma once

#include "engine/base/provenance.h"
#include "engine/records/archive.h"
#include "patterns/judge/judge.h"
#include "patterns/judge/views.h"

enum { VIEW_CHAINS_MAX = 4 };

struct view_options {
    int views;   /* to remember at most */
    int checks;  /* to measure on at most */
    int chains;  /* of a game at most */
    double sure; /* how often a chain is drawn that the judge is sure to live, beside
                    one that is sure to die; 1: as often */
    uint64_t seed;
};

struct view_collector;

/* JUDGE outlives it.  */
struct view_collector *view_collector_new(struct judge const *judge,
                                          struct view_options const *options);
void view_collector_free(struct view_collector *collector);
/* Take GAME, of 19x19 and counted, if it is drawn.  False when it cannot be replayed.
 */
bool view_collector_add(struct view_collector *collector, struct game const *game,
                        struct origin const *origin, struct failure *why);

/* What has been drawn: views to be written, and from how many games.  */
int view_collector_views(struct view_collector *collector, int *games);
/* MADE may be NULL.  */
bool view_collector_write(struct view_collector *collector, char const *path,
                          struct provenance const *made, struct failure *why);

/* How well the NEAREST of VIEWS tell what becomes of the chains that were drawn to
   check, but for seki; of all of them, and of those that the judge doubts: it gives
   them 4 chances of 5 to live, or fewer.  */
struct view_marks {
    long chains, right, judge_right;
    double square; /* of the distance from the judge, summed up */
};

struct view_check {
    struct view_marks all, doubted;
    double cpu_s; /* of asking alone */
};

void view_collector_check(struct view_collector *collector, struct views const *views,
                          int nearest, struct view_check *check);
