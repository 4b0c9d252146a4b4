/* Lessons are kept as what the gradient needs: a list of moves considered in each, with
   log P, how they stand, their traits, and what is seen at them, rounded to the upper
   halves of floats.  Before learning the traits that are met too seldom are dropped and
   the others numbered.

   One step looks at one lesson: each trait of each move is turned by how much more
   probable the move was than it should have been, at a rate that falls with what has
   been turned before (AdaGrad), and back towards 0 by its share of the prior.  */
#include <config.h>

#include "patterns/stylelearning/style_train.h"

#include "engine/base/rng.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* What is met most in learning stays in the caches.  */
struct style_option { /* a move considered */
    float log_p, standing;
    size_t first; /* of its traits */
    int traits;
};

struct style_lesson {
    long game;
    size_t first; /* of its options */
    int options, answer, stage;
    float rest;  /* P of all other moves together */
    float other; /* log P of the answer when it is one of these */
};

struct style_lessons {
    struct trait_reader *reader;
    struct style_lesson *list;
    size_t count, capacity;
    struct style_option *options;
    size_t option_count, option_capacity;
    uint32_t *traits; /* numbers of weights, once they are numbered */
    size_t trait_count, trait_capacity;
    int numbers;          /* seen at each option, once somebody has seen any */
    uint16_t *seen;       /* room for them at as many options as there is room for */
    uint32_t *vocabulary; /* ascending; NULL until then */
    size_t words;
    uint32_t *met; /* how often each was */
};

struct style_lessons *style_lessons_new(void)
{
    struct style_lessons *const lessons = xzalloc(sizeof *lessons);
    lessons->reader = trait_reader_new();
    return lessons;
}

void style_lessons_free(struct style_lessons *lessons)
{
    if (!lessons)
        return;
    trait_reader_free(lessons->reader);
    free(lessons->list);
    free(lessons->options);
    free(lessons->traits);
    free(lessons->seen);
    free(lessons->vocabulary);
    free(lessons->met);
    free(lessons);
}

long style_lessons_count(struct style_lessons const *lessons)
{
    return (long)lessons->count;
}

/* ---------------------------------------------------------------- taking them in */

static uint16_t upper_half(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (uint16_t)((bits + 0x8000) >> 16);
}

