/* `hishi report playouts' on games drawn by hand.  */
#include "tests/support/testing.h"

#include <unistd.h>

/* Two halves of a 5x5 board, each with two eyes: nothing is left to play, so every
   playout ends as the game did.  And a game that was not counted.  */
static char const settled[] =
    "(;GM[1]FF[4]SZ[5]KM[0.5]RE[B+4.5]AB[ab][bb][cb][ca][cc][cd][ce][bd][ad]"
    "AW[db][eb][dd][ed][da][dc][de];B[];W[])\n"
    "(;GM[1]FF[4]SZ[5]KM[0.5]RE[W+R];B[cc];W[];B[])\n";

static char const open_board[] =
    "(;GM[1]FF[4]SZ[5]KM[0.5]RE[B+24.5];B[cc];W[];B[];W[])\n";

static void report(char const *collection, char const *options, char *text, size_t size)
{
    char path[] = "/tmp/hishi-playouts-XXXXXX.sgf", command[512];
    int const file = mkstemps(path, 4);
    assert_return_code(file, 0);
    assert_int_equal(write(file, collection, strlen(collection)), strlen(collection));
    close(file);
    snprintf(command, sizeof command,
             "'%s' report playouts --part all --json --moves=0 %s '%s'",
             getenv("HISHI"), options, path);
    FILE *const out = popen(command, "r");
    assert_non_null(out);
    text[fread(text, 1, size - 1, out)] = '\0';
    assert_int_equal(pclose(out), 0);
    unlink(path);
}

static void a_settled_position_is_foretold_without_error(void **state)
{
    (void)state;
    char text[4096];
    report(settled, "", text, sizeof text);
    assert_non_null(strstr(text, "{\"of\": \"winner\", \"error\": 0.00000"));
    assert_non_null(strstr(text, "{\"of\": \"owners\", \"error\": 0.00000"));
    assert_non_null(strstr(text, "\"games\": 1, \"playouts\": 16"));
}

static void only_the_same_seed_makes_no_difference(void **state)
{
    (void)state;
    char kept[] = "/tmp/hishi-playouts-XXXXXX", options[256], text[4096];
    int const file = mkstemp(kept);
    assert_return_code(file, 0);
    close(file);
    snprintf(options, sizeof options, "--save %s", kept);
    report(open_board, options, text, sizeof text);
    for (int seed = 1; seed <= 2; seed++) {
        snprintf(options, sizeof options, "--seed %d --against %s", seed, kept);
        report(open_board, options, text, sizeof text);
        char const *const owners = strstr(text, "\"owners\"");
        assert_non_null(owners);
        char const *const change = strstr(owners, "\"change_percent\": ");
        assert_non_null(change);
        assert_int_equal(strtod(change + 18, NULL) == 0, seed == 1);
    }
    unlink(kept);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(a_settled_position_is_foretold_without_error),
        cmocka_unit_test(only_the_same_seed_makes_no_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
