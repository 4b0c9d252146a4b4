/* `hishi report years' on games drawn by hand.  */
#include "tests/support/testing.h"

#include "tests/support/tool.h"

#include <string.h>

/* In the first, four positions have a corner with a lone 4-4 stone of the other side,
   and two moves go in at 3-3; in the second the stone is not alone, in the third it is
   the mover's own.  */
static char const games[] =
    "(;SZ[19]DT[2016-12-30];B[pd];W[qc];B[dp];W[pp];B[qq];W[cc])\n"
    "(;SZ[19]DT[2015];B[pd];W[qf];B[qh];W[qc])\n"
    "(;SZ[19]DT[2015];B[pd];W[];B[qc])\n";

static void finds_the_invasions_of_each_year(void **state)
{
    struct tool_folder const *const place = &tool_folder;
    (void)state;
    tool_write(place, "games.sgf", games);
    tool_hishi(place, "report years --part=all --json games.sgf", 0,
               TOOL_SAYS("\"file\": \"games\"",
                         "\"chances\": 4, \"invasions\": 2, \"played_percent\": 50, ",
                         "\"chances\": 2, \"invasions\": 0, \"played_percent\": 0, ",
                         "\"year\": 2016", "\"year\": 2015", "\"chances\": 6"));
    tool_hishi(place, "report years --part=all --json --early=3 games.sgf", 0,
               TOOL_SAYS("\"chances\": 1, \"invasions\": 1, ",
                         "\"chances\": 3, \"invasions\": 1, "));
}

/* Of training games nobody is asked how well their moves are foretold, and no figure
   says so.  */
static void tells_no_figure_of_nothing(void **state)
{
    struct tool_folder const *const place = &tool_folder;
    (void)state;
    tool_write(place, "games.sgf", games);
    tool_hishi(place, "report years --part=all --json games.sgf", 0,
               TOOL_SAYS("\"positions\": 0, \"first_percent\": null, ",
                         "\"log_p\": null, \"log_p_error\": null, \"sure\": 0, ",
                         "\"exponent\": null, \"gain\": null, "));
    tool_hishi(
        place, "report years --part=all games.sgf | grep all", 0,
        TOOL_SAYS("all               0      0      -      -       -      -      0 "
                  "     -      -        -        -       -        6      2 "));
}

/* Number 19 of twenty is a test game, and all of its moves are asked about.  */
static void asks_about_test_games(void **state)
{
    struct tool_folder const *const place = &tool_folder;
    (void)state;
    char many[20 * 32] = "";
    for (int i = 0; i < 20; i++)
        strcat(many, "(;SZ[19];B[pd];W[dp];B[])\n");
    tool_write(place, "games.sgf", many);
    tool_hishi(place, "report years --every=1 --json games.sgf", 0,
               TOOL_SAYS("\"positions\": 2, ", "\"year\": 0"));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test_setup_teardown(finds_the_invasions_of_each_year, tool_set_up,
                                        tool_tear_down),
        cmocka_unit_test_setup_teardown(tells_no_figure_of_nothing, tool_set_up,
                                        tool_tear_down),
        cmocka_unit_test_setup_teardown(asks_about_test_games, tool_set_up,
                                        tool_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
