/* tools/learn/playout.c -- games to the weights that playouts draw moves by.  */
#include <config.h>

#include "tools/learn/learn.h"

#include "patterns/learning/local_train.h"
#include "tools/progress.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

struct playout_tuning {
    double rate;
    int check, without;
};

static struct param const rows[] = {
    PARAM(struct playout_tuning, rate, PARAM_FLOAT, 0, 0.05, 1, "of learning"),
    PARAM(struct playout_tuning, check, PARAM_INT, 0, 200, 1e6,
          "test games to measure on, of the first place"),
    PARAM(struct playout_tuning, without, PARAM_INT, 0, 0, (1 << NEARBY_FAMILIES) - 1,
          "features left out: 1 shapes, 2 liberties, 4 shapes beside the last move, 8 "
          "edges, 16 answers"),
    {0},
};

struct playout_lesson {
    struct local_trainer *trainer;
    bool measuring;
    struct local_marks marks;
};

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    (void)origin;
    struct playout_lesson *const lesson = context;
    why->text[0] = '\0';
    return local_trainer_game(lesson->trainer, game, lesson->measuring, &lesson->marks,
                              why);
}

static void tell(struct local_marks const *marks, char const *what,
                 struct learning const *learning)
{
    double const count = marks->positions ? (double)marks->positions : 1;
    provenance_say(learning->made, "measured",
                   "%s: %ld positions, %.2f %% foreseen, log-likelihood %.4f", what,
                   marks->positions, 100 * (double)marks->right / count,
                   marks->log_sum / count);
    printf(learning->json
               ? "{\"games\": \"%s\", \"positions\": %ld, \"top1_percent\": %.2f, "
                 "\"log_likelihood\": %.4f}\n"
               : "%s: %ld positions, %.2f %% foreseen, log-likelihood %.4f\n",
           what, marks->positions, 100 * (double)marks->right / count,
           marks->log_sum / count);
}

/* On CHECK test games of the first place.  */
static void measure(struct playout_lesson *lesson, struct learning const *learning,
                    int check)
{
    struct selection tests = learning->games;
    tests.splits = 1u << SPLIT_TEST;
    tests.limit = check;
    lesson->measuring = true;
    memset(&lesson->marks, 0, sizeof lesson->marks);
    if (check)
        games_each(&tests, take, lesson);
    tell(&lesson->marks, "test", learning);
}

bool learn_playout(struct learning const *learning, struct failure *why)
{
    struct playout_tuning tuning;
    if (!learn_settings(learning, rows, &tuning, why))
        return false;
    struct playout_lesson lesson = {
        .trainer = local_trainer_new(NULL, tuning.rate, (uint32_t)tuning.without)};
    struct games_read const read =
        games_learn(&learning->games, take, &lesson, learning->made);
    provenance_say(learning->made, "learnt from",
                   "%ld games, %ld positions; %ld games could not be played to the end",
                   read.games, lesson.marks.positions, read.rejected);
    bool good = learnt_something(learning, read.games, why);
    if (good) {
        tell(&lesson.marks, "while learning", learning);
        measure(&lesson, learning, tuning.check);
        good = local_weights_write(
            learning->file, local_trainer_weights(lesson.trainer), learning->made, why);
    }
    local_trainer_free(lesson.trainer);
    return good;
}
