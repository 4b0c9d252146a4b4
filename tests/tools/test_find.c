#include "tests/support/testing.h"

#include "tests/support/tool.h"

#include <unistd.h>

/* Three games: two begin alike in another corner and colour, one is on a small
   board.  */
static char const games[] =
    "(;SZ[19]PB[Ann]PW[Bob]DT[2020-02-02]RE[B+R];B[pd];W[qf];B[qh];W[qc];B[dd])\n"
    "(;SZ[19]PB[Cho]PW[\"D\"]RE[W+2.5];W[dp];B[cn];W[cl];B[cq];W[qq])\n"
    "(;SZ[13];B[dd];W[jj])\n";

static int set_up(void **state)
{
    struct tool_folder *const place = calloc(1, sizeof *place);
    tool_folder_make(place);
    tool_write(place, "games.sgf", games);
    *state = place;
    return 0;
}

static int tear_down(void **state)
{
    tool_folder_remove(*state);
    free(*state);
    return 0;
}

static void answers_from_the_games_it_learnt(void **state)
{
    struct tool_folder const *const place = *state;
    tool_hishi(place, "learn --index=index --json games.sgf", 0,
               TOOL_SAYS("\"games\": 2", "\"rejected_games\": 1", "\"moves\": 10"));
    tool_hishi(place, "find --index=index Q16 R14 R12", 0,
               TOOL_SAYS("2 times in 2 games", "R17", "100.0%",
                         "Ann - Bob 2020-02-02 B+R", "games.sgf/1 move 1 (white)"));
    tool_hishi(place, "find --index=index --in-place --json D4 C6 C8", 0,
               TOOL_SAYS("{\"times\": 2,",
                         "{\"next\": \"C3\", \"times\": 2, \"share\": 1.0000, "
                         "\"decided\": 2, \"won\": 0}",
                         "\"white\": \"\\\"D\\\"\""));
    tool_hishi(place, "find --index=index --sgf=games.sgf --until=3 --last=2 --games=0",
               0, TOOL_SAYS("2 times"));
    tool_hishi(place, "find --index=index dp cn", 0, TOOL_SAYS("2 times"));
    tool_hishi(place, "find --index=index --shape '. . O/X . ./. . ./. . X'", 1,
               TOOL_SAYS("0 times in 0 of 2 games"));
    tool_hishi(place, "find --index=index --shape 'X . . ./. . . ./. O . .|'", 0,
               TOOL_SAYS("2 times in 2"));
    tool_hishi(place, "find --index=index K10 K11", 1, TOOL_SAYS("0 times"));
}

static void mines_and_draws(void **state)
{
    struct tool_folder const *const place = *state;
    tool_hishi(place, "learn --index=index games.sgf", 0,
               TOOL_SAYS("2 games (1 rejected)"));
    tool_hishi(
        place,
        "mine index --ranking=nf --shortest=3 --reach=14 --diagrams --svg=page.svg "
        "--write=joseki --least=1",
        0, TOOL_SAYS("four rankings", "#1: 2 times; around 2", "1 sequences in"));
    tool_hishi(place, "joseki --joseki=joseki --index=index Q16 R14 R12", 0,
               TOOL_SAYS("Q16 R14 R12: 2 times", "R17",
                         "100.0%         2     0.0%   100.0%     100%  #1",
                         "2020         1  100.0 %"));
    tool_hishi(place, "joseki --joseki=joseki --json --depth=1 D4 C6", 0,
               TOOL_SAYS("{\"moves\": \"D4 C6 C8\", \"times\": 2, \"share\": 1.0000"));
    tool_hishi(place, "joseki --joseki=joseki K10", 1,
               TOOL_SAYS("no sequence that is known goes on with move 1, K10"));
    tool_hishi(place, "report follow --joseki=joseki --part=all --json games.sgf", 0,
               TOOL_SAYS("\"surroundings\": true", "follow_us_per_move"));
}

static void says_what_is_wrong_in_a_sentence(void **state)
{
    struct tool_folder const *const place = *state;
    tool_hishi(place, "learn --index=index games.sgf", 0, TOOL_SAYS("2 games"));
    tool_hishi(place, "find --index=index D4 D4", 2,
               TOOL_SAYS("move 2 is where the one before is"));
    tool_hishi(place, "find --index=index T20", 2, TOOL_SAYS("T20"));
    tool_hishi(place, "find --index=index --shape 'X Q'", 2, TOOL_SAYS("is not a row"));
    tool_hishi(place, "find --index=index --sgf=$OLDPWD/tests/data/gtp/edits.sgf", 2,
               TOOL_SAYS("edits.sgf: the board is 5x5, and that of the index 19x19"));
    tool_hishi(place, "find --index=index --sgf=index", 2,
               TOOL_SAYS("index: no game in it"));
    tool_write(place, "twice.sgf", "(;SZ[19];B[pd];W[dp];W[dd];B[pp])");
    tool_hishi(place, "find --index=index --sgf=twice.sgf", 2,
               TOOL_SAYS("twice.sgf: moves 2 and 3 are by one colour"));
    tool_hishi(place, "find --index=index --sgf=twice.sgf --last=2", 1,
               TOOL_SAYS("0 times"));
    tool_hishi(place, "find --index=games.sgf D4", 2, TOOL_SAYS("games.sgf"));
    tool_hishi(place, "find --index=nowhere D4", 2, TOOL_SAYS("nowhere"));
    tool_hishi(place, "mine games.sgf", 2, TOOL_SAYS("games.sgf"));
    tool_hishi(place, "joseki --joseki=games.sgf D4", 2, TOOL_SAYS("games.sgf"));
    tool_hishi(place, "joseki D4 T20", 2, TOOL_SAYS("T20"));
    tool_hishi(place, "joseki --index=games.sgf D4", 2, TOOL_SAYS("games.sgf"));
    tool_hishi(place, "joseki --index=games.sgf", 64, TOOL_SAYS("name the moves"));
    tool_hishi(place, "report follow --joseki=index games.sgf", 2, TOOL_SAYS("index"));
    tool_hishi(place, "learn --index=/nowhere/index games.sgf", 1,
               TOOL_SAYS("/nowhere"));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test_setup_teardown(answers_from_the_games_it_learnt, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(mines_and_draws, set_up, tear_down),
        cmocka_unit_test_setup_teardown(says_what_is_wrong_in_a_sentence, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
