/* tools/learn/views.c -- counted games to the views that explain the judge.

   Validation games are drawn too, to measure on: how often those nearest are right
   about what becomes of a chain, and how far they are from what the judge says.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/learn/learn.h"
#include "tools/learn/view_collector.h"

#include "engine/base/datafile.h"

#include <math.h>
#include <stdio.h>

enum { PARTS = 4 }; /* a quarter, a half, and all are measured */

struct view_tuning {
    int views, checks, chains, nearest, seed;
    double sure;
};

static struct param const rows[] = {
    PARAM(struct view_tuning, views, PARAM_INT, 1, 4500, 30000, "to remember"),
    PARAM(struct view_tuning, checks, PARAM_INT, 0, 3000, 30000,
          "chains of validation games to measure on"),
    PARAM(struct view_tuning, chains, PARAM_INT, 1, 2, VIEW_CHAINS_MAX,
          "of a game at most"),
    PARAM(struct view_tuning, nearest, PARAM_INT, 1, 8, 1000,
          "views that are heard when it is measured"),
    PARAM(struct view_tuning, sure, PARAM_FLOAT, 0, 0.05, 1,
          "how often a chain that surely lives is drawn, beside one that surely dies"),
    PARAM(struct view_tuning, seed, PARAM_INT, 0, 1, 1e9, "of all that is random"),
    {0},
};

struct view_lesson {
    struct learning const *learning;
    struct view_tuning tuning;
    struct view_collector *collector;
};

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct view_lesson *const lesson = context;
    return view_collector_add(lesson->collector, game, origin, why);
}

static double percent(long part, long whole)
{
    return 100 * (double)part / (double)(whole ? whole : 1);
}

static void tell_marks(struct view_lesson const *lesson, int views, char const *which,
                       struct view_marks const *marks)
{
    double const rms =
        sqrt(marks->square / (double)(marks->chains ? marks->chains : 1));
    double const right = percent(marks->right, marks->chains),
                 judge = percent(marks->judge_right, marks->chains);
    provenance_say(lesson->learning->made, "measured",
                   "%d views, %s %ld chains of validation games: the nearest %d are "
                   "right about %.1f %%, the judge about %.1f %%; %.3f rms apart",
                   views, which, marks->chains, lesson->tuning.nearest, right, judge,
                   rms);
    printf(lesson->learning->json
               ? "{\"views\": %d, \"chains\": \"%s\", \"count\": %ld, "
                 "\"right_percent\": %.2f, \"judge_right_percent\": %.2f, "
                 "\"rms\": %.4f}\n"
               : "%d views, %s %ld chains: right %.1f %%, judge %.1f %%, %.3f rms "
                 "apart\n",
           views, which, marks->chains, right, judge, rms);
}

/* All of VIEWS, or a part of them, which are there by chance: so many would have been
   drawn had fewer been wanted.  */
static void measure(struct view_lesson const *lesson, struct views *views)
{
    for (int part = 1; part <= PARTS; part *= 2)
        if (views_count(views) >= PARTS) {
            struct view_check found;
            view_collector_check(lesson->collector, views, lesson->tuning.nearest,
                                 &found);
            tell_marks(lesson, views_count(views), "all", &found.all);
            tell_marks(lesson, views_count(views), "doubted", &found.doubted);
            if (!lesson->learning->json && found.all.chains)
                printf("%.1f microseconds a question\n",
                       1e6 * found.cpu_s / (double)found.all.chains);
            views_limit(views, views_count(views) / 2);
        }
}

/* Written once to be asked, and again with what came of that.  */
static bool check(struct view_lesson const *lesson, struct failure *why)
{
    struct learning const *const learning = lesson->learning;
    struct views *const views = views_open(learning->file, why);
    if (!views)
        return false;
    measure(lesson, views);
    views_close(views);
    return view_collector_write(lesson->collector, learning->file, learning->made, why);
}

static bool collect(struct view_lesson *lesson, struct failure *why)
{
    struct learning const *const learning = lesson->learning;
    struct selection selection = learning->games;
    int games;
    selection.splits &= ~(1u << SPLIT_TEST);
    games_learn(&selection, take, lesson, learning->made);
    int const views = view_collector_views(lesson->collector, &games);
    if (!learnt_something(learning, games, why))
        return false;
    provenance_say(learning->made, "learnt from", "%d chains of %d games", views,
                   games);
    printf(learning->json ? "{\"views\": %d, \"games\": %d}\n"
                          : "%d chains of %d games\n",
           views, games);
    return view_collector_write(lesson->collector, learning->file, learning->made,
                                why) &&
           (!lesson->tuning.checks || check(lesson, why));
}

bool learn_views(struct learning const *learning, struct failure *why)
{
    struct view_lesson lesson = {.learning = learning};
    char path[DATAFILE_PATH];
    if (!learn_settings(learning, rows, &lesson.tuning, why))
        return false;
    struct judge *const judge =
        datafile_find("judge.hishi", path, why) ? judge_open(path, why) : NULL;
    if (!judge || !provenance_learnt_against(learning->made, path, why)) {
        judge_free(judge);
        return false;
    }
    struct view_tuning const *const tuning = &lesson.tuning;
    lesson.collector = view_collector_new(
        judge, &(struct view_options){.views = tuning->views,
                                      .checks = tuning->checks,
                                      .chains = tuning->chains,
                                      .sure = tuning->sure,
                                      .seed = (uint64_t)tuning->seed});
    bool const good = collect(&lesson, why);
    view_collector_free(lesson.collector);
    judge_free(judge);
    return good;
}
