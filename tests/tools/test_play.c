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
    EXPECT("play --seed 1 --size 9", "e5\n",
           "9x9, Chinese rules, komi 7.5.  You are Black, Hishi is White.\n",
           "A B C D E F G H J", "Move 1: Black to move.\nhishi> ", " 5 ", "[X]",
           "White plays ", ".  Move 3: Black to move.\nhishi> \n");
}

static int times(char const *text, char const *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text++)
        count++;
    return count;
}

static void draws_the_board_once_a_turn(void **state)
{
    (void)state;
    char *printed = play("play --seed 1 --size 9", "e5\nfoo\nkomi\nundo\n");
    assert_int_equal(times(printed, "\n 9 "), 3);
    free(printed);
    printed = play("play --size 9 --color both", "e5\nc3\n");
    assert_int_equal(times(printed, "\n 9 "), 3);
    free(printed);
}

static void lets_a_person_play_white_or_both(void **state)
{
    (void)state;
    EXPECT("play --seed 1 --size 9 --color white", "pass\n", "Black plays ",
           "White to move", "Black plays ");
    EXPECT("play --size 9 --color both", "e5\nc3\n", "Black to move", "(X)",
           "White to move", "(O)", "Black to move");
    EXPECT("play --seed 1 --size 9 --color both", "e5\ncolor black\n", "White to move",
           "You are Black", "White plays ");
}

static void refuses_a_move_and_says_why(void **state)
{
    (void)state;
    EXPECT("play --size 5 --color both", "c3\nc3\nz3\nfoo\n",
           "You cannot play there: C3 is occupied.\nhishi> ", "'z3' is not a point",
           "'foo' is not a point");
}

static void passes_over_no_word(void **state)
{
    (void)state;
    EXPECT("play --size 5 --color both",
           "c3 d3\npass now\nresign now\nundo 2\nnew 13 5\nkomi x\nrules x\nsize 99\n"
           "handicap 1\nhandicap 25\ncolor red\nlevel red\nclock soon\nanalyse -1\n"
           "dead\ns\nr\nd3\n",
           "'d3' is too much: one move at a time; nothing was played.",
           "'now' is too much", "'now' is one word too many: say resign.",
           "'2' is one word too many: say undo.",
           "'5' is one word too many: say new [SIZE].", "'x' is no komi",
           "No rules are called 'x'.", "Rules are chinese, japanese,",
           "'99' is not a size; boards are 2x2 to 25x25", "'1' is no handicap",
           "25 handicap stones leave no room on 5x5", "'red' is not black",
           "'red' is no level", "'soon' is no time setting", "'-1' is no number of",
           "'dead' wants more: dead POINT...", "'s' may be score, save, size or show.",
           "'r' may be rules or resign.", "Black plays D3.");
}

static void takes_back_to_the_persons_move(void **state)
{
    (void)state;
    EXPECT("play --seed 1 --size 9", "undo\ne5\nundo\nquit\n",
           "There is nothing to take back.", "[X]", "White plays ",
           " 5 . . . . + . . . . 5\n", "Move 1: Black to move");
}

static void explains_itself(void **state)
{
    (void)state;
    EXPECT("play --seed 1 --size 5", "why\nhint\nc3\nwhy\nwhy a1\nscore\nhelp\n?\n",
           "I have not moved yet.", "I would play ", "White plays ", "A1", "I expect ",
           "komi included", "undo", "exit");
}

static void shows_the_best_moves_and_plays_none(void **state)
{
    (void)state;
    char *const printed = play("play --seed 1 --size 5 --color both",
                               "c3\nanalyse 0.2\npass\npass\nanalyse\n");
    char const *const table = strstr(printed, "hishi> White: ");
    assert_non_null(table);
    assert_non_null(strstr(table, " times "));
    assert_non_null(strstr(table, "hishi> \n"));
    assert_non_null(strstr(table, "Move 3: Black to move."));
    assert_non_null(strstr(table, "The game is over."));
    assert_null(strchr(printed, '\033'));
    free(printed);
}

/* Advice is at full strength whatever the level.  */
static void plays_at_the_level_that_is_wished(void **state)
{
    (void)state;
    EXPECT("play --size 5 --seed 1 --color both",
           "level\nlevel 1\nhint\nlevel 7\nlevel 11\nlevel\n",
           "Level 10 of 10: I play a position out 40 times before",
           "Level 1 of 10: I play what comes to mind", "I would play ", " playouts",
           "Level 7 of 10: I play a position out 40 times at most", "'11' is no level",
           "Level 7 of 10");
    EXPECT("play --size 5 --time 2 --color both", "level\n", "for 2 s.");
    EXPECT("play --level 3 --size 5 --color both", "level\n", "Level 3 of 10: ");
}

static void has_a_clock_for_both(void **state)
{
    (void)state;
    EXPECT("play --size 5 --color both", "clock\nclock 90+2x5\nc3\nclock none\n",
           "There is no clock.", "Time for each of us: 90+2x5.",
           "Clock: Black 1:30, White 1:30.", "Clock: Black 1:", "There is no clock.");
    EXPECT("play --size 5 --color both --clock 0.000001", "c3\nc4\nundo\nquit\n",
           "Clock: Black 0:00, White 0:00.", "Black has thought too long, and loses on",
           "The game is over.", "Move 1: Black to move.\nClock: ");
}

