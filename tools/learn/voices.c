/* tools/learn/voices.c -- games to what the model makes of other voices.

   The joseki say themselves by how much they raise a move; what the memory of
   shapes says is weighed here, on top of that.  The games must be new to the memory,
   the joseki and the model: by default the validation games.  */
#include <config.h>

#include "tools/learn/learn.h"
#include "tools/voices.h"

#include "engine/base/datafile.h"
#include "engine/base/params.h"
#include "engine/records/situations.h"
#include "patterns/learning/voices_train.h"
#include "patterns/model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <xalloc.h>

struct tuning {
    int every;
};

static struct param const tuning_rows[] = {
    PARAM(struct tuning, every, PARAM_INT, 1, 5, 1000,
          "learn from one position in so many"),
    {0},
};

struct school {
    struct model *model;
    struct spoken *spoken;
    struct describer *describer;
    struct features *features;
    struct candidates *said;
    struct lessons *lessons;
    struct voices voices;
    struct situations situations;
    long positions;
    int every;
};

static void learn_position(struct school *school, struct situation const *situation,
                           point played)
{
    float p[AREA_MAX + 1];
    int answer = -1;

    features_describe(school->describer, model_lexicon(school->model), situation,
                      school->features);
    model_rate(school->model, school->features, p);
    spoken_listen(school->spoken, situation, school->said);
    voices_weigh(&school->voices, school->said, school->features, p); /* raises */
    for (int i = 0; i < school->features->count; i++)
        if (school->features->list[i].at == played)
            answer = i;
    if (answer >= 0)
        lessons_add(school->lessons, school->features, p, school->said, answer);
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct school *const school = context;
    struct situations *const situations = &school->situations;
    (void)origin;

    situations_start(situations, game);
    while (situations_next(situations, why))
        if (school->positions++ % school->every == 0)
            learn_position(school, &situations->situation, situations->walk.move.at);
    return !why->text[0];
}

static bool fit(struct school *school, struct learning const *learning,
                struct failure *why)
{
    struct voices *const voices = &school->voices;
    double const before = lessons_log_p(school->lessons, voices);
    lessons_fit(school->lessons, VOICE_SHAPES, voices);
    printf(learning->json
               ? "{\"positions\": %ld, \"log_likelihood_without\": %.4f, "
                 "\"log_likelihood\": %.4f}\n"
               : "%ld positions: mean log P %.4f, hearing the memory of shapes %.4f\n",
           lessons_count(school->lessons), before,
           lessons_log_p(school->lessons, voices));
    return voices_write(learning->file, voices, why);
}

bool learn_voices(struct learning const *learning, struct failure *why)
{
    struct school school = {.spoken = NULL};
    struct tuning tuning;
    char path[DATAFILE_PATH];

    params_reset(tuning_rows, &tuning);
    for (int i = 0; i < learning->setting_count; i++)
        if (!params_assign(tuning_rows, &tuning, learning->settings[i], why))
            return false;
    school.every = tuning.every;
    if (!datafile_find("model.hishi", path, why) ||
        !(school.model = model_open(path, why)))
        return false;
    bool good = (school.spoken = spoken_open("joseki,shapes", why));
    if (good) {
        school.describer = describer_new();
        school.features = xmalloc(sizeof *school.features);
        school.said = xmalloc(sizeof *school.said);
        school.lessons = lessons_new();
        games_each(&learning->games, take, &school);
        good = fit(&school, learning, why);
        describer_free(school.describer);
        lessons_free(school.lessons);
        free(school.features);
        free(school.said);
        situations_release(&school.situations);
    }
    spoken_close(school.spoken);
    model_free(school.model);
    return good;
}
