#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "patterns/learning/mixture_train.h"

#include <math.h>

/* Two sources whose terms are drawn by chance; moves are played by known worths.  */
static struct source_kind const one = {.name = "one", .terms = {"a", "b"}},
                                two = {.name = "two", .terms = {"c"}};
static struct source_kind const *const kinds[] = {&one, &two};

enum { MOVES = 12, LESSONS = 6000 };

static double const truth[GAME_STAGES][3] = {
    {1.0, -0.5, 0.8}, {0.4, 0.3, -0.6}, {0, 1.2, 0.2}};

static void draw_opinions(struct candidates *candidates, struct rng *rng)
{
    candidates_clear(candidates);
    for (int i = 0; i < MOVES; i++) {
        point const at = point_at(1 + i, 1);
        candidates_at(candidates, at);
        if (rng_below(rng, 3)) {
            struct opinion *const opinion = candidates_name(candidates, 0, at, 0, 1);
            opinion->term[0] = (float)(2 * rng_unit(rng));
            opinion->term[1] = (float)rng_unit(rng);
        }
        if (rng_below(rng, 2))
            candidates_name(candidates, 1, at, 0, 1)->term[0] = (float)rng_unit(rng);
    }
}

static double weigh(struct candidates const *candidates, int place, int stage)
{
    struct candidate const *const move = &candidates->list[place];
    struct opinion const *const a = candidates_opinion(candidates, move, 0);
    struct opinion const *const b = candidates_opinion(candidates, move, 1);
    double sum = 0;
    for (int k = 0; a && k < 2; k++)
        sum += truth[stage][k] * (double)a->term[k];
    return b ? sum + truth[stage][2] * (double)b->term[0] : sum;
}

static point draw_move(struct candidates const *candidates, int stage, struct rng *rng)
{
    double sum = 0, so_far = 0;
    for (int i = 0; i < MOVES; i++)
        sum += exp(weigh(candidates, i, stage));
    double const drawn = rng_unit(rng) * sum;
    for (int i = 0; i < MOVES; i++)
        if ((so_far += exp(weigh(candidates, i, stage))) >= drawn)
            return candidates->list[i].at;
    return candidates->list[MOVES - 1].at;
}

static struct mixture_lessons *teach(void)
{
    struct mixture_lessons *const lessons = mixture_lessons_new(kinds, 2);
    struct candidates candidates;
    struct rng rng;
    rng_seed(&rng, 5);
    candidates_init(&candidates, 2);
    for (int i = 0; i < GAME_STAGES * LESSONS; i++) {
        int const stage = i % GAME_STAGES;
        draw_opinions(&candidates, &rng);
        mixture_lessons_add(lessons, stage, &candidates,
                            draw_move(&candidates, stage, &rng));
    }
    mixture_lessons_add(lessons, 0, &candidates, point_at(19, 19)); /* of no use */
    assert_int_equal(mixture_lessons_count(lessons), GAME_STAGES * LESSONS);
    candidates_release(&candidates);
    return lessons;
}

static void finds_the_worths_that_moves_were_played_by(void **state)
{
    (void)state;
    struct mixture_lessons *const lessons = teach();
    struct mixture *const mixture = mixture_new();
    struct blend blend;
    mixture_lessons_fit(lessons, 3, mixture);
    mixture_blend(mixture, kinds, 2, &blend);
    assert_true(blend.learnt);
    for (int stage = 0; stage < GAME_STAGES; stage++) {
        assert_float_equal(blend.worth[stage][0][0], truth[stage][0], 0.1);
        assert_float_equal(blend.worth[stage][0][1], truth[stage][1], 0.15);
        assert_float_equal(blend.worth[stage][1][0], truth[stage][2], 0.15);
    }
    mixture_free(mixture);
    mixture_lessons_free(lessons);
}

static void more_voices_foretell_better(void **state)
{
    (void)state;
    struct mixture_lessons *const lessons = teach();
    struct mixture *const mixture = mixture_new();
    double const a = mixture_lessons_fit(lessons, 1, mixture);
    double const b = mixture_lessons_fit(lessons, 2, mixture);
    double const all = mixture_lessons_fit(lessons, 3, mixture);
    assert_true(a > -log(MOVES) && b > -log(MOVES));
    assert_true(all > a + 0.001 && all > b + 0.001);
    mixture_free(mixture);
    mixture_lessons_free(lessons);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(finds_the_worths_that_moves_were_played_by),
        cmocka_unit_test(more_voices_foretell_better),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