static float from_upper_half(uint16_t half)
{
    uint32_t const bits = (uint32_t)half << 16;
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static uint16_t *seen_at(struct style_lessons const *lessons, size_t option)
{
    return lessons->numbers ? lessons->seen + option * (size_t)lessons->numbers : NULL;
}

/* SEER, or nobody, speaks of the next options; of those before the first nothing was
   seen.  */
static void meet(struct style_lessons *lessons, struct source const *seer)
{
    if (!seer || lessons->numbers)
        return;
    assert(seer->kind->numbers > 0 && seer->kind->numbers <= STYLE_NUMBERS_MAX);
    lessons->numbers = seer->kind->numbers;
    lessons->seen = xcalloc(lessons->option_capacity + 1,
                            (size_t)lessons->numbers * sizeof *lessons->seen);
}

/* What SEER sees AT, of the option that comes next.  */
static void add_seen(struct style_lessons *lessons, struct source const *seer, point at)
{
    uint16_t *const seen = seen_at(lessons, lessons->option_count);
    float const *const number = seer ? seer->kind->see(seer->self, at) : NULL;
    assert(!seer || seer->kind->numbers == lessons->numbers);
    for (int i = 0; i < lessons->numbers; i++)
        seen[i] = number ? upper_half(number[i]) : 0;
}

static void make_room(struct style_lessons *lessons)
{
    if (lessons->option_count == lessons->option_capacity) {
        lessons->options = x2nrealloc(lessons->options, &lessons->option_capacity,
                                      sizeof *lessons->options);
        if (lessons->numbers)
            lessons->seen =
                xreallocarray(lessons->seen, lessons->option_capacity + 1,
                              (size_t)lessons->numbers * sizeof *lessons->seen);
    }
    while (lessons->trait_count + TRAITS_MAX > lessons->trait_capacity)
        lessons->traits = x2nrealloc(lessons->traits, &lessons->trait_capacity,
                                     sizeof *lessons->traits);
}

static void add_option(struct style_lessons *lessons, float p, float standing,
                       struct source const *seer, point at)
{
    make_room(lessons);
    add_seen(lessons, seer, at);
    int const traits =
        trait_reader_list(lessons->reader, at, &lessons->traits[lessons->trait_count]);
    lessons->options[lessons->option_count++] =
        (struct style_option){logf(p), standing, lessons->trait_count, traits};
    lessons->trait_count += (size_t)traits;
}

void style_lessons_add(struct style_lessons *lessons, long game,
                       struct situation const *situation,
                       struct consultation const *consultation,
                       struct candidates const *candidates, point played)
{
    struct style_lesson lesson = {.game = game,
                                  .first = lessons->option_count,
                                  .answer = -1,
                                  .stage = stage_of(situation->board),
                                  .rest = 1};
    assert(!lessons->vocabulary && "no lesson comes after learning");
    assert(!lessons->count || lessons->list[lessons->count - 1].game <= game);
    struct source const *const seer = consultation_seer(consultation);
    meet(lessons, seer);
    trait_reader_set(lessons->reader, situation, consultation_facts(consultation));
    for (int i = 0; i < candidates->count; i++) {
        struct candidate const *const candidate = &candidates->list[i];
        float const standing = style_standing(candidates, candidate);
        if (standing <= 0 || candidate->prediction <= 0)
            continue;
        if (candidate->at == played)
            lesson.answer = lesson.options;
        add_option(lessons, candidate->prediction, standing, seer, candidate->at);
        lesson.options++;
        lesson.rest -= candidate->prediction;
    }
    lesson.rest = fmaxf(lesson.rest, 1e-6f);
    struct candidate const *const answer = candidates_find(candidates, played);
    lesson.other = logf(fmaxf(answer ? answer->prediction : 0, 1e-9f));
    if (lessons->count == lessons->capacity)
        lessons->list =
            x2nrealloc(lessons->list, &lessons->capacity, sizeof *lessons->list);
    lessons->list[lessons->count++] = lesson;
}

/* ---------------------------------------------------------------- numbering traits */

/* Ascending, by one byte after the other.  */
static void sort_traits(uint32_t *traits, size_t count)
{
    uint32_t *const other = xnmalloc(count + 1, sizeof *other);
    uint32_t *from = traits, *to = other;
    for (int shift = 0; shift < 32; shift += 8) {
        size_t place[257] = {0};
        for (size_t i = 0; i < count; i++)
            place[(from[i] >> shift & 0xff) + 1]++;
        for (int i = 0; i < 256; i++)
            place[i + 1] += place[i];
        for (size_t i = 0; i < count; i++)
            to[place[from[i] >> shift & 0xff]++] = from[i];
        uint32_t *const turn = from;
        from = to;
        to = turn;
    }
    free(other); /* four turns: all is back in TRAITS */
}

static void find_words(struct style_lessons *lessons, int least)
{
    size_t const count = lessons->trait_count;
    uint32_t *const sorted = xnmalloc(count + 1, sizeof *sorted);
    if (count)
        memcpy(sorted, lessons->traits, count * sizeof *sorted);
    sort_traits(sorted, count);
    lessons->met = xnmalloc(count / (size_t)least + 1, sizeof *lessons->met);
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && sorted[next] == sorted[i];)
            next++;
        if (next - i < (size_t)least)
            continue;
        lessons->met[lessons->words] = (uint32_t)(next - i);
        sorted[lessons->words++] = sorted[i];
    }
    lessons->vocabulary = xreallocarray(sorted, lessons->words + 1, sizeof *sorted);
}

