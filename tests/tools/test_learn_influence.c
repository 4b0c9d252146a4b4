/* `hishi learn --influence': counted games to odds that say what happened in them.  */
#include "tests/support/testing.h"

#include "tests/support/tool.h"

enum { GAMES = 40 };

static struct tool_folder folder;

/* Black walls off the left of a board of 9x9, White the right; White's stone at B5 dies
   where it stands.  White wins by a komi of 7 less two points.  */
static void put_game(FILE *out)
{
    fputs("(;GM[1]FF[4]SZ[9]KM[7]RE[W+6];B[dd];W[fd]", out);
    for (char row = 'a'; row <= 'i'; row++)
        if (row != 'd')
            fprintf(out, ";B[d%c];W[f%c]", row, row);
    for (char row = 'a'; row <= 'h'; row += 2)
        fprintf(out, ";B[e%c];W[e%c]", row, row + 1);
    fputs(";B[ei];W[be];B[];W[])\n", out);
}

static int make_games(void **state)
{
    (void)state;
    char path[96];
    tool_folder_make(&folder);
    snprintf(path, sizeof path, "%s/games.sgf", folder.path);
    FILE *const out = fopen(path, "w");
    for (int i = 0; i < GAMES; i++)
        put_game(out);
    return fclose(out);
}

static int remove_games(void **state)
{
    (void)state;
    tool_folder_remove(&folder);
    return 0;
}

/* The number in the header of CLASS of TRAIT.  */
static double odds_in(char const *header, char const *trait, int class)
{
    char mark[32];
    snprintf(mark, sizeof mark, "/* %s */", trait);
    char const *at = strstr(header, mark);
    assert_non_null(at);
    at = strchr(at, '{') + 1;
    for (int i = 0; i < class; i++)
        at = strchr(at, ',') + 1;
    return strtod(at, NULL);
}

/* A stone in the enemy's light ends as his; whoever stands in his own stays.  */
static void odds_say_what_happened(void **state)
{
    (void)state;
    int status;
    TOOL_CHECK(
        &folder,
        "$HISHI learn --influence=odds.h --part=all --set positions=20 games.sgf", 0,
        "40 games, ", " chains, log-loss 0.0", "; held back ");
    char *const header = tool_run(&folder, "cat odds.h", &status);
    assert_int_equal(status, 0);
    assert_non_null(strstr(header, "made by: hishi learn --influence=odds.h"));
    assert_non_null(strstr(header, "input: games.sgf"));
    assert_true(odds_in(header, "light", 2) < -1);
    assert_true(odds_in(header, "light", 4) > 1);
    free(header);
}

static void nothing_counted_writes_nothing(void **state)
{
    (void)state;
    TOOL_CHECK(&folder,
               "sed s/W+6/W+R/ games.sgf >won.sgf; "
               "$HISHI learn --influence=none.h --part=all won.sgf",
               1, "not written");
    assert_false(tool_has(&folder, "none.h"));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(odds_say_what_happened),
        cmocka_unit_test(nothing_counted_writes_nothing),
    };
    return cmocka_run_group_tests(tests, make_games, remove_games);
}
