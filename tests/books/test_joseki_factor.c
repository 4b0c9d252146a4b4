#include "tests/support/testing.h"

#include "books/joseki/joseki_factor.h"
#include "engine/base/rng.h"

#include <math.h>

static double fraction(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

/* Positions of one to three proposals, in which moves are played by the model's P
   raised by WORTH.  */
static struct factor_lessons *make_lessons(double const worth[], int positions)
{
    struct factor_lessons *const lessons = factor_lessons_new();
    struct rng rng;
    rng_seed(&rng, 21);
    for (int i = 0; i < positions; i++) {
        double terms[3][FACTOR_TERMS], p[3], raised[3], total = 1;
        int const count = 1 + (int)rng_below(&rng, 3);
        for (int k = 0; k < count; k++) {
            double raise = 0;
            for (int j = 0; j < FACTOR_TERMS; j++) {
                terms[k][j] = j ? 2 * fraction(&rng) - 1 : 1;
                raise += worth[j] * terms[k][j];
            }
            p[k] = 0.3 * fraction(&rng);
            raised[k] = p[k] * exp(raise);
            total += raised[k] - p[k];
        }
        double left = fraction(&rng) * total;
        factor_lessons_begin(lessons);
        for (int k = 0; k < count; k++) {
            bool const played = left >= 0 && left < raised[k];
            left -= raised[k];
            factor_lessons_add(lessons, p[k], played, terms[k]);
        }
    }
    return lessons;
}

static void finds_the_worth_by_which_moves_were_played(void **state)
{
    (void)state;
    static double const worth[FACTOR_TERMS] = {-0.5, 1, 0.3, 0, -0.8, 0.6, -0.2};
    double found[FACTOR_TERMS];
    struct factor_lessons *const lessons = make_lessons(worth, 60000);
    assert_true(factor_lessons_fit(lessons, found) > 0.01);
    for (int i = 0; i < FACTOR_TERMS; i++)
        assert_true(fabs(found[i] - worth[i]) < 0.08);
    factor_lessons_free(lessons);
}

/* What the model says is right already: nothing is to be gained.  */
static void raises_nothing_that_is_right_already(void **state)
{
    (void)state;
    static double const none[FACTOR_TERMS] = {0};
    double found[FACTOR_TERMS];
    struct factor_lessons *const lessons = make_lessons(none, 60000);
    double const gain = factor_lessons_fit(lessons, found);
    assert_true(gain >= 0 && gain < 0.0005);
    for (int i = 0; i < FACTOR_TERMS; i++)
        assert_true(fabs(found[i]) < 0.08);
    factor_lessons_free(lessons);
}

static void nothing_is_learnt_from_nothing(void **state)
{
    (void)state;
    double found[FACTOR_TERMS];
    struct factor_lessons *const lessons = factor_lessons_new();
    assert_true(factor_lessons_fit(lessons, found) == 0);
    for (int i = 0; i < FACTOR_TERMS; i++)
        assert_true(found[i] == 0);
    factor_lessons_free(lessons);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(finds_the_worth_by_which_moves_were_played),
        cmocka_unit_test(raises_nothing_that_is_right_already),
        cmocka_unit_test(nothing_is_learnt_from_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
