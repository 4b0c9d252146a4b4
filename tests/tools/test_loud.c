#include "tests/support/testing.h"

#include "tests/support/shapes_made.h"
#include "tests/support/tool.h"

#include "engine/base/chunkfile.h"

#include <unistd.h>

/* What tools say and leave behind when something is wrong with what they are given.  In
   the folder lie good games, the same cut short, and one that cannot be played.  */
static int set_up(void **state)
{
    char path[128];
    int status;
    tool_set_up(state);
    snprintf(path, sizeof path, "%s/good.sgf", tool_folder.path);
    made_games(path, 19, 60, 1);
    free(tool_run(&tool_folder,
                  "xz -k good.sgf && head -c 5000 good.sgf.xz >cut.sgf.xz", &status));
    assert_int_equal(status, 0);
    return 0;
}

static char const *const outputs[] = {
    "-o ", "--playout=", "--windows=", "--model=", "--index=", NULL};

/* Each learner on GAMES with MORE words: it must end with 1 and say WHAT, and what was
   there before must still be there.  */
static void all_refuse(char const *games, char const *more, char const *what)
{
    for (int i = 0; outputs[i]; i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "echo before >made; \"$HISHI\" learn %smade %s %s; code=$?; "
                 "grep -x before made && ls && exit $code",
                 outputs[i], more, games);
        TOOL_CHECK(&tool_folder, line, 1, "hishi learn: ", what, "before");
        assert_false(tool_has(&tool_folder, "made.unfinished"));
        assert_false(tool_has(&tool_folder, "made.work"));
    }
    unlink("made");
}

static void nothing_is_learnt_from_a_file_that_is_not_there(void **state)
{
    (void)state;
    all_refuse("nowhere.sgf", "", "nowhere.sgf: No such file or directory");
    all_refuse("good.sgf nowhere.sgf", "", "nowhere.sgf: No such file or directory");
}

static void nothing_is_learnt_from_an_archive_cut_short(void **state)
{
    (void)state;
    all_refuse("cut.sgf.xz", "", "cut.sgf.xz (");
    all_refuse("good.sgf cut.sgf.xz", "", "is damaged or cut short");
}

static void nothing_is_learnt_from_no_games(void **state)
{
    (void)state;
    int status;
    free(tool_run(&tool_folder, "mkdir -p none && echo 'no game' >none/none.sgf",
                  &status));
    all_refuse("none", "", "there was no game to learn from");
}

static void told_to_keep_going_it_does_and_the_file_says_so(void **state)
{
    (void)state;
    for (int i = 0; outputs[i]; i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "rm -f made; \"$HISHI\" learn %smade --keep-going cut.sgf.xz good.sgf "
                 "&& strings -n 8 made",
                 outputs[i]);
        TOOL_CHECK(&tool_folder, line, 0, "made by: hishi learn", "--keep-going",
                   "input: good.sgf, ", "not read: ", "cut.sgf.xz (");
    }
}

static void a_player_nobody_is_called_is_told_who_is_nearest(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder,
               "echo before >made; \"$HISHI\" learn -o made --player=nobody good.sgf; "
               "code=$?; grep -x before made; exit $code",
               1, "hishi learn: nobody is called 'nobody' in these games", "before");
    TOOL_CHECK(&tool_folder,
               "printf '(;SZ[19]PB[Lee Sedol]PW[Gu Li];B[aa])"
               "(;SZ[19]PB[Li Shishi]PW[Gu Li];B[aa])' >names.sgf; "
               "\"$HISHI\" learn -o made --player='lee sedol' names.sgf",
               1, "nearest: 'Lee Sedol', ");
    TOOL_CHECK(&tool_folder, "\"$HISHI\" learn -o made --player='Li Shishi' names.sgf",
               0, "1 cases from 1 moves of 1 games");
    TOOL_CHECK(&tool_folder, "\"$HISHI\" learn -o made --player='Gu Li' names.sgf", 1,
               "hishi learn: in 2 games there was no move to learn from");
    assert_false(tool_has(&tool_folder, "made.work"));
}

static void a_pipe_is_refused_where_games_are_read_twice(void **state)
{
    (void)state;
    static char const *const twice[] = {"-o ", "--windows=", "--model="};
    for (size_t i = 0; i < sizeof twice / sizeof *twice; i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "rm -f made; cat good.sgf | \"$HISHI\" learn %smade /dev/stdin",
                 twice[i]);
        TOOL_CHECK(&tool_folder, line, 1, "/dev/stdin: can be read only once");
        assert_false(tool_has(&tool_folder, "made"));
    }
    TOOL_CHECK(&tool_folder, "cat good.sgf | \"$HISHI\" learn --index=made /dev/stdin",
               0, "54 games (0 rejected)");
}

static void a_game_with_a_move_on_a_stone_is_not_indexed(void **state)
{
    (void)state;
    TOOL_CHECK(
        &tool_folder,
        "echo '(;SZ[19];B[dd];W[dd];B[pp])' >bad.sgf; "
        "\"$HISHI\" learn --index=made good.sgf bad.sgf",
        0, "54 games (1 rejected)",
        "hishi learn: 1 game could not be used; the first: bad.sgf: game 0, line "
        "1: move 2, white D16: the point is occupied");
    TOOL_CHECK(&tool_folder, "\"$HISHI\" learn --index=other bad.sgf", 1,
               "other: not written");
    assert_false(tool_has(&tool_folder, "other"));
}

