/* tools/learn/mixture.c -- games to what each source is worth beside the others.

   The games must be new to all sources: by default they are the validation games.
   Every set of sources is fitted, so that the mixture is right whoever is missing.  */
#include <config.h>

#include "tools/learn/learn.h"

#include "engine/base/datafile.h"
#include "engine/records/situations.h"
#include "patterns/learning/mixture_train.h"
#include "player/sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <xalloc.h>

struct tuning_of_mixture {
    int every;
};

static struct param const tuning_rows[] = {
    PARAM(struct tuning_of_mixture, every, PARAM_INT, 1, 150, 1000000,
          "learn from one position in so many"),
    {0},
};

/* Those that are weighed, in an order of their own.  */
struct school {
    struct consultation *consultation;
    struct source_kind const *kinds[VOICES_MAX];
    int count;
    struct mixture_lessons *lessons;
    struct situations situations;
    long positions;
    int every;
};

static void learn_position(struct school *school, struct situation const *situation,
                           point played)
{
    struct candidates const *const candidates =
        consult(school->consultation, situation, EFFORT_FULL);
    mixture_lessons_add(school->lessons, stage_of(situation->board), candidates,
                        played);
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct school *const school = context;
    struct situations *const situations = &school->situations;
    (void)origin;

    situations_start(situations, game);
    while (situations_next(situations, why))
        if (school->positions++ % school->every == 0 &&
            situations->walk.move.at != PASS)
            learn_position(school, &situations->situation, situations->walk.move.at);
    return !why->text[0];
}

/* "joseki+model"  */
static void print_set(struct school const *school, uint32_t set)
{
    char const *between = "";
    for (int v = 0; v < school->count; v++)
        if (set >> v & 1) {
            printf("%s%s", between, school->kinds[v]->name);
            between = "+";
        }
}

static struct mixture *fit_all(struct school const *school,
                               struct learning const *learning)
{
    struct mixture *const mixture = mixture_new();
    for (uint32_t set = 1; set < 1u << school->count; set++) {
        double const log_p = mixture_lessons_fit(school->lessons, set, mixture);
        provenance_say(learning->made, "measured",
                       "set %u of the sources: %ld positions, mean log P %.4f", set,
                       mixture_lessons_count(school->lessons), log_p);
        printf(learning->json ? "{\"positions\": %ld, \"sources\": \""
                              : "%ld positions, ",
               mixture_lessons_count(school->lessons));
        print_set(school, set);
        printf(learning->json ? "\", \"log_likelihood\": %.4f}\n"
                              : ": mean log P %.4f\n",
               log_p);
    }
    return mixture;
}

/* Whoever stands in is never heard with others, and has nothing to learn here.  */
static bool choose_kinds(struct school *school, struct failure *why)
{
    int const count = consultation_count(school->consultation);
    for (int v = 0; v < count; v++) {
        struct source_kind const *const kind =
            consultation_source(school->consultation, v)->kind;
        if (kind->stand_in || kind->weighs_itself)
            consultation_weigh(school->consultation, v, 0);
        else if (v != school->count)
            return failed(why, "the source %s stands behind one that is not weighed",
                          kind->name);
        else
            school->kinds[school->count++] = kind;
    }
    return school->count || failed(why, "there are no sources to be weighed");
}

/* The files that sources read, if they do: what was learnt beside these is right for
   them.  */
static bool name_sources(struct school const *school, struct provenance *made,
                         struct failure *why)
{
    char path[DATAFILE_PATH];
    for (int v = 0; v < school->count; v++)
        if (school->kinds[v]->data &&
            (!datafile_find(school->kinds[v]->data, path, why) ||
             !provenance_learnt_against(made, path, why)))
            return false;
    return true;
}

static bool study(struct school *school, struct learning const *learning,
                  struct failure *why)
{
    if (!choose_kinds(school, why))
        return false;
    school->lessons = mixture_lessons_new(school->kinds, school->count);
    struct games_read const read =
        games_learn(&learning->games, take, school, learning->made);
    if (!learnt_something(learning, read.games, why) ||
        !name_sources(school, learning->made, why))
        return false;
    struct mixture *const mixture = fit_all(school, learning);
    bool const written = mixture_write(learning->file, mixture, learning->made, why);
    mixture_free(mixture);
    return written;
}

bool learn_mixture(struct learning const *learning, struct failure *why)
{
    struct school school = {.count = 0};
    struct complaints complaints = {0};
    struct tuning_of_mixture tuning;
    if (!learn_settings(learning, tuning_rows, &tuning, why))
        return false;
    school.every = tuning.every;
    school.consultation = sources_open(NULL, &complaints);
    bool good = true;
    for (int i = 0; i < complaints.count && good; i++)
        good = failed(why, "%s", complaints.list[i].text);
    good = good && study(&school, learning, why);
    mixture_lessons_free(school.lessons);
    situations_release(&school.situations);
    consultation_free(school.consultation);
    complaints_release(&complaints);
    return good;
}