static bool find_word(struct style_lessons const *lessons, uint32_t const start[],
                      uint32_t trait, uint32_t *number)
{
    size_t from = start[trait >> 16], to = start[(trait >> 16) + 1];
    while (from < to) {
        size_t const middle = from + (to - from) / 2;
        if (lessons->vocabulary[middle] < trait)
            from = middle + 1;
        else
            to = middle;
    }
    *number = (uint32_t)from;
    return from < start[(trait >> 16) + 1] && lessons->vocabulary[from] == trait;
}

/* Where the words with each upper half begin.  */
static uint32_t *index_words(struct style_lessons const *lessons)
{
    enum { HALVES = 1 << 16 };
    uint32_t *const start = xcalloc(HALVES + 1, sizeof *start);
    for (size_t i = 0; i < lessons->words; i++)
        start[(lessons->vocabulary[i] >> 16) + 1]++;
    for (int i = 0; i < HALVES; i++)
        start[i + 1] += start[i];
    return start;
}

static void number_traits(struct style_lessons *lessons, int least)
{
    assert(least >= 1);
    find_words(lessons, least);
    uint32_t *const start = index_words(lessons);
    size_t kept = 0;
    for (size_t i = 0; i < lessons->option_count; i++) {
        struct style_option *const option = &lessons->options[i];
        size_t const first = kept;
        for (int k = 0; k < option->traits; k++)
            kept +=
                find_word(lessons, start, lessons->traits[option->first + (size_t)k],
                          &lessons->traits[kept]);
        *option = (struct style_option){option->log_p, option->standing, first,
                                        (int)(kept - first)};
    }
    lessons->trait_count = kept;
    free(start);
}

/* ---------------------------------------------------------------- learning */

struct style_number { /* a weight, and what turned it */
    float weight, squares, back;
};

/* One course of learning: with these weights, of lessons in these games.  */
struct style_course {
    struct style_lessons const *lessons;
    struct style_training const *training;
    struct style_number *numbers;
    struct style_number sharpness[GAME_STAGES];
    struct style_number sight[GAME_STAGES][STYLE_NUMBERS_MAX]; /* of what is seen */
    float chance[AREA_MAX];
    int left_out; /* 0: all games are learnt from */
};

static bool is_left_out(struct style_course const *course,
                        struct style_lesson const *of)
{
    return course->left_out && of->game % course->left_out == course->left_out - 1;
}

static float bounded(float sum)
{
    return fminf(fmaxf(sum, -STYLE_MOST), STYLE_MOST);
}

/* The weights of what OPTION shows, added up.  */
static float sum_of(struct style_course const *course, int stage, size_t number)
{
    struct style_lessons const *const lessons = course->lessons;
    struct style_option const *const option = &lessons->options[number];
    uint16_t const *const seen = seen_at(lessons, number);
    float sum = 0;
    for (int k = 0; k < option->traits; k++)
        sum += course->numbers[lessons->traits[option->first + (size_t)k]].weight;
    for (int k = 0; k < lessons->numbers; k++)
        sum += course->sight[stage][k].weight * from_upper_half(seen[k]);
    return bounded(sum);
}

/* Chances of the options of LESSON; returns log P of the answer, when it is one.  */
static double foresee(struct style_course *course, struct style_lesson const *lesson)
{
    struct style_lessons const *const lessons = course->lessons;
    float const sharpness = course->sharpness[lesson->stage].weight;
    double total = (double)lesson->rest;
    for (int i = 0; i < lesson->options; i++) {
        struct style_option const *const option =
            &lessons->options[lesson->first + (size_t)i];
        float const sum = sum_of(course, lesson->stage, lesson->first + (size_t)i);
        course->chance[i] = expf(option->log_p + sum + sharpness * option->standing);
        total += (double)course->chance[i];
    }
    for (int i = 0; i < lesson->options; i++)
        course->chance[i] = (float)((double)course->chance[i] / total);
    return lesson->answer < 0 ? (double)lesson->other - log(total)
                              : log((double)course->chance[lesson->answer]);
}

