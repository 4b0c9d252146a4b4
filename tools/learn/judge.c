/* tools/learn/judge.c -- games to the judge of positions.

   Games are packed into a file first, by --judge-games; a judge is learnt from such
   files. Its state is kept in FILE.unfinished, and FILE itself is written as often: the
   same command goes on after an interruption, from the step where it was stopped or, if
   it was killed, from the last saving.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/learn/learn.h"
#include "tools/progress.h"

#include "engine/base/seconds.h"
#include "patterns/learning/judge_train.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct judge_tuning {
    int steps, falling, batch, blocks, threads, seed, save, check;
    double rate, counted, small;
    char begin[1024];
};

static struct param const rows[] = {
    PARAM(struct judge_tuning, steps, PARAM_INT, 1, 560000, 1e9, "steps in all"),
    PARAM(struct judge_tuning, falling, PARAM_INT, 0, 550000, 1e9,
          "steps at the end over which the rate falls to 0"),
    PARAM(struct judge_tuning, batch, PARAM_INT, 1, 32, 4096, "positions a step"),
    PARAM(struct judge_tuning, blocks, PARAM_INT, 1, BLOCKS_MAX, BLOCKS_MAX,
          "how often the judge thinks again"),
    PARAM(struct judge_tuning, threads, PARAM_INT, 1, 1, LEARNERS, "to learn with"),
    PARAM(struct judge_tuning, rate, PARAM_FLOAT, 0, 0.006, 1, "of learning"),
    PARAM(struct judge_tuning, counted, PARAM_FLOAT, 0, 0.7, 1,
          "share of positions that are from counted games"),
    PARAM(struct judge_tuning, small, PARAM_FLOAT, 0, 0.25, 1,
          "share of positions that are from smaller boards than 19x19"),
    PARAM_ANY_TEXT(struct judge_tuning, begin, "a judge to begin with"),
    PARAM(struct judge_tuning, seed, PARAM_INT, 0, 1, 1e9, "of all that is random"),
    PARAM(struct judge_tuning, save, PARAM_INT, 1, 4000, 1e9,
          "steps between two savings"),
    PARAM(struct judge_tuning, check, PARAM_INT, 0, 4000, 1e6,
          "validation positions to measure on at each saving"),
    {0},
};

/* ---------------------------------------------------------------- collecting */

static bool collect_game(void *context, struct game const *game,
                         struct origin const *origin, struct failure *why)
{
    return judge_collector_add(context, game,
                               split_of(origin->number) == SPLIT_VALIDATION, why);
}

bool learn_judge_games(struct learning const *learning, struct failure *why)
{
    struct judge_collector *const collector = judge_collector_new();
    struct selection selection = learning->games;
    long counted;
    selection.splits &= ~(1u << SPLIT_TEST);
    selection.notes = true;
    games_learn(&selection, collect_game, collector, learning->made);
    long const games = judge_collector_games(collector, &counted);
    provenance_say(learning->made, "kept", "%ld games, %ld of them counted", games,
                   counted);
    printf(learning->json ? "{\"games\": %ld, \"counted\": %ld}\n"
                          : "%ld games, %ld of them counted\n",
           games, counted);
    bool const good =
        learnt_something(learning, games, why) &&
        judge_collector_write(collector, learning->file, learning->made, why);
    judge_collector_free(collector);
    return good;
}

/* ---------------------------------------------------------------- learning */

struct judge_lesson {
    struct learning const *learning;
    struct judge_tuning tuning;
    struct judge_trainer *trainer;
    struct judge_marks marks; /* since they were told last */
    char state[4096];
};

static double share(double part, double whole)
{
    return part / (whole > 0 ? whole : 1);
}

static void tell_marks(struct judge_lesson const *lesson, char const *games,
                       struct judge_marks const *marks)
{
    printf(lesson->learning->json
               ? "{\"steps\": %ld, \"games\": \"%s\", \"loss\": %.4f, "
                 "\"owner_error\": %.5f, \"lead_rms\": %.2f, \"win_error\": %.4f, "
                 "\"top1_percent\": %.2f, \"policy_loss\": %.4f, \"cpu_s\": %.0f}\n"
               : "%7ld  %-10s  loss %.4f  owners %.5f  lead %.2f  win %.4f  "
                 "first %.2f %%  %.4f  CPU %.0f s\n",
           judge_trainer_steps(lesson->trainer), games, judge_marks_loss(marks),
           share(marks->owner_error, marks->owned),
           sqrt(share(marks->lead_square, marks->counted)),
           share(marks->win_error, marks->decided),
           100 * share(marks->right, marks->played),
           share(marks->policy_loss, marks->played), program_cpu_s());
}

/* The judge as it is now.  */
static bool write_out(struct judge_lesson const *lesson, struct failure *why)
{
    struct judge_source const source = judge_trainer_source(lesson->trainer);
    return judge_write(lesson->learning->file, judge_trainer_weights(lesson->trainer),
                       &source, lesson->learning->made, why);
}

static bool keep_state(struct judge_lesson const *lesson, struct failure *why)
{
    return judge_trainer_save(lesson->trainer, lesson->state, lesson->learning->made,
                              why);
}

