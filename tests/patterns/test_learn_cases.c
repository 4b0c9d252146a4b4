/* `hishi learn --cases' as people use it: what it refuses, and stopped on the way.  */
#include "tests/support/testing.h"

#include "tests/support/shapes_made.h"
#include "tests/support/tool.h"

static int make_games(void **state)
{
    char path[96];
    tool_set_up(state);
    snprintf(path, sizeof path, "%s/games.sgf", tool_folder.path);
    made_games(path, 19, 40, 1);
    snprintf(path, sizeof path, "%s/few.sgf", tool_folder.path);
    made_games(path, 19, 10, 2);
    return 0;
}

/* Even without a case it takes 0.36 MB; it is asked for less, and for hardly more.  */
static void a_size_that_no_case_fits_into_is_refused(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder, "$HISHI learn --cases=full.hishi games.sgf", 0,
               "36 games");
    TOOL_CHECK(&tool_folder,
               "$HISHI learn --cases=c.hishi --set max_mb=0.1 full.hishi games.sgf", 1,
               "full.hishi: no case of it fits into max_mb=0.1");
    TOOL_CHECK(&tool_folder, "$HISHI learn --cases=c.hishi --set max_mb=1e-9 games.sgf",
               1, "no case of it fits into max_mb=1e-09");
    assert_false(tool_has(&tool_folder, "c.hishi"));
    assert_false(tool_has(&tool_folder, "c.hishi.work"));
}

static void a_size_counts_when_learning_from_games_too(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder,
               "$HISHI learn --cases=full.hishi games.sgf >/dev/null && "
               "$HISHI learn --cases=c.hishi --set max_mb=0.45 games.sgf && "
               "[ $(stat -c %s full.hishi) -gt 450000 ] && "
               "[ $(stat -c %s c.hishi) -le 450000 ] && $HISHI show c.hishi; ls",
               0, "kept: ", "learnt from: 36 games");
    assert_false(tool_has(&tool_folder, "c.hishi.unweighed.hishi"));
}

/* The size asked for is that of the packed file, within 5 %.  */
static void a_size_may_be_that_of_a_packed_file(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder,
               "$HISHI learn --cases=p.hishi --set packed=1 --set games=9 --set "
               "max_mb=0.045 games.sgf && [ $(stat -c %s p.hishi) -le 45000 ] && "
               "[ $(stat -c %s p.hishi) -gt 42750 ] && "
               "$HISHI learn --cases=p2.hishi p.hishi games.sgf && "
               "[ \"$($HISHI show p.hishi | sed -n 2p)\" = "
               "\"$($HISHI show p2.hishi | sed -n 2p)\" ] && $HISHI show p2.hishi",
               0, "packed, to be unpacked when it is opened", "names 9 games; packed");
}

static void what_only_others_know_is_refused(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder, "$HISHI learn --cases=e.hishi --max-mb=1 games.sgf", 64,
               "--max-mb is for a memory of shapes; --cases heeds --set");
    TOOL_CHECK(&tool_folder, "$HISHI learn --model=e.hishi -t 2 games.sgf", 64,
               "--threads is for a memory of shapes");
    TOOL_CHECK(&tool_folder, "$HISHI learn --cases=e.hishi --set nea=1 games.sgf", 1,
               "no parameter 'nea'; --set knows near, far, ", " and rounds");
    TOOL_CHECK(&tool_folder, "$HISHI learn --windows=e.hishi --set nea=1 games.sgf", 1,
               "no parameter 'nea'; there is nothing to set here");
    TOOL_CHECK(&tool_folder, "$HISHI learn -o e.hishi --set max_mb=1 games.sgf", 1,
               "no parameter 'max_mb'");
    assert_false(tool_has(&tool_folder, "e.hishi"));
}

/* Before the games are read: a collection that cannot be read would be told of first.
 */
static void where_nothing_can_be_written_is_known_before_learning(void **state)
{
    (void)state;
    static char const *const modes[] = {"cases", "mixture", "index",      "windows",
                                        "model", "playout", "judge-games"};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        char line[128];
        snprintf(line, sizeof line, "$HISHI learn --%s=none/c.hishi nowhere.sgf",
                 modes[i]);
        TOOL_CHECK(&tool_folder, line, 1,
                   "none/c.hishi: cannot create: No such file or directory");
        snprintf(line, sizeof line, "$HISHI learn --%s=. nowhere.sgf", modes[i]);
        TOOL_CHECK(&tool_folder, line, 1, ".: is a folder");
    }
}

