#include "tests/support/testing.h"

#include "engine/search/candidate.h"

enum { VOICES = 3 };

static struct candidates candidates;

static int set_up(void **state)
{
    (void)state;
    candidates_init(&candidates, VOICES);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    candidates_release(&candidates);
    return 0;
}

static void a_move_named_twice_is_one_candidate(void **state)
{
    (void)state;
    point const d4 = point_at(4, 4), q16 = point_at(16, 16);
    candidates_name(&candidates, 0, d4, 0.5f, 1)->term[0] = 3;
    candidates_name(&candidates, 2, d4, 0.25f, 0.5f);
    candidates_at(&candidates, q16);
    assert_int_equal(candidates.count, 2);
    struct candidate const *const both = candidates_find(&candidates, d4);
    assert_non_null(both);
    assert_true(candidates_opinion(&candidates, both, 0)->p == 0.5f);
    assert_true(candidates_opinion(&candidates, both, 0)->term[0] == 3);
    assert_null(candidates_opinion(&candidates, both, 1));
    assert_true(candidates_opinion(&candidates, both, 2)->alike == 0.5f);
    assert_true(candidates_opinion(&candidates, both, 2)->term[0] == 0);
    assert_null(candidates_opinion(&candidates, candidates_find(&candidates, q16), 0));
    assert_null(candidates_find(&candidates, point_at(3, 3)));
}

static void opinions_stay_with_their_moves_when_sorted(void **state)
{
    (void)state;
    for (int i = 1; i <= 9; i++) {
        point const at = point_at(i, 5);
        candidates_name(&candidates, i % VOICES, at, 1 / (float)(i + 1), 1);
        candidates_at(&candidates, at)->p = (float)((i * 4) % 9); /* two are equal */
    }
    candidates_sort(&candidates);
    for (int i = 0; i < 9; i++) {
        struct candidate const *const one = &candidates.list[i];
        int const column = point_column(one->at);
        assert_ptr_equal(candidates_find(&candidates, one->at), one);
        assert_true(candidates_opinion(&candidates, one, column % VOICES)->p ==
                    1 / (float)(column + 1));
        assert_true(i == 0 || one[-1].p > one->p ||
                    (one[-1].p == one->p && one[-1].at < one->at));
    }
}

static void nothing_is_left_when_it_is_cleared(void **state)
{
    (void)state;
    candidates_name(&candidates, 1, point_at(4, 4), 1, 1);
    candidates_clear(&candidates);
    assert_int_equal(candidates.count, 0);
    assert_null(candidates_find(&candidates, point_at(4, 4)));
    assert_int_equal(candidates_at(&candidates, point_at(4, 4))->named, 0);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test_setup_teardown(a_move_named_twice_is_one_candidate, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(opinions_stay_with_their_moves_when_sorted,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_is_left_when_it_is_cleared, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