static void turn(struct style_number *number, float slope, double rate)
{
    float const all = slope + number->back * number->weight;
    number->squares += all * all;
    number->weight -= (float)rate * all / (0.1f + sqrtf(number->squares));
}

static void learn_lesson(struct style_course *course, struct style_lesson const *lesson,
                         double rate)
{
    static float const nothing = 2e-3f;
    struct style_lessons const *const lessons = course->lessons;
    float mean = 0, mean_seen[STYLE_NUMBERS_MAX] = {0};
    (void)foresee(course, lesson);
    for (int i = 0; i < lesson->options; i++) {
        struct style_option const *const option =
            &lessons->options[lesson->first + (size_t)i];
        float const slope = course->chance[i] - (float)(i == lesson->answer);
        uint16_t const *const seen = seen_at(lessons, lesson->first + (size_t)i);
        mean += slope * option->standing;
        for (int k = 0; k < lessons->numbers; k++)
            mean_seen[k] += slope * from_upper_half(seen[k]);
        if (fabsf(slope) < nothing)
            continue;
        for (int k = 0; k < option->traits; k++)
            turn(&course->numbers[lessons->traits[option->first + (size_t)k]], slope,
                 rate);
    }
    turn(&course->sharpness[lesson->stage], mean, rate * 0.2);
    for (int k = 0; k < lessons->numbers; k++)
        turn(&course->sight[lesson->stage][k], mean_seen[k], rate * 0.05);
}

/* A different order in each round, the same in each course.  */
static void shuffle(uint32_t order[], size_t count, struct rng *rng)
{
    for (size_t i = count; i > 1; i--) {
        size_t const other = rng_below(rng, (uint32_t)i);
        uint32_t const here = order[i - 1];
        order[i - 1] = order[other];
        order[other] = here;
    }
}

/* How wide the prior of a weight is, by the family of its trait: where a move shows a
   few traits only, each may mean more.  */
static float const family_width[TRAIT_FAMILIES] = {
    [TRAITS_PLAIN] = 0.1f,        [TRAITS_JOINT] = 0.1f,   [TRAITS_SHAPE] = 0.1f,
    [TRAITS_SURROUNDINGS] = 0.1f, [TRAITS_MARKED] = 0.1f,  [TRAITS_ANSWER] = 0.1f,
    [TRAITS_OPENING] = 0.5f,      [TRAITS_QUARTER] = 0.5f,
};

static void start_course(struct style_course *course, double width)
{
    struct style_lessons const *const lessons = course->lessons;
    for (size_t i = 0; i < lessons->words; i++) {
        float const wide =
            (float)width * family_width[trait_family_of(lessons->vocabulary[i])];
        course->numbers[i] =
            (struct style_number){.back = 1 / (wide * wide * (float)lessons->met[i])};
    }
    memset(course->sharpness, 0, sizeof course->sharpness);
    memset(course->sight, 0, sizeof course->sight);
}

static void run_course(struct style_course *course, double width, int left_out)
{
    struct style_lessons const *const lessons = course->lessons;
    struct style_training const *const training = course->training;
    uint32_t *const order = xnmalloc(lessons->count + 1, sizeof *order);
    struct rng rng;
    rng_seed(&rng, 1);
    for (size_t i = 0; i < lessons->count; i++)
        order[i] = (uint32_t)i;
    course->left_out = left_out;
    start_course(course, width);
    for (int round = 0; round < training->rounds; round++) {
        double const rate = training->rate / (1 + round);
        shuffle(order, lessons->count, &rng);
        for (size_t i = 0; i < lessons->count; i++) {
            struct style_lesson const *const lesson = &lessons->list[order[i]];
            if (!is_left_out(course, lesson))
                learn_lesson(course, lesson, rate);
        }
    }
    free(order);
}

