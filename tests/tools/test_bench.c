#include "tests/support/testing.h"

/* What `hishi bench ARGUMENTS' prints, standard error too.  */
static char *bench(char const *arguments, int *status)
{
    static char out[8192];
    char command[512];
    assert_non_null(getenv("HISHI"));
    snprintf(command, sizeof command, "'%s' bench %s 2>&1", getenv("HISHI"), arguments);
    FILE *const pipe = popen(command, "r");
    assert_non_null(pipe);
    out[fread(out, 1, sizeof out - 1, pipe)] = '\0';
    *status = pclose(pipe);
    return out;
}

/* `make signature' asks only the ordinary build; this asks the one under
   test, which may have been compiled otherwise.  */
static void the_signature_is_the_same_in_every_build(void **state)
{
    (void)state;
    int status;
    char expected[32];
    FILE *const file = fopen("tests/signature", "r");
    assert_non_null(file);
    assert_non_null(fgets(expected, sizeof expected, file));
    fclose(file);
    assert_string_equal(bench("--signature", &status), expected);
    assert_int_equal(status, 0);
}

/* The value of KEY in a line of JSON.  */
static double figure(char const *line, char const *key)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    char const *const at = strstr(line, quoted);
    assert_non_null(at);
    return strtod(at + strlen(quoted), NULL);
}

static void figures_are_flat_objects_one_a_line(void **state)
{
    (void)state;
    int status, lines = 0;
    char *rest = bench("--json --seconds 0.001 playouts board", &status);
    assert_int_equal(status, 0);
    for (char *line; (line = strsep(&rest, "\n")) && *line; lines++) {
        bool const playouts = strstr(line, "{\"part\": \"playouts\", \"policy\": ");
        bool const large = strstr(line, "\"19x19\"");
        assert_true(playouts || strstr(line, "{\"part\": \"board\", \"board\": "));
        assert_ptr_equal(strrchr(line, '{'), line);
        assert_ptr_equal(strchr(line, '}'), line + strlen(line) - 1);
        if (playouts) {
            double const ns = figure(line, "ns_per_move");
            double const moves = figure(line, "moves_per_playout");
            double const area = large ? 361 : 81;
            assert_true(moves > area && moves < 1.5 * area);
            if (strstr(line, "\"uniform\"")) /* what is known of random games */
                assert_true(moves > (large ? 450 : 105) && moves < (large ? 465 : 112));
            double const all = figure(line, "playouts_per_s") * moves * ns;
            assert_true(all > 0.98e9 && all < 1.02e9);
            assert_true(figure(line, "cycles_per_move") > 0);
        } else {
            assert_true(figure(line, "ns_per_copy") > 0);
            assert_true(figure(line, "ns_per_copy_and_play") > 0);
            assert_true(figure(line, "ns_per_try_and_undo") > 0);
        }
    }
    assert_in_range(lines, 2 + 4, 4 + 4); /* more with learnt weights */
}

/* The fewer candidates, the smaller the tree.  */
static void forward_pruning_is_measured(void **state)
{
    (void)state;
    int status;
    char *rest = bench("--json --seconds 0.001 search", &status);
    double some = 0;
    assert_int_equal(status, 0);
    for (char *line; (line = strsep(&rest, "\n")) && *line;) {
        double const nodes = figure(line, "nodes_per_playout");
        assert_true(figure(line, "playouts_per_s") > 0);
        if (figure(line, "candidates") == 10)
            some = nodes;
        if (figure(line, "candidates") == 1000)
            assert_true(some > 0 && nodes > 2 * some);
    }
    assert_true(some > 0);
}

static void what_it_does_not_know_it_names(void **state)
{
    (void)state;
    int status;
    assert_non_null(strstr(bench("playout", &status), "no part called 'playout'"));
    assert_int_not_equal(status, 0);
    assert_non_null(strstr(bench("-s often", &status), "'often' is not a number"));
    assert_int_not_equal(status, 0);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(the_signature_is_the_same_in_every_build),
        cmocka_unit_test(figures_are_flat_objects_one_a_line),
        cmocka_unit_test(forward_pruning_is_measured),
        cmocka_unit_test(what_it_does_not_know_it_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
