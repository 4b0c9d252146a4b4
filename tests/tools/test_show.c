/* hishi show: games found by what they are called, and opened at a move. */
#include "tests/support/testing.h"

#include "tests/support/child.h"
#include "tests/support/folder.h"

#include <sys/wait.h>
#include <unistd.h>

static char const collection[] =
    "(;GM[1]SZ[9]PB[First]PW[Second];B[ee];W[cc])\n"
    "(;GM[1]SZ[9]PB[Cut];B[ee\n"
    "(;GM[1]SZ[9]PB[A \"q\" B]BR[4d]PW[Bob]WR[5d]DT[2005-06-07]RE[W+3.5]KM[6.5]RU[NZ]"
    ";B[ee];W[gc];B[cg];W[];B[fd];W[fe]C[here];B[gd])\n"
    "(;GM[1]SZ[9]PB[Last];B[ee];W[ee];B[aa])\n";

static int make_folder(void **state)
{
    if (folder_make(state) != 0)
        return -1;
    folder_write("kgs-6d.2005.sgf", collection);
    folder_write("other.sgf", "(;GM[1]SZ[9]PB[Other];B[ee])");
    folder_write("old/other.sgf", "(;GM[1]SZ[9]PB[Older];B[aa])");
    return 0;
}

/* What `hishi show FOLDER ARGUMENTS' prints; to be freed.  */
static char *show(char const *arguments, int status_wanted)
{
    struct child child;
    int status;
    char all[512];
    snprintf(all, sizeof all, "show %s %s", folder_path, arguments);
    child_start(&child, all);
    child_close_in(&child);
    char *const printed = child_rest(&child);
    child_wait(&child, CHILD_WAIT_MS, &status);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), status_wanted);
    return printed;
}

static void expect_status(char const *arguments, int status, char const *const parts[])
{
    char *const printed = show(arguments, status);
    char const *rest = printed;
    for (int i = 0; parts[i]; i++) {
        char const *const found = strstr(rest, parts[i]);
        if (found)
            rest = found + strlen(parts[i]);
        else
            fail_msg("no \"%s\" in: %s", parts[i], printed);
    }
    free(printed);
}

#define EXPECT(arguments, ...)                                                         \
    expect_status(arguments, 0, (char const *const[]){__VA_ARGS__, NULL})
#define EXPECT_FAILURE(arguments, ...)                                                 \
    expect_status(arguments, 1, (char const *const[]){__VA_ARGS__, NULL})

static void opens_a_game_at_a_move(void **state)
{
    (void)state;
    EXPECT("kgs-6d/2 --move 5", "kgs-6d/2: game 3 of ",
           "/kgs-6d.2005.sgf, counted from 1\n",
           "  Black A \"q\" B 4d\n  White Bob 5d\n", "2005-06-07, W+3.5\n",
           "  9x9, NZ rules, komi 6.5\n",
           " 7 . . + . . . O . . 7\n"
           " 6 . . . . .(X). . . 6\n"
           " 5 . . . . X . . . . 5\n",
           "Move 5 of 7: Black F6, after White pass.\n", " 4 O pass", "(5 X F6)\n",
           " 6 O F5", " 7 X G6\n");
    EXPECT("kgs-6d/2 --move 6 --before", " 6 . . . . .(X). . . 6\n",
           "as it was before it");
    EXPECT("kgs-6d/2 --move 7", " 6 . . . . . X(X). . 6\n 5 . . . . X[O]. . . 5\n");
}

static void counts_bad_games_and_takes_more_of_a_name(void **state)
{
    (void)state;
    EXPECT("kgs-6d/0", "Black First", "The end, after 2 moves.");
    EXPECT("kgs-6d.2005/3 move 1", "Black Last", "Move 1 of 3");
    EXPECT("old/other/0", "Black Older");
}

static void shows_several_in_the_order_asked_for(void **state)
{
    (void)state;
    EXPECT("old/other/0 move 1 kgs-6d/2 move 1 kgs-6d/0 --move 2", "Black Older",
           "(1 X A9)", "Move 1 of 7", "Black First", "Move 2 of 2: White C7");
}

static void says_what_it_cannot_show(void **state)
{
    (void)state;
    free(show("kgs-6d/1", 1));
    EXPECT_FAILURE("nowhere/1 kgs-6d/0", "Black First");
    free(show("kgs-6d/0 --move 3", 1));
    free(show("kgs-6d/3 --move 3", 1));
}