/* Of ten games none is for validation: so no log P is told, as if it were 1.  */
static void what_nothing_was_weighed_by_is_said(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder, "$HISHI learn --cases=c.hishi few.sgf", 0,
               "alone it counts as it is: no position of a validation game",
               "beside the model it adds nothing: no position");
    TOOL_CHECK(&tool_folder, "$HISHI learn --json --cases=c.hishi few.sgf", 0,
               "{\"heard\": \"alone\", \"log_p\": null, \"weighed\": false}");
}

/* What the games took long to give is there still, and can be weighed.  */
static void stopped_while_it_weighs_it_keeps_what_it_has_learnt(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder,
               "rm -f c.hishi*; $HISHI learn --cases=c.hishi --set every=1 "
               "--set rounds=1000 games.sgf & "
               "while ! [ -e c.hishi.unweighed.hishi ]; do sleep 0.02; done; "
               "kill $!; wait $!",
               1, "stopped; `hishi learn --cases=c.hishi c.hishi.unweighed.hishi ");
    assert_false(tool_has(&tool_folder, "c.hishi"));
    TOOL_CHECK(&tool_folder,
               "$HISHI learn --cases=c.hishi --set every=1 c.hishi.unweighed.hishi "
               "games.sgf && $HISHI learn --cases=d.hishi --set every=1 games.sgf && "
               "for i in c d; do $HISHI show $i.hishi | grep ^content; done | uniq | "
               "wc -l",
               0, "\n1\n");
}

/* Made smaller of another, there is nothing dear to be kept.  */
static void stopped_while_a_smaller_one_is_weighed_it_leaves_nothing(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder,
               "$HISHI learn --cases=full.hishi games.sgf >/dev/null; rm -f c.hishi*; "
               "$HISHI learn --cases=c.hishi --set every=1 --set rounds=1000 "
               "--set max_mb=0.45 full.hishi games.sgf & "
               "while ! [ -e c.hishi.unweighed.hishi ]; do sleep 0.02; done; "
               "kill $!; wait $!",
               1, "stopped");
    assert_false(tool_has(&tool_folder, "c.hishi"));
    assert_false(tool_has(&tool_folder, "c.hishi.unweighed.hishi"));
}

/* By a byte of its sources, or of its weights, that only reading it all shows.  */
static void nothing_is_made_or_measured_by_a_damaged_casebook(void **state)
{
    (void)state;
    char line[512];
    TOOL_CHECK(&tool_folder, "$HISHI learn --cases=full.hishi games.sgf", 0,
               "36 games");
    for (int part = 1; part <= 9; part++) {
        snprintf(line, sizeof line,
                 "rm -f e.hishi; cp full.hishi bad.hishi; at=$(($(stat -c %%s "
                 "bad.hishi) * %d / 10)); printf '\\377\\377\\377\\377\\377' | "
                 "dd of=bad.hishi bs=1 seek=$at conv=notrunc status=none; for do in "
                 "'learn --cases=e.hishi' 'learn --cases=e.hishi --set max_mb=0.5' "
                 "'report cases --part=all -m'; do $HISHI $do bad.hishi games.sgf && "
                 "echo success; done; ls",
                 part);
        int status;
        char *const said = tool_run(&tool_folder, line, &status);
        assert_null(strstr(said, "success"));
        assert_null(strstr(said, "Segmentation"));
        char const *at = said;
        for (int i = 0; i < 3; i++, at++) {
            at = strstr(at, "damaged");
            assert_non_null(at);
        }
        assert_null(strstr(said, "e.hishi\n"));
        free(said);
    }
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(a_size_that_no_case_fits_into_is_refused),
        cmocka_unit_test(a_size_counts_when_learning_from_games_too),
        cmocka_unit_test(a_size_may_be_that_of_a_packed_file),
        cmocka_unit_test(what_only_others_know_is_refused),
        cmocka_unit_test(where_nothing_can_be_written_is_known_before_learning),
        cmocka_unit_test(what_nothing_was_weighed_by_is_said),
        cmocka_unit_test(stopped_while_it_weighs_it_keeps_what_it_has_learnt),
        cmocka_unit_test(stopped_while_a_smaller_one_is_weighed_it_leaves_nothing),
        cmocka_unit_test(nothing_is_made_or_measured_by_a_damaged_casebook),
    };
    return cmocka_run_group_tests(tests, make_games, tool_tear_down);
}
