#include <config.h>

#include "patterns/learning/mixture_train.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum { DIMENSIONS = VOICES_MAX * TERMS_MAX };

struct mixture_lesson {
    size_t start; /* of its moves */
    int count, answer, stage;
};

struct mixture_lessons {
    int voices;
    struct source_kind const *kinds[VOICES_MAX];
    int begin[VOICES_MAX + 1]; /* where the terms of a voice begin in those of a move */
    float *terms;              /* begin[voices] a move */
    size_t moves, capacity;
    struct mixture_lesson *list;
    size_t count, list_capacity;
};

struct mixture_lessons *mixture_lessons_new(struct source_kind const *const kinds[],
                                            int count)
{
    struct mixture_lessons *const lessons = xzalloc(sizeof *lessons);
    assert(count <= VOICES_MAX);
    lessons->voices = count;
    for (int i = 0; i < count; i++) {
        int terms = 0;
        lessons->kinds[i] = kinds[i];
        while (terms < TERMS_MAX && kinds[i]->terms[terms])
            terms++;
        lessons->begin[i + 1] = lessons->begin[i] + terms;
    }
    return lessons;
}

void mixture_lessons_free(struct mixture_lessons *lessons)
{
    if (!lessons)
        return;
    free(lessons->terms);
    free(lessons->list);
    free(lessons);
}

long mixture_lessons_count(struct mixture_lessons const *lessons)
{
    return (long)lessons->count;
}

static size_t width_of(struct mixture_lessons const *lessons)
{
    return (size_t)lessons->begin[lessons->voices];
}

static float *add_move(struct mixture_lessons *lessons)
{
    size_t const width = width_of(lessons);
    if (lessons->moves == lessons->capacity) {
        lessons->capacity = lessons->capacity ? lessons->capacity * 3 / 2 : 1 << 16;
        lessons->terms = xnrealloc(lessons->terms, lessons->capacity,
                                   width * sizeof *lessons->terms);
    }
    float *const terms = &lessons->terms[lessons->moves++ * width];
    memset(terms, 0, width * sizeof *terms);
    return terms;
}

void mixture_lessons_add(struct mixture_lessons *lessons, int stage,
                         struct candidates const *candidates, point played)
{
    struct mixture_lesson lesson = {.start = lessons->moves, .stage = stage};
    if (!candidates_find(candidates, played))
        return;
    for (int i = 0; i < candidates->count; i++) {
        struct candidate const *const candidate = &candidates->list[i];
        float *const terms = add_move(lessons);
        if (candidate->at == played)
            lesson.answer = lesson.count;
        lesson.count++;
        for (int v = 0; v < lessons->voices; v++) {
            struct opinion const *const opinion =
                candidates_opinion(candidates, candidate, v);
            if (opinion)
                memcpy(&terms[lessons->begin[v]], opinion->term,
                       (size_t)(lessons->begin[v + 1] - lessons->begin[v]) *
                           sizeof *terms);
        }
    }
    assert(lesson.count == candidates->count && stage >= 0 && stage < GAME_STAGES);
    if (lessons->count == lessons->list_capacity)
        lessons->list =
            x2nrealloc(lessons->list, &lessons->list_capacity, sizeof *lessons->list);
    lessons->list[lessons->count++] = lesson;
}

/* ---------------------------------------------------------------- climbing */

/* The hill of log P over the worths of some terms, where one stands.  */
struct hill {
    int size;           /* terms that are heard */
    int of[DIMENSIONS]; /* the place of each among all terms of a move */
    double worth[DIMENSIONS];
    double height;
    double slope[DIMENSIONS];
    double curve[DIMENSIONS][DIMENSIONS]; /* below and on the diagonal, then mirrored */
};

static double weigh(struct hill const *hill, float const *terms)
{
    double sum = 0;
    for (int i = 0; i < hill->size; i++)
        sum += hill->worth[i] * (double)terms[hill->of[i]];
    return sum;
}

/* Chances of the moves of LESSON; returns the logarithm of that of the answer.  */
static double expect(struct hill const *hill, float const *terms, size_t width,
                     struct mixture_lesson const *lesson, double chance[])
{
    double most = -INFINITY, total = 0;
    assert(lesson->count > lesson->answer);
    for (int i = 0; i < lesson->count; i++) {
        chance[i] = weigh(hill, &terms[(size_t)i * width]);
        most = fmax(most, chance[i]);
    }
    double const answer = chance[lesson->answer] - most;
    assert(isfinite(most) && "there is a move");
    for (int i = 0; i < lesson->count; i++)
        total += chance[i] = exp(chance[i] - most);
    for (int i = 0; i < lesson->count; i++)
        chance[i] /= total;
    return answer - log(fmax(total, 1)); /* the largest adds 1 */
}