/* A memory of the same games knows the move, which Black, who lost, played once.  */
static void says_how_often_the_memory_met_it(void **state)
{
    (void)state;
    struct child child;
    char arguments[256];
    int status;
    snprintf(arguments, sizeof arguments,
             "learn --cases=%s/made.hishi --set near=1 --set far=1 %s/kgs-6d.2005.sgf",
             folder_path, folder_path);
    child_start(&child, arguments);
    free(child_rest(&child));
    child_wait(&child, CHILD_WAIT_MS, &status);
    assert_int_equal(status, 0);
    snprintf(arguments, sizeof arguments,
             "kgs-6d/2 --move 5 --diamond --memory=%s/made.hishi", folder_path);
    EXPECT(arguments, "between < and >: met ", "this played 1 time, 0 % in won games.");
    EXPECT_FAILURE("kgs-6d/2 --move 3 --diamond --memory=/no/such/file",
                   "between < and >.");
}

/* What was learnt is shown too, alone.  */
static void shows_what_was_learnt(void **state)
{
    (void)state;
    struct child child;
    int status;
    char arguments[256];
    snprintf(arguments, sizeof arguments, "show %s/made.hishi", folder_path);
    child_start(&child, arguments);
    char *const printed = child_rest(&child);
    child_wait(&child, CHILD_WAIT_MS, &status);
    assert_int_equal(status, 0);
    assert_non_null(strstr(printed, "made.hishi"));
    assert_non_null(strstr(printed, "cases"));
    free(printed);
    snprintf(arguments, sizeof arguments, "kgs-6d/0 %s/made.hishi", folder_path);
    free(show(arguments, 64));
}

static void fences_in_what_the_memory_compares(void **state)
{
    (void)state;
    EXPECT("kgs-6d/2 --move 3 --diamond",
           " 7 . .<+>. . .[O]. . 7\n"
           " 6 .<. . .>. . . . . 6\n"
           " 5<. . . . X>. . . . 5\n",
           "compares");
}

static void writes_sgf_that_can_be_shown(void **state)
{
    (void)state;
    char arguments[256];
    EXPECT("kgs-6d/2 --sgf", "(;", "PB[A \"q\" B]", "C[here]", ")\n");
    snprintf(arguments, sizeof arguments, "kgs-6d/2 kgs-6d/0 --sgf=%s/two.sgf",
             folder_path);
    free(show(arguments, 0));
    EXPECT("two/0 two/1", "Bob 5d", "White Second");
}

static void prints_json(void **state)
{
    (void)state;
    EXPECT("kgs-6d/2 --move 5 --json --diamond",
           "{\"game\": \"kgs-6d\", \"number\": 2, ", "\"black\": \"A \\\"q\\\" B\"",
           "\"komi\": 6.5",
           "\"cited\": {\"move\": 5, \"color\": \"black\", \"at\": \"F6\"}",
           "\"black_stones\": [\"C3\", \"E5\", \"F6\"], \"white_stones\": [\"G7\"], "
           "\"diamond\": [\"F2\", ",
           "\"moves\": [{\"move\": 1, ", "\"at\": \"pass\"}", "}]}\n");
}

static void draws_svg(void **state)
{
    (void)state;
    char arguments[256], path[128], text[16384];
    snprintf(path, sizeof path, "%s/board.svg", folder_path);
    snprintf(arguments, sizeof arguments, "kgs-6d/2 --move 5 --svg=%s", path);
    free(show(arguments, 0));
    FILE *const in = fopen(path, "r");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    assert_non_null(strstr(text, ">kgs-6d/2 move 5: Black F6</text>"));
    assert_non_null(strstr(text, ">5</text>"));
    assert_non_null(strstr(text, "</svg>"));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(opens_a_game_at_a_move),
        cmocka_unit_test(counts_bad_games_and_takes_more_of_a_name),
        cmocka_unit_test(shows_several_in_the_order_asked_for),
        cmocka_unit_test(says_what_it_cannot_show),
        cmocka_unit_test(says_how_often_the_memory_met_it),
        cmocka_unit_test(shows_what_was_learnt),
        cmocka_unit_test(fences_in_what_the_memory_compares),
        cmocka_unit_test(writes_sgf_that_can_be_shown),
        cmocka_unit_test(prints_json),
        cmocka_unit_test(draws_svg),
    };
    return cmocka_run_group_tests(tests, make_folder, folder_remove);
}