/* ---------------------------------------------------------------- measuring */

static bool comes_first(struct style_course const *course,
                        struct style_lesson const *lesson)
{
    for (int i = 0; i < lesson->options; i++)
        if (i != lesson->answer && lesson->answer >= 0 &&
            course->chance[i] >= course->chance[lesson->answer])
            return false;
    return lesson->answer >= 0;
}

/* What everybody would say, into the chances.  */
static double foresee_plainly(struct style_course *course,
                              struct style_lesson const *lesson)
{
    for (int i = 0; i < lesson->options; i++)
        course->chance[i] =
            expf(course->lessons->options[lesson->first + (size_t)i].log_p);
    return lesson->answer < 0 ? (double)lesson->other
                              : log((double)course->chance[lesson->answer]);
}

static struct style_gain measure(struct style_course *course, double width)
{
    struct style_gain gain = {.width = width};
    for (size_t i = 0; i < course->lessons->count; i++) {
        struct style_lesson const *const lesson = &course->lessons->list[i];
        if (!is_left_out(course, lesson))
            continue;
        gain.moves++;
        gain.before += foresee_plainly(course, lesson);
        gain.first_before += comes_first(course, lesson);
        gain.after += foresee(course, lesson);
        gain.first_after += comes_first(course, lesson);
    }
    double const moves = gain.moves ? (double)gain.moves : 1;
    gain.before /= moves;
    gain.after /= moves;
    gain.first_before /= moves;
    gain.first_after /= moves;
    return gain;
}

static int greater_gain(void const *left, void const *right)
{
    struct style_gain const *const a = left, *const b = right;
    return (a->after < b->after) - (a->after > b->after);
}

static void hand_over(struct style_course const *course, struct style_learnt *learnt)
{
    struct style_lessons const *const lessons = course->lessons;
    uint32_t *const traits = xnmalloc(lessons->words + 1, sizeof *traits);
    float *const weights = xnmalloc(lessons->words + 1, sizeof *weights);
    for (size_t i = 0; i < lessons->words; i++) {
        traits[i] = lessons->vocabulary[i];
        weights[i] = course->numbers[i].weight;
    }
    float *const seen =
        xnmalloc(GAME_STAGES * (size_t)lessons->numbers + 1, sizeof *seen);
    for (int stage = 0; stage < GAME_STAGES; stage++)
        for (int k = 0; k < lessons->numbers; k++)
            seen[stage * lessons->numbers + k] = course->sight[stage][k].weight;
    learnt->numbers = lessons->numbers;
    learnt->seen = seen;
    learnt->count = lessons->words;
    learnt->traits = traits;
    learnt->weights = weights;
    for (int i = 0; i < GAME_STAGES; i++)
        learnt->sharpness[i] = fminf(fmaxf(course->sharpness[i].weight, -1), 1);
}

int style_lessons_fit(struct style_lessons *lessons,
                      struct style_training const *training,
                      struct style_learnt *learnt,
                      struct style_gain gains[static STYLE_WIDTHS])
{
    static double const widths[STYLE_WIDTHS] = {0.5, 1, 2};
    struct style_course course = {.lessons = lessons, .training = training};
    int tried = 0;
    number_traits(lessons, training->least);
    course.numbers = xcalloc(lessons->words + 1, sizeof *course.numbers);
    for (; training->width <= 0 && tried < STYLE_WIDTHS; tried++) {
        run_course(&course, widths[tried], training->left_out);
        gains[tried] = measure(&course, widths[tried]);
    }
    qsort(gains, (size_t)tried, sizeof *gains, greater_gain);
    run_course(&course, tried ? gains[0].width : training->width, 0);
    hand_over(&course, learnt);
    free(course.numbers);
    return tried;
}
