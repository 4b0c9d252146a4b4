/* `hishi report losses' on a game that was lost by one move. */
#include "tests/support/testing.h"

#include "tests/support/tool.h"

#include <string.h>

/* Whoever moves first takes the other's stones, in D or in E, and with them the game;
   Black plays J1:

       . X . O X . O . .
       . X X O X O O . .
       . X X O X O O . .
       . X X O X O O . .
       . X X O X O O . .
       . X X X O O O . .
       . . . X O . . . .
       . . . X O . . . .
       . . . X O . . . .  */
#define STONES                                                                         \
    "AB[ba][ea][bb][cb][eb][bc][cc][ec][bd][cd][ed][be][ce][ee][bf][cf][df][dg][dh]"   \
    "[di]AW[da][ga][db][fb][gb][dc][fc][gc][dd][fd][gd][de][fe][ge][ef][ff][gf][eg]"   \
    "[eh][ei]"

static char const games[] =
    "(;SZ[9]KM[-8.5]PB[weak]PW[strong]RE[W+R]" STONES ";B[ii];W[fa];B[hi];W[hb])\n"
    "(;SZ[9]KM[-8.5]PB[strong]PW[weak]RE[B+R]" STONES ";B[ca];W[ii];B[aa];W[hi])\n"
    "(;SZ[9]KM[-8.5]PB[weak]PW[strong]RE[?]" STONES ";B[ii];W[fa])\n";

#define SHORT "--short=50 --long=400 "

static void finds_the_move_that_lost_a_game(void **state)
{
    struct tool_folder const *const place = &tool_folder;
    (void)state;
    tool_write(place, "games.sgf", games);
    tool_hishi(place, "report losses " SHORT "--list --most=1 games.sgf", 0,
               TOOL_SAYS("games/0 move 1: J1, better ", "; capture of 5 stones at E5",
                         "1 games lost, 1 of them by a move that cost 10 % or more",
                         "\ncapture        1 ", "\nall            1 "));
    tool_hishi(place, "report losses " SHORT "--json --most=1 games.sgf", 0,
               TOOL_SAYS("{\"mistake\": \"capture\", \"games\": 1, ",
                         "{\"mistake\": \"all\", \"games\": 1, "));
}

/* White had lost before his first move, and nobody the third game.  */
static void blames_nobody_for_what_was_lost_before(void **state)
{
    struct tool_folder const *const place = &tool_folder;
    (void)state;
    tool_write(place, "games.sgf", games);
    tool_hishi(place, "report losses " SHORT "games.sgf", 0,
               TOOL_SAYS("2 games lost, 1 of them by a move"));
}

static void looks_at_one_players_losses(void **state)
{
    struct tool_folder const *const place = &tool_folder;
    (void)state;
    tool_write(place, "games.sgf", games);
    tool_hishi(place, "report losses " SHORT "--of=strong games.sgf", 1,
               TOOL_SAYS("nothing to tell: no lost games"));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test_setup_teardown(finds_the_move_that_lost_a_game, tool_set_up,
                                        tool_tear_down),
        cmocka_unit_test_setup_teardown(blames_nobody_for_what_was_lost_before,
                                        tool_set_up, tool_tear_down),
        cmocka_unit_test_setup_teardown(looks_at_one_players_losses, tool_set_up,
                                        tool_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
