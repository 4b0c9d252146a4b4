#include "tests/support/testing.h"

#include "engine/base/params.h"

struct tuning {
    int visits;
    double weight;
    bool greedy;
    int style;
    char book[8];
};

static char const *const styles[] = {"calm", "wild", "odd", NULL};

static struct param const rows[] = {
    PARAM(struct tuning, visits, PARAM_INT, 1, 40, 1000, "how often"),
    PARAM(struct tuning, weight, PARAM_FLOAT, -1, 0.5, 1, "how much"),
    PARAM(struct tuning, greedy, PARAM_BOOL, 0, 1, 1, "whether"),
    PARAM_ONE_OF(struct tuning, style, styles, "how"),
    PARAM_ANY_TEXT(struct tuning, book, "from what"),
    {0},
};

static void begins_with_what_the_rows_say(void **state)
{
    (void)state;
    struct tuning tuning;
    memset(&tuning, 0xff, sizeof tuning);
    params_reset(rows, &tuning);
    assert_int_equal(tuning.visits, 40);
    assert_true(tuning.weight == 0.5);
    assert_true(tuning.greedy);
    assert_int_equal(tuning.style, 0);
    assert_string_equal(tuning.book, "");
}

static void sets_what_is_in_range_and_nothing_else(void **state)
{
    (void)state;
    static struct {
        char const *name, *text;
        bool good;
    } const tries[] = {
        {"visits", "1", true},     {"visits", "1000", true},
        {"visits", "1e2", true},   {"visits", "0", false},
        {"visits", "1001", false}, {"visits", "7.5", false},
        {"visits", "", false},     {"visits", "7x", false},
        {"visits", "nan", false},  {"weight", "-0.25", true},
        {"weight", "1.01", false}, {"weight", "inf", false},
        {"greedy", "0", true},     {"greedy", "yes", true},
        {"greedy", "false", true}, {"greedy", "2", false},
        {"greedy", "TRUE", false}, {"Visits", "7", false},
        {"", "7", false},          {"style", "odd", true},
        {"style", "od", false},    {"style", "0", false},
        {"style", "", false},      {"book", "a b.sgf", true},
        {"book", "", true},        {"book", "12345678", false},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        struct tuning tuning, before;
        struct failure why = {""};
        memset(&tuning, 0, sizeof tuning);
        params_reset(rows, &tuning);
        before = tuning;
        if (params_set(rows, &tuning, tries[i].name, tries[i].text, &why) !=
            tries[i].good)
            fail_msg("%s=%s", tries[i].name, tries[i].text);
        if (!tries[i].good) {
            assert_memory_equal(&tuning, &before, sizeof tuning);
            assert_true(strlen(why.text) > 10);
        }
    }
}

static void prints_what_it_reads(void **state)
{
    (void)state;
    static char const *const texts[][5] = {
        {"7", "0.1", "0", "calm", ""},
        {"1000", "-1", "1", "wild", "x"},
        {"41", "0.333333333333333", "0", "odd", "a/b.sgf"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int row = 0; rows[row].name; row++) {
            struct tuning tuning;
            char text[64] = "";
            params_reset(rows, &tuning);
            assert_true(params_set(rows, &tuning, rows[row].name, texts[i][row], NULL));
            FILE *const out = fmemopen(text, sizeof text, "w");
            params_print(&rows[row], &tuning, out);
            fclose(out);
            assert_string_equal(text, texts[i][row]);
        }
}

static void names_the_words_that_are_possible(void **state)
{
    (void)state;
    struct tuning tuning;
    struct failure why;
    params_reset(rows, &tuning);
    assert_false(params_set(rows, &tuning, "style", "strange", &why));
    assert_string_equal(why.text, "style is calm, wild or odd, not 'strange'");
}

static void takes_assignments_in_one_word(void **state)
{
    (void)state;
    struct tuning tuning;
    params_reset(rows, &tuning);
    assert_true(params_assign(rows, &tuning, "visits=7", NULL));
    assert_int_equal(tuning.visits, 7);
    assert_false(params_assign(rows, &tuning, "visits", NULL));
    assert_false(params_assign(rows, &tuning, "=7", NULL));
    assert_false(params_assign(rows, &tuning, "visits=", NULL));
    assert_false(params_assign(rows, &tuning, "visits=7=8", NULL));
    assert_int_equal(tuning.visits, 7);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(begins_with_what_the_rows_say),
        cmocka_unit_test(sets_what_is_in_range_and_nothing_else),
        cmocka_unit_test(prints_what_it_reads),
        cmocka_unit_test(names_the_words_that_are_possible),
        cmocka_unit_test(takes_assignments_in_one_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
