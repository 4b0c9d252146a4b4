/* hishi play, with a person who types from a pipe. */
#include "tests/support/testing.h"

#include "tests/support/child.h"

#include <unistd.h>

/* All that is printed until the program has ended, with success, after TYPED and
   the end of input.  To be freed.  */
static char *play(char const *arguments, char const *typed)
{
    struct child child;
    int status;
    char all[256]; /* with moves that take no time */
    snprintf(all, sizeof all, "%s --set search.playouts=40", arguments);
    child_start(&child, all);
    child_send(&child, typed, strlen(typed)); /* it may have left before the end */
    child_close_in(&child);
    char *const printed = child_rest(&child);
    child_wait(&child, CHILD_WAIT_MS, &status);
    assert_int_equal(status, 0);
    return printed;
}

/* Does the output have these PARTS in this order?  */
static void expect(char const *arguments, char const *typed, char const *const parts[])
{
    char *const printed = play(arguments, typed), *rest = printed;
    for (; *parts; parts++) {
        rest = strstr(rest, *parts);
        if (!rest)
            fail_msg("no \"%s\" in: %s", *parts, printed);
        rest += strlen(*parts);
    }
    free(printed);
}

#define EXPECT(arguments, typed, ...)                                                  \
    expect(arguments, typed, (char const *const[]){__VA_ARGS__, NULL})

static void answers_a_move_with_a_move(void **state)
{
    (void)state;
    EXPECT("play --seed 1 --size 9", "e5\n", "A B C D E F G H J", "Black> ",
           " 5 . . . .(X). . . . 5", "White plays ", ".\nBlack> \n");
}

static void lets_a_person_play_white_or_both(void **state)
{
    (void)state;
    EXPECT("play --seed 1 --size 9 --color white", "pass\n", "Black plays ", "White> ",
           "Black plays ");
    EXPECT("play --size 9 --color both", "e5\nc3\n", "Black> ", "(X)", "White> ", "(O)",
           "Black> ");
}

static void refuses_a_move_and_says_why(void **state)
{
    (void)state;
    EXPECT("play --size 5 --color both", "c3\nc3\nz3\nfoo\n",
           "You cannot play there: C3 is occupied.\nWhite> ", "'z3' is not a point",
           "'foo' is not a point");
}

static void takes_back_to_the_persons_move(void **state)
{
    (void)state;
    EXPECT("play --seed 1 --size 9", "undo\ne5\nundo\nquit\n",
           "There is nothing to take back.", "(X)", "White plays ",
           " 5 . . . . + . . . . 5\n", "Black> ");
}

static void explains_itself(void **state)
{
    (void)state;
    EXPECT("play --seed 1 --size 5", "why\nhint\nc3\nwhy\nwhy a1\nscore\nhelp\n?\n",
           "I have not moved yet.", "I would play ", "White plays ", "Black> ", "A1",
           "If it ended now", "undo", "quit");
}

static void counts_the_score_after_two_passes(void **state)
{
    (void)state;
    EXPECT("play --size 3 --komi 0.5 --color both", "b2\npass\npass\na1\n",
           "Black wins by 8.5.", "Hishi> ", "The game is over.", "Hishi> \n");
    EXPECT("play --size 3 --color both", "b2\nresign\n", "White resigns.");
    EXPECT("play --size 3 --komi 0 --color both", "pass\npass\nundo\nb2\n",
           "The game is a draw.", "White> ", "(O)");
}

static void begins_again(void **state)
{
    (void)state;
    EXPECT("play --size 9 --handicap 2 --color both", "e5\nnew\n", " 7 . . + . . . X",
           "White> ", "(O)", "Black> ", " 7 . . + . . . X", "White> ");
}

static void saves_a_game_that_can_be_loaded(void **state)
{
    (void)state;
    char file[] = "/tmp/hishi-play-XXXXXX", typed[128], loading[128];
    struct child child;
    int const fd = mkstemp(file);
    assert_true(fd >= 0);
    close(fd);
    snprintf(typed, sizeof typed, "e5\nc3\npass\nsave %s\nsave\nsave /no/such/place\n",
             file);
    EXPECT("play --size 9 --komi 3.5 --color both", typed, "Saved as ",
           "Save it where?", "/no/such/place");
    child_start(&child, "gtp");
    snprintf(loading, sizeof loading, "loadsgf %s", file);
    char *response = child_ask(&child, loading);
    assert_string_equal(response, "= ");
    free(response);
    response = child_ask(&child, "get_komi");
    assert_string_equal(response, "= 3.5");
    free(response);
    response = child_ask(&child, "showboard");
    assert_non_null(strstr(response, " 5 . . . . X . . . . 5\n"));
    assert_non_null(strstr(response, "white to move, after move 3"));
    free(response);
    child_finish(&child);
    unlink(file);
}

static void uses_no_colour_on_a_pipe(void **state)
{
    (void)state;
    char *const printed = play("play", "d4\nquit\n");
    assert_null(strchr(printed, '\033'));
    free(printed);
}

static void leaves_when_told_or_when_nobody_is_there(void **state)
{
    (void)state;
    EXPECT("play", "quit\nd4\n", "Black> ");
    EXPECT("play", "", "Black> \n");
    EXPECT("play", "d", "Black> ");
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(answers_a_move_with_a_move),
        cmocka_unit_test(lets_a_person_play_white_or_both),
        cmocka_unit_test(refuses_a_move_and_says_why),
        cmocka_unit_test(takes_back_to_the_persons_move),
        cmocka_unit_test(explains_itself),
        cmocka_unit_test(counts_the_score_after_two_passes),
        cmocka_unit_test(begins_again),
        cmocka_unit_test(saves_a_game_that_can_be_loaded),
        cmocka_unit_test(uses_no_colour_on_a_pipe),
        cmocka_unit_test(leaves_when_told_or_when_nobody_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