static void a_full_disk_is_called_that(void **state)
{
    (void)state;
    static char const *const kinds[] = {
        "--index=", "--playout=", "--windows=", "--work=w -o "};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char line[256];
        snprintf(line, sizeof line, "\"$HISHI\" learn %s/dev/full good.sgf", kinds[i]);
        TOOL_CHECK(&tool_folder, line, 1,
                   "/dev/full: cannot write: No space left on device");
    }
    TOOL_CHECK(&tool_folder,
               "\"$HISHI\" learn --index=made good.sgf && \"$HISHI\" mine made "
               "--svg=/dev/full",
               1, "hishi mine: /dev/full: cannot write: No space left on device");
}

static void an_archive_has_a_limit(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder,
               "rm -f made; yes | head -c 3000000 | xz >bomb.sgf.xz; "
               "\"$HISHI\" learn --index=made --max-expand=1 bomb.sgf.xz",
               1, "bomb.sgf.xz: unpacks to more than the limit of 1000000 bytes");
    assert_false(tool_has(&tool_folder, "made"));
    TOOL_CHECK(&tool_folder, "\"$HISHI\" report scores --max-expand=1 bomb.sgf.xz", 1,
               "hishi report scores: bomb.sgf.xz: unpacks to more");
}

/* A table of zeros is not what is true of these games, but that there are none.  */
static void nothing_is_told_of_no_games(void **state)
{
    (void)state;
    static char const *const reports[] = {"scores",   "judge",    "model",
                                          "years",    "players",  "sources",
                                          "playouts", "positions"};
    tool_write(&tool_folder, "none.sgf", "");
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        char command[64], said[64];
        snprintf(command, sizeof command, "report %s none.sgf", reports[i]);
        snprintf(said, sizeof said, "hishi report %s: nothing to tell: no ",
                 reports[i]);
        tool_hishi(&tool_folder, command, 1, TOOL_SAYS(said));
    }
}

static void work_of_another_task_is_not_overwritten(void **state)
{
    (void)state;
    TOOL_CHECK(
        &tool_folder,
        "\"$HISHI\" learn --model=made --set stop_after=5 --set every=9 good.sgf", 1,
        "made.unfinished: waits after");
    TOOL_CHECK(&tool_folder,
               "sum=$(sha256sum made.unfinished); \"$HISHI\" learn --model=made --set "
               "every=8 good.sgf; code=$?; echo \"$sum\" | sha256sum -c; exit $code",
               1, "made.unfinished: belongs to learning with other games or settings",
               "made.unfinished: OK");
    /* The same name, other games.  */
    TOOL_CHECK(
        &tool_folder,
        "cp good.sgf kept.sgf; head -c 3000 kept.sgf >good.sgf; \"$HISHI\" learn "
        "--model=made --set stop_after=5 --set every=9 good.sgf; code=$?; mv "
        "kept.sgf good.sgf; exit $code",
        1, "made.unfinished: belongs to learning with other games or settings");
    TOOL_CHECK(&tool_folder, "\"$HISHI\" learn --model=made --set every=9 good.sgf", 0,
               "learnt from");
    assert_false(tool_has(&tool_folder, "made.unfinished"));
}

static void reports_say_why_they_have_nothing_to_tell(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder, "\"$HISHI\" report games nowhere.sgf", 1,
               "hishi report games: nowhere.sgf: No such file or directory",
               "there is no game in what was named");
    TOOL_CHECK(&tool_folder, "\"$HISHI\" report games good.sgf cut.sgf.xz", 1,
               "hishi report games: cut.sgf.xz (");
    TOOL_CHECK(
        &tool_folder,
        "echo '(;SZ[19];B[dd];W[dd])' >bad.sgf; \"$HISHI\" report games good.sgf "
        "bad.sgf",
        0, "1  the point is occupied", "the first: bad.sgf: game 0, line 1");
    TOOL_CHECK(&tool_folder, "\"$HISHI\" report playouts --part=all bad.sgf", 1,
               "hishi report playouts: nothing to tell");
    TOOL_CHECK(&tool_folder, "\"$HISHI\" report suite good.sgf", 1,
               "hishi report suite: good.sgf: there is no drawn problem in it");
}

static void error_lines_begin_alike(void **state)
{
    (void)state;
    static char const *const lines[] = {
        "learn -o made nowhere.sgf",
        "learn --part=none",
        "find -i nowhere D4",
        "find D4",
        "mine nowhere",
        "mine",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char line[256];
        int status;
        snprintf(line, sizeof line, "\"$HISHI\" %s", lines[i]);
        char *const text = tool_run(&tool_folder, line, &status);
        assert_int_not_equal(status, 0);
        size_t const word = strcspn(lines[i], " ");
        if (strncmp(text, "hishi ", 6) != 0 || strncmp(text + 6, lines[i], word) != 0 ||
            text[6 + word] != ':')
            fail_msg("`%s' says:\n%s", lines[i], text);
        free(text);
    }
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(nothing_is_learnt_from_a_file_that_is_not_there),
        cmocka_unit_test(nothing_is_learnt_from_an_archive_cut_short),
        cmocka_unit_test(nothing_is_learnt_from_no_games),
        cmocka_unit_test(told_to_keep_going_it_does_and_the_file_says_so),
        cmocka_unit_test(a_player_nobody_is_called_is_told_who_is_nearest),
        cmocka_unit_test(a_pipe_is_refused_where_games_are_read_twice),
        cmocka_unit_test(a_game_with_a_move_on_a_stone_is_not_indexed),
        cmocka_unit_test(a_full_disk_is_called_that),
        cmocka_unit_test(an_archive_has_a_limit),
        cmocka_unit_test(work_of_another_task_is_not_overwritten),
        cmocka_unit_test(nothing_is_told_of_no_games),
        cmocka_unit_test(reports_say_why_they_have_nothing_to_tell),
        cmocka_unit_test(error_lines_begin_alike),
    };
    return cmocka_run_group_tests(tests, set_up, tool_tear_down);
}
