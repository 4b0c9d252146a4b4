/* `hishi learn' and the reports on a memory of shapes, as a user calls them.  */
#include "tests/support/testing.h"

#include "tests/support/shapes_made.h"

#include <stdarg.h>
#include <unistd.h>

static char folder[] = "/tmp/hishi-learn-shapes-XXXXXX";

static int make_games(void **state)
{
    (void)state;
    char path[64];
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/made.sgf", folder);
    made_games(path, 19, 60, 1);
    return 0;
}

static int remove_all(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

/* Run hishi in the folder with these arguments; what it says on either stream goes
   into TEXT, and its exit status is returned.  */
static int run(char text[4096], char const *arguments, ...)
    __attribute__((format(printf, 2, 3)));

static int run(char text[4096], char const *arguments, ...)
{
    char command[1024];
    int length =
        snprintf(command, sizeof command, "cd '%s' && '%s' ", folder, getenv("HISHI"));
    va_list list;
    va_start(list, arguments);
    length +=
        vsnprintf(command + length, sizeof command - (size_t)length, arguments, list);
    va_end(list);
    snprintf(command + length, sizeof command - (size_t)length, " 2>&1");
    FILE *const out = popen(command, "r");
    assert_non_null(out);
    text[fread(text, 1, 4095, out)] = '\0';
    return WEXITSTATUS(pclose(out));
}

/* The number behind KEY at its NTH occurrence in a text of JSON lines.  */
static double number(char const *text, char const *key, int nth)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    for (; nth >= 0; nth--) {
        text = strstr(text, quoted);
        assert_non_null(text);
        text += strlen(quoted);
    }
    return strtod(text, NULL);
}

static double cases_of(char const *file, char const *key)
{
    char text[4096];
    assert_int_equal(run(text, "learn --show=%s --json", file), 0);
    return number(text, key, 0);
}

static void what_is_added_counts_like_what_was_learnt_at_once(void **state)
{
    (void)state;
    char text[4096];
    assert_int_equal(run(text, "learn made.sgf -o all.hishi --json"), 0);
    assert_true(number(text, "games", 0) == 60);
    assert_int_equal(run(text, "learn made.sgf --residues=0-9 -o part.hishi"), 0);
    assert_true(cases_of("part.hishi", "games") == 30);
    assert_int_equal(run(text, "learn made.sgf --residues=10-19 --into=part.hishi"), 0);
    assert_true(cases_of("part.hishi", "cases") == cases_of("all.hishi", "cases"));
    assert_true(cases_of("part.hishi", "moves") == cases_of("all.hishi", "moves"));
    assert_int_equal(run(text, "learn made.sgf --limit=7 -o few.hishi"), 0);
    assert_true(cases_of("few.hishi", "games") == 7);
}

static void a_pruned_memory_keeps_what_was_asked_for(void **state)
{
    (void)state;
    char text[4096];
    assert_int_equal(run(text, "learn made.sgf -o all.hishi"), 0);
    assert_int_equal(run(text, "learn --prune=all.hishi --min-played=2 -o two.hishi"),
                     0);
    assert_non_null(strstr(text, " cases kept\n"));
    assert_true(cases_of("two.hishi", "cases") > 0);
    assert_true(cases_of("two.hishi", "cases") < cases_of("all.hishi", "cases") / 5);
    assert_int_equal(run(text, "learn --prune=all.hishi"), 64);
    assert_non_null(strstr(text, "say where"));
}

static void a_damaged_memory_is_refused_in_one_sentence(void **state)
{
    (void)state;
    char text[4096];
    assert_int_equal(run(text, "learn made.sgf --limit=5 -o whole.hishi"), 0);
    char command[512];
    snprintf(command, sizeof command,
             "cd '%s' && head -c 5000 whole.hishi >cut.hishi && cp whole.hishi "
             "bad.hishi && printf '\\377\\377\\377\\377\\377' | dd of=bad.hishi bs=1 "
             "seek=$(($(stat -c %%s whole.hishi) / 2)) conv=notrunc status=none",
             folder);
    assert_int_equal(system(command), 0);
    static char const *const uses[] = {
        "learn --show=cut.hishi",
        "learn --prune=cut.hishi -o x.hishi",
        "learn made.sgf --into=cut.hishi",
        "report memory -m cut.hishi made.sgf",
        "report similarity -m cut.hishi made.sgf",
        "learn --show=bad.hishi",
        "learn --prune=bad.hishi -o x.hishi",
        "report memory -m bad.hishi made.sgf",
        "report similarity -m bad.hishi made.sgf",
    };
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        assert_int_equal(run(text, "%s", uses[i]), 1);
        assert_non_null(strstr(
            text, strstr(uses[i], "bad") ? " is damaged" : "cut.hishi: should have "));
        assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    }
}

/* Random games have shapes too: beside the move before.  */
static void fitted_weights_predict_better(void **state)
{
    (void)state;
    char text[4096];
    assert_int_equal(run(text, "learn made.sgf --residues=0-16 -o some.hishi"), 0);
    assert_int_equal(run(text, "report similarity -m some.hishi --residues=17-19 "
                               "--fit=learnt --rounds=1 --json made.sgf"),
                     0);
    assert_non_null(strstr(text, "\"similarity\": \"katsunari\""));
    assert_true(number(text, "positions", 0) > 20);
    assert_true(number(text, "log_p", 2) > number(text, "log_p", 1));
    assert_true(number(text, "best_40_percent", 1) >=
                number(text, "best_10_percent", 1));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(what_is_added_counts_like_what_was_learnt_at_once),
        cmocka_unit_test(a_pruned_memory_keeps_what_was_asked_for),
        cmocka_unit_test(a_damaged_memory_is_refused_in_one_sentence),
        cmocka_unit_test(fitted_weights_predict_better),
    };
    return cmocka_run_group_tests(tests, make_games, remove_all);
}