/* All the board is White's but Black's one stone, and still there is a hint.  */
static void hints_at_a_move_in_a_lost_game(void **state)
{
    (void)state;
    EXPECT("play --size 5 --color both --komi 60 --resign-below 0.9", "c3\nc2\nhint\n",
           "Black to move", "I would play ");
    char *const printed = play(
        "play --size 5 --color both --komi 60 --resign-below 0.9", "c3\nc2\nhint\n");
    assert_null(strstr(printed, "resign"));
    free(printed);
}

static void counts_the_score_after_two_passes(void **state)
{
    (void)state;
    EXPECT("play --size 3 --komi 0.5 --color both", "b2\npass\npass\na1\n",
           "No stones are dead.", "Black wins by 8.5.", "hishi> ", "The game is over.",
           "hishi> \n");
    EXPECT("play --size 3 --color both", "b2\nresign\n", "White resigns.");
    EXPECT("play --size 3 --komi 0 --color both", "pass\npass\nundo\nb2\n",
           "The game is a draw.", "White to move", "(O)");
}

/* A white stone in Black's territory, about which opinions may differ.  */
static void lets_people_object_to_what_is_dead(void **state)
{
    (void)state;
    EXPECT("play --size 5 --komi 0.5 --color both",
           "dead b2\nc2\nb4\nc3\nb3\nc4\nb2\nc1\nb5\nc5\nb1\ne3\nd3\npass\npass\n"
           "alive d3\nkomi 4.5\ndead d3\ndead a1\nundo\n",
           "That is settled after the game", "Dead, and taken off, are White's D3.\n",
           "Black wins by 4.5.", "No stones are dead.\n", "White wins by 5.5.",
           "komi 4.5", "White wins by 9.5.", "White's D3.\n", "Black wins by 0.5.",
           "There is no stone at a1.", "White to move");
}

static void begins_again(void **state)
{
    (void)state;
    EXPECT("play --size 9 --handicap 2 --color both", "e5\nnew\n",
           "9x9, Chinese rules, komi 0.5, 2 handicap stones, for which White gets 2 "
           "points.",
           " 7 . . + . . . X", "White to move", "(O)", "Black to move",
           " 7 . . + . . . X", "White to move");
    EXPECT("play --color both --size 9 --handicap 2 --komi 7.5", "", "komi 7.5, 2 ");
    EXPECT("play --color both --size 9",
           "new 13\nhandicap 3\nrules jp\nsize 7x5\nhandicap 0\nkomi 3\nnew\n",
           "13x13, Chinese rules, komi 7.5.", "13x13, Chinese rules, komi 0.5, 3 ",
           "13x13, Japanese rules, komi 0.5, 3 handicap stones.",
           "7x5, Japanese rules, komi 0.5, 3 ", "7x5, Japanese rules, komi 6.5.",
           "komi 3.", "komi 3.");
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
    EXPECT("play --size 9 --komi 3.5 --rules jp --color both", typed, "Saved as ",
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
    snprintf(typed, sizeof typed, "load\nload %s\nload %s 1\nload %s 9\nload /no\n",
             file, file, file);
    EXPECT("play --size 5 --seed 1", typed, "Load what?",
           "9x9, Japanese rules, komi 3.5.  "
           "You are White",
           "Move 4: White to move.", "You are White", "Move 2: White ",
           "The game has 3 moves only", "Move 4: White to move.", "/no: ");
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
    EXPECT("play", "quit\nd4\n", "hishi> ");
    EXPECT("play", "exit\nd4\n", "hishi> ");
    EXPECT("play", "", "hishi> \n");
    EXPECT("play --color both", "d4\nz", "hishi> ", "'z' is not a point", "hishi> \n");
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(answers_a_move_with_a_move),
        cmocka_unit_test(draws_the_board_once_a_turn),
        cmocka_unit_test(lets_a_person_play_white_or_both),
        cmocka_unit_test(refuses_a_move_and_says_why),
        cmocka_unit_test(passes_over_no_word),
        cmocka_unit_test(takes_back_to_the_persons_move),
        cmocka_unit_test(explains_itself),
        cmocka_unit_test(shows_the_best_moves_and_plays_none),
        cmocka_unit_test(plays_at_the_level_that_is_wished),
        cmocka_unit_test(has_a_clock_for_both),
        cmocka_unit_test(hints_at_a_move_in_a_lost_game),
        cmocka_unit_test(counts_the_score_after_two_passes),
        cmocka_unit_test(lets_people_object_to_what_is_dead),
        cmocka_unit_test(begins_again),
        cmocka_unit_test(saves_a_game_that_can_be_loaded),
        cmocka_unit_test(uses_no_colour_on_a_pipe),
        cmocka_unit_test(leaves_when_told_or_when_nobody_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