/* Add what one lesson says about height, slope and curvature.  */
static void survey(struct hill *hill, float const *terms, size_t width,
                   struct mixture_lesson const *lesson)
{
    double chance[AREA_MAX + 1] = {0}, mean[DIMENSIONS] = {0};
    hill->height += expect(hill, terms, width, lesson, chance);
    for (int m = 0; m < lesson->count; m++) {
        float const *const row = &terms[(size_t)m * width];
        for (int i = 0; i < hill->size; i++) {
            double const part = chance[m] * (double)row[hill->of[i]];
            mean[i] += part;
            for (int j = 0; part != 0 && j <= i; j++)
                hill->curve[i][j] += part * (double)row[hill->of[j]];
        }
    }
    float const *const answer = &terms[(size_t)lesson->answer * width];
    for (int i = 0; i < hill->size; i++) {
        hill->slope[i] += (double)answer[hill->of[i]] - mean[i];
        for (int j = 0; j <= i; j++)
            hill->curve[i][j] -= mean[i] * mean[j];
    }
}

/* Height, slope and curvature at the present worths, from all lessons of STAGE.  A
   doubt pulls worths a little to 0: a term that never varies has none.  */
static void survey_all(struct mixture_lessons const *lessons, int stage,
                       struct hill *hill)
{
    static double const doubt = 0.1;
    size_t const width = width_of(lessons);
    hill->height = 0;
    memset(hill->slope, 0, sizeof hill->slope);
    memset(hill->curve, 0, sizeof hill->curve);
    for (size_t i = 0; i < lessons->count; i++)
        if (lessons->list[i].stage == stage)
            survey(hill, &lessons->terms[lessons->list[i].start * width], width,
                   &lessons->list[i]);
    for (int i = 0; i < hill->size; i++) {
        hill->height -= doubt / 2 * hill->worth[i] * hill->worth[i];
        hill->slope[i] -= doubt * hill->worth[i];
        hill->curve[i][i] += doubt;
        for (int j = 0; j < i; j++)
            hill->curve[j][i] = hill->curve[i][j];
    }
}

/* Gauss: the step to where the slope is none.  */
static void solve(struct hill *hill, double step[])
{
    int const n = hill->size;
    for (int i = 0; i < n; i++)
        for (int row = i + 1; row < n; row++) {
            assert(hill->curve[i][i] > 0 && "the doubt sees to it");
            double const times = hill->curve[row][i] / hill->curve[i][i];
            for (int j = i; j < n; j++)
                hill->curve[row][j] -= times * hill->curve[i][j];
            hill->slope[row] -= times * hill->slope[i];
        }
    for (int i = n - 1; i >= 0; i--) {
        step[i] = hill->slope[i];
        for (int j = i + 1; j < n; j++)
            step[i] -= hill->curve[i][j] * step[j];
        step[i] /= hill->curve[i][i];
    }
}

/* One of Newton's steps, halved until it leads up; false, where one stands, when none
   does.  */
static bool step_up(struct mixture_lessons const *lessons, int stage, struct hill *hill)
{
    enum { HALVINGS = 30 };
    double step[DIMENSIONS], before[DIMENSIONS], part = 1;
    double const height = hill->height;
    memcpy(before, hill->worth, sizeof before);
    solve(hill, step);
    for (int k = 0; k < HALVINGS; k++, part /= 2) {
        for (int j = 0; j < hill->size; j++)
            hill->worth[j] = before[j] + part * step[j];
        survey_all(lessons, stage, hill);
        if (hill->height > height)
            return true;
    }
    memcpy(hill->worth, before, sizeof before);
    survey_all(lessons, stage, hill);
    return false;
}

/* To the summit.  */
static void climb(struct mixture_lessons const *lessons, int stage, struct hill *hill)
{
    enum { STEPS = 40 };
    static double const level = 1e-3; /* nats of all lessons together */
    survey_all(lessons, stage, hill);
    for (int i = 0; i < STEPS; i++) {
        double const height = hill->height;
        if (!step_up(lessons, stage, hill) || hill->height < height + level)
            return;
    }
}

double mixture_lessons_fit(struct mixture_lessons const *lessons, uint32_t set,
                           struct mixture *mixture)
{
    struct source_kind const *kinds[VOICES_MAX];
    struct blend blend = {.learnt = true};
    struct hill *const hill = xmalloc(sizeof *hill);
    double height = 0;
    for (int v = 0; v < lessons->voices; v++)
        if (set >> v & 1)
            kinds[blend.count++] = lessons->kinds[v];
    for (int stage = 0; stage < GAME_STAGES; stage++) {
        memset(hill, 0, sizeof *hill);
        for (int v = 0; v < lessons->voices; v++)
            for (int t = lessons->begin[v]; set >> v & 1 && t < lessons->begin[v + 1];
                 t++)
                hill->of[hill->size++] = t;
        climb(lessons, stage, hill);
        height += hill->height;
        double const *worth = hill->worth;
        for (int v = 0, k = 0; v < lessons->voices; v++)
            if (set >> v & 1) {
                for (int t = 0; t < lessons->begin[v + 1] - lessons->begin[v]; t++)
                    blend.worth[stage][k][t] = (float)*worth++;
                k++;
            }
    }
    mixture_learn(mixture, kinds, &blend);
    free(hill);
    return lessons->count ? height / (double)lessons->count : 0;
}
