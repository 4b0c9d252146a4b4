/* `hishi learn --style', `report style', `report players' and `gtp --style' as people
   use them, with what ships.  */
#include "tests/support/testing.h"

#include "tests/support/shapes_made.h"
#include "tests/support/tool.h"

/* Thirty games in which Eccentric opens at C5, as hardly anybody does, and thirty in
   which Normal opens in the centre.  */
static int make_games(void **state)
{
    char path[96];
    tool_set_up(state);
    snprintf(path, sizeof path, "%s/games.sgf", tool_folder.path);
    FILE *const out = fopen(path, "w");
    for (int i = 0; i < 30; i++)
        fprintf(out,
                "(;GM[1]FF[4]SZ[9]KM[7]PB[Eccentric]PW[Normal]RE[W+R];B[ce];W[ee];"
                "B[gf];W[gg];B[fg];W[fh];B[ff];W[hf])\n"
                "(;GM[1]FF[4]SZ[9]KM[7]PB[Normal]PW[Other]RE[B+R];B[ee];W[gd];B[ce];"
                "W[eg])\n");
    return fclose(out);
}

static void tells_who_played_how_much(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder, "$HISHI report players games.sgf", 0,
               "     60  100.0 %  Normal", "     30    0.0 %  Eccentric");
    TOOL_CHECK(&tool_folder, "$HISHI report players --json --most=1 games.sgf", 0,
               "{\"player\": \"Normal\", \"games\": 60, \"decided\": 60, \"won\": 60}");
}

static void an_unknown_name_is_told_near_ones_and_writes_nothing(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder,
               "$HISHI learn --style=his.hishi --player=eccentrik games.sgf", 1,
               "nobody is called 'eccentrik'", "'Eccentric'");
    assert_false(tool_has(&tool_folder, "his.hishi"));
    TOOL_CHECK(&tool_folder, "$HISHI learn --style=his.hishi games.sgf", 64,
               "--player=NAME");
    TOOL_CHECK(&tool_folder,
               "$HISHI learn --style=his.hishi --player=Other --part=test games.sgf", 1,
               "too few");
    assert_false(tool_has(&tool_folder, "his.hishi"));
    TOOL_CHECK(&tool_folder, "$HISHI learn --playout=w.hishi --player=Other games.sgf",
               64, "from everybody");
    TOOL_CHECK(&tool_folder, "$HISHI gtp --style=none.hishi </dev/null", 64,
               "none.hishi");
}

/* Where it opens on 9x9, with OPTIONS and after the commands BEFORE.  */
static bool opens_at_a_side(char const *options, char const *before)
{
    static char const *const sides[] = {"= C5\n", "= E3\n", "= E7\n", "= G5\n"};
    char line[512];
    int status;
    snprintf(
        line, sizeof line,
        "printf 'boardsize 9\\nkomi 7\\n%sreg_genmove b\\n' | $HISHI gtp --seed=1 %s "
        "--set evaluator=memory --no-book --follow=1",
        before, options);
    char *const said = tool_run(&tool_folder, line, &status);
    bool at_side = false;
    assert_int_equal(status, 0);
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        at_side = at_side || strstr(said, sides[i]);
    free(said);
    return at_side;
}

static void a_style_is_learnt_reported_and_played(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder,
               "$HISHI learn --style=his.hishi --player=Eccentric --part=all "
               "games.sgf",
               0, "the style of Eccentric, from 120 moves in 30 games");
    TOOL_CHECK(&tool_folder, "$HISHI show his.hishi", 0, "style of a player (STYL",
               "the style of Eccentric", "player: Eccentric",
               "measured: ", "learnt against: JUDG ");
    TOOL_CHECK(&tool_folder,
               "$HISHI report style --style=his.hishi --part=all games.sgf", 0,
               "The style of Eccentric", "all moves      30     120",
               "opening: played 30 times", "shape: played");
    assert_false(opens_at_a_side("", ""));
    assert_true(opens_at_a_side("--style=his.hishi", ""));
    assert_true(opens_at_a_side("", "gogui-param style his.hishi\\n"));
    assert_false(opens_at_a_side("--style=his.hishi", "gogui-param follow 0\\n"));
    assert_false(
        opens_at_a_side("--style=his.hishi", "gogui-param sources.style 0\\n"));
}

/* It would weigh numbers that mean something else.  */
static void a_style_beside_another_judge_is_refused(void **state)
{
    (void)state;
    char path[96];
    snprintf(path, sizeof path, "%s/counted.sgf", tool_folder.path);
    made_counted_games(path, 20);
    TOOL_CHECK(
        &tool_folder,
        "mkdir -p data && $HISHI learn --judge-games=packed.games counted.sgf && "
        "$HISHI learn --judge=data/judge.hishi --set steps=1 --set falling=1 "
        "--set check=0 packed.games && HISHI_DATA=$PWD/data $HISHI gtp "
        "--style=his.hishi </dev/null",
        64, "his.hishi: was learnt against judge.hishi");
}

static void levels_are_played_and_wrong_ones_refused(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder,
               "printf 'boardsize 9\\nplay b e5\\ngenmove w\\ngogui-param level 6\\n"
               "genmove b\\ngogui-param level 11\\ngogui-param\\n' | "
               "$HISHI gtp --seed=1 --level=1 2>&1",
               0, "? level is at least 1 and at most 10, not 11", "\nlevel 6\n",
               "[string] style \n");
    TOOL_CHECK(&tool_folder, "$HISHI gtp --level=0 </dev/null", 64,
               "level is at least 1");
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(tells_who_played_how_much),
        cmocka_unit_test(an_unknown_name_is_told_near_ones_and_writes_nothing),
        cmocka_unit_test(a_style_is_learnt_reported_and_played),
        cmocka_unit_test(a_style_beside_another_judge_is_refused),
        cmocka_unit_test(levels_are_played_and_wrong_ones_refused),
    };
    return cmocka_run_group_tests(tests, make_games, tool_tear_down);
}