static bool save(struct judge_lesson *lesson, struct failure *why)
{
    tell_marks(lesson, "training", &lesson->marks);
    for (int small = 0; small < 2; small++) {
        struct judge_marks checked = {0};
        judge_trainer_check(lesson->trainer, small, lesson->tuning.check, &checked);
        if (checked.count > 0)
            tell_marks(lesson, small ? "small" : "validation", &checked);
    }
    fflush(stdout);
    memset(&lesson->marks, 0, sizeof lesson->marks);
    return keep_state(lesson, why) && write_out(lesson, why);
}

/* Where nothing can be kept, it is better said now than at the first saving.  And who
   was killed between saving and writing out has it to do still.  */
static bool prepare(struct judge_lesson const *lesson, struct failure *why)
{
    return judge_trainer_steps(lesson->trainer) ? write_out(lesson, why)
                                                : keep_state(lesson, why);
}

static bool stop_here(struct judge_lesson const *lesson, struct failure *why)
{
    return keep_state(lesson, why) &&
           (!judge_trainer_steps(lesson->trainer) || write_out(lesson, why)) &&
           failed(why, "stopped; the same command goes on from here");
}

static bool teach(struct judge_lesson *lesson, struct failure *why)
{
    long const steps = lesson->tuning.steps;
    struct progress progress;
    cmdline_mind_signals();
    bool good = prepare(lesson, why);
    progress_start(&progress);
    while (good && !cmdline_stop && judge_trainer_steps(lesson->trainer) < steps) {
        judge_trainer_step(lesson->trainer, &lesson->marks);
        long const done = judge_trainer_steps(lesson->trainer);
        if (done % lesson->tuning.save == 0 || done == steps)
            good = save(lesson, why);
        progress_show(&progress, (uint64_t)done, (uint64_t)steps,
                      "%ld steps, loss %.3f", done, judge_marks_loss(&lesson->marks));
    }
    progress_end(&progress);
    return good &&
           (judge_trainer_steps(lesson->trainer) >= steps || stop_here(lesson, why));
}

static bool same_file(char const *path, char const *other)
{
    struct stat one, two;
    return stat(path, &one) == 0 && stat(other, &two) == 0 &&
           one.st_dev == two.st_dev && one.st_ino == two.st_ino;
}

/* From another judge, if that is wanted.  */
static bool begin(struct judge_lesson *lesson, struct failure *why)
{
    char const *const path = lesson->tuning.begin;
    if (!*path)
        return true;
    if (same_file(path, lesson->learning->file))
        return failed(why, "%s: is what would be written; begin with a copy of it",
                      path);
    struct judge *const judge = judge_open(path, why);
    if (!judge)
        return false;
    bool const fits = judge_weights_of(judge)->blocks <= lesson->tuning.blocks;
    if (fits)
        judge_trainer_begin(lesson->trainer, judge);
    judge_free(judge);
    if (!fits)
        return failed(why, "%s: has more blocks than are wanted", path);
    return provenance_made_from(lesson->learning->made, path, why);
}

/* From the state that was saved, if there is one.  What another command began is told,
   for the rate of learning may have been another.  */
static bool go_on(struct judge_lesson *lesson, struct failure *why)
{
    return access(lesson->state, F_OK) != 0 ||
           (judge_trainer_load(lesson->trainer, lesson->state, why) &&
            (judge_trainer_steps(lesson->trainer) == 0 ||
             provenance_gone_on(lesson->learning->made, lesson->state, why)));
}

static bool learn_from(struct judge_lesson *lesson, struct judge_games const *games,
                       struct failure *why)
{
    struct judge_tuning const *const tuning = &lesson->tuning;
    struct judge_train_options const options = {
        .seed = (uint64_t)tuning->seed,
        .batch = tuning->batch,
        .counted = tuning->counted,
        .small = tuning->small,
        .rate = tuning->rate,
        .blocks = tuning->blocks,
        .threads = tuning->threads,
        .steps = tuning->steps,
        .falling = tuning->falling,
    };
    lesson->trainer = judge_trainer_new(games, &options);
    bool const good =
        learnt_something(lesson->learning, judge_trainer_source(lesson->trainer).games,
                         why) &&
        begin(lesson, why) && go_on(lesson, why) && teach(lesson, why);
    judge_trainer_free(lesson->trainer);
    return good;
}

bool learn_judge(struct learning const *learning, struct failure *why)
{
    struct judge_lesson lesson = {.learning = learning};
    struct selection const *const files = &learning->games;
    if (!learn_settings(learning, rows, &lesson.tuning, why))
        return false;
    snprintf(lesson.state, sizeof lesson.state, "%s.unfinished", learning->file);
    struct judge_games *const games =
        judge_games_open(files->places, files->place_count, why);
    bool good = games != NULL;
    for (int i = 0; good && i < files->place_count; i++)
        good = provenance_made_from(learning->made, files->places[i], why);
    good = good && learn_from(&lesson, games, why);
    judge_games_close(games);
    return good;
}
