/* The program as a whole: build/.../hishi tune, from outside.  */
#include "tests/support/testing.h"

#include <unistd.h>

static char folder[64];

static int run_shell(char const *format, ...)
{
    char command[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    return system(command);
}

static int make_folder(void **context)
{
    (void)context;
    strcpy(folder, "/tmp/hishi-tune-XXXXXX");
    assert_non_null(mkdtemp(folder));
    return run_shell("echo 'search.prior 150 10 600 30' > %s/knobs; "
                     "echo 'search.even 10 1 40.5 2' >> %s/knobs",
                     folder, folder);
}

static int remove_folder(void **context)
{
    (void)context;
    return run_shell("rm -rf '%s'", folder);
}

/* Games of a moment between engines with a seed, so that they come out the same.  */
static int tune(char const *steps, char const *more)
{
    return run_shell("\"$HISHI\" tune -s 3 -n 4 -p %s/knobs -f %s/%s %s "
                     "-e \"'$HISHI' gtp --seed 3 --set search.playouts=4\" "
                     ">%s/said 2>&1",
                     folder, folder, steps, more, folder);
}

static void goes_on_where_it_was_broken_off(void **context)
{
    (void)context;
    assert_int_equal(tune("whole", ""), 0);
    assert_int_equal(run_shell("grep -q '^4 of 4 steps' %s/said", folder), 0);
    assert_int_equal(run_shell("cd %s && mkdir part && head -c -5 whole/steps.tsv | "
                               "head -n 4 >part/steps.tsv && "
                               "tail -n 1 whole/steps.tsv | head -c 9 >>part/steps.tsv",
                               folder),
                     0);
    assert_int_equal(tune("part", ""), 0);
    assert_int_equal(
        run_shell("cmp %s/whole/steps.tsv %s/part/steps.tsv", folder, folder), 0);
    assert_int_equal(run_shell("test $(wc -l <%s/part/steps.tsv) = 5", folder), 0);
}

static void refuses_the_steps_of_something_else(void **context)
{
    (void)context;
    assert_int_not_equal(tune("whole", "--rate 0.2"), 0);
    assert_int_equal(run_shell("grep -q 'something else' %s/said", folder), 0);
}

static void an_engine_that_does_not_know_a_knob_is_no_result(void **context)
{
    (void)context;
    run_shell("echo 'search.nonsense 1 0 2 1' >> %s/knobs", folder);
    assert_int_not_equal(tune("other", ""), 0);
    assert_int_equal(run_shell("grep -q forfeited %s/said", folder), 0);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(goes_on_where_it_was_broken_off),
        cmocka_unit_test(refuses_the_steps_of_something_else),
        cmocka_unit_test(an_engine_that_does_not_know_a_knob_is_no_result),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
