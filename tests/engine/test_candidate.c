#include "tests/support/testing.h"

#include "engine/search/candidate.h"

static struct candidates candidates;

static float mixed(point at)
{
    return candidates_at(&candidates, at)->p;
}

/* D4 is the model's, Q16 has another voice too, C3 only another.  */
static void mixes_what_the_model_says(void **state)
{
    (void)state;
    point const d4 = point_at(4, 4), q16 = point_at(16, 16), c3 = point_at(3, 3);
    candidates_clear(&candidates);
    candidates_propose(&candidates, VOICE_MODEL, d4, 0.5f, 1);
    candidates_propose(&candidates, VOICE_MODEL, q16, 0.25f, 1);
    candidates_propose(&candidates, VOICE_SHAPES, q16, 0.5f, 0.5f);
    candidates_propose(&candidates, VOICE_SHAPES, c3, 0.5f, 0.5f);
    candidates_mix(&candidates);
    assert_true(mixed(d4) == 0.5f);
    assert_true(mixed(q16) == 0.25f);
    assert_true(mixed(c3) == 0);
}

static void adds_up_all_voices_without_a_model(void **state)
{
    (void)state;
    point const q16 = point_at(16, 16);
    candidates_clear(&candidates);
    candidates_propose(&candidates, VOICE_SHAPES, q16, 0.5f, 0.5f);
    candidates_propose(&candidates, VOICE_JOSEKI, q16, 0.25f, 1);
    candidates_mix(&candidates);
    assert_true(mixed(q16) == 0.5f);
}

static void raises_and_lowers_in_any_order(void **state)
{
    (void)state;
    point const d4 = point_at(4, 4), q16 = point_at(16, 16);
    candidates_clear(&candidates);
    candidates_raise(&candidates, d4, 0.693147f);
    candidates_propose(&candidates, VOICE_MODEL, d4, 0.25f, 1);
    candidates_propose(&candidates, VOICE_MODEL, q16, 0.5f, 1);
    candidates_raise(&candidates, q16, -0.693147f);
    candidates_mix(&candidates);
    assert_float_equal(mixed(d4), 0.5f, 1e-5f);
    assert_float_equal(mixed(q16), 0.25f, 1e-5f);
    candidates_clear(&candidates);
    assert_true(candidates_at(&candidates, d4)->raise == 0);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(mixes_what_the_model_says),
        cmocka_unit_test(adds_up_all_voices_without_a_model),
        cmocka_unit_test(raises_and_lowers_in_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
