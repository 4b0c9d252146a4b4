/* `hishi report scores' on games drawn by hand.  */
#include "tests/support/testing.h"

#include <unistd.h>

/* Two halves of a 5x5 board, a white stone dead in Black's: 10 points and a
   prisoner against 5 of territory, or 15 against 10 of area.  Then a record that
   is wrong, and one of a game that was not counted.  */
static char const collection[] =
    "(;GM[1]FF[4]SZ[5]KM[0.5]RU[Japanese]RE[B+5.5]"
    "AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa];B[];W[])\n"
    "(;GM[1]FF[4]SZ[5]KM[0.5]RU[Chinese]RE[W+0.5];B[cc];W[];B[])\n"
    "(;GM[1]FF[4]SZ[5]KM[0.5]RU[Chinese]RE[W+R];B[cc];W[];B[])\n";

/* What the program prints about the collection.  */
static void report(char const *options, char *text, size_t size)
{
    char path[] = "/tmp/hishi-scores-XXXXXX.sgf", command[512];
    int const file = mkstemps(path, 4);
    assert_return_code(file, 0);
    assert_int_equal(write(file, collection, sizeof collection - 1),
                     sizeof collection - 1);
    close(file);
    snprintf(command, sizeof command, "'%s' report scores %s '%s'", getenv("HISHI"),
             options, path);
    FILE *const out = popen(command, "r");
    assert_non_null(out);
    text[fread(text, 1, size - 1, out)] = '\0';
    assert_int_equal(pclose(out), 0);
    unlink(path);
}

static void compares_counted_games_with_the_record(void **state)
{
    (void)state;
    char text[4096];
    report("--part all --json", text, sizeof text);
    assert_non_null(strstr(text,
                           "\"games\": 2, \"same_territory\": 1, \"same_area\": 0, "
                           "\"same_either\": 1, \"same_winner\": 1"));
}

static void names_the_games_that_count_differently(void **state)
{
    (void)state;
    char text[4096];
    report("--part training --disagreeing", text, sizeof text);
    assert_non_null(strstr(text, "game 1: W+0.5 on record, Black by 23.5 of territory "
                                 "or 24.5 of area"));
    assert_null(strstr(text, "game 0:"));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(compares_counted_games_with_the_record),
        cmocka_unit_test(names_the_games_that_count_differently),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
