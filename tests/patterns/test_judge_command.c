/* `hishi learn --judge' as people use it: stopped, gone on with, and asked for what
   cannot be.  */
#include "tests/support/testing.h"

#include "tests/support/shapes_made.h"
#include "tests/support/tool.h"

enum { GAMES = 20 };

#define LEARN "$HISHI learn --set batch=2 --set blocks=1 --set falling=0 --set check=0 "

static int make_games(void **state)
{
    char path[96];
    tool_set_up(state);
    snprintf(path, sizeof path, "%s/counted.sgf", tool_folder.path);
    made_counted_games(path, GAMES);
    TOOL_CHECK(&tool_folder, "$HISHI learn --judge-games=packed.games counted.sgf", 0,
               "19 games, 19 of them counted");
    return 0;
}

/* Whoever is stopped says so, and has kept every step.  */
static void who_is_stopped_goes_on_to_the_same_judge(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder,
               LEARN "--set steps=1000000 --judge=a.hishi packed.games & "
                     "until [ -f a.hishi.unfinished ]; do sleep 0.1; done; sleep 0.5; "
                     "kill $!; wait $!",
               1, "hishi learn: stopped; the same command goes on from here");
    TOOL_CHECK(
        &tool_folder,
        "n=$($HISHI show a.hishi | sed -n 's/learnt from \\([0-9]*\\) .*/\\1/p'); "
        "for i in a b; do " LEARN
        "--set steps=$((n / 2 + 3)) --judge=$i.hishi packed.games || exit; done; "
        "for i in a b; do $HISHI show $i.hishi | grep content; done | uniq | "
        "wc -l",
        0, "\n1\n");
}

static void where_nothing_can_be_kept_nothing_is_learnt(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder,
               LEARN "--set steps=1 --judge=no/such.hishi packed.games && echo learnt",
               1, "no/such.hishi: cannot create");
    TOOL_CHECK(&tool_folder,
               "mkdir c.hishi.unfinished; " LEARN
               "--set steps=1 --judge=c.hishi packed.games",
               1, "c.hishi.unfinished: not a file");
    assert_false(tool_has(&tool_folder, "c.hishi"));
}

/* The second time it would begin with another judge.  */
static void nobody_begins_with_what_would_be_written(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder,
               LEARN "--set steps=1 --judge=d.hishi packed.games && "
                     "rm d.hishi.unfinished && " LEARN
                     "--set steps=1 --set begin=./d.hishi --judge=d.hishi packed.games",
               1, "./d.hishi: is what would be written; begin with a copy of it");
    TOOL_CHECK(&tool_folder,
               "cp d.hishi e.hishi && for i in 2 3; do " LEARN
               "--set steps=$i --set begin=e.hishi --judge=d.hishi packed.games || "
               "exit; done",
               0, "3  training");
}

static void validation_games_alone_teach_nothing(void **state)
{
    (void)state;
    TOOL_CHECK(
        &tool_folder,
        "$HISHI learn --judge-games=few.games --part=validation counted.sgf && " LEARN
        "--set steps=1 --judge=f.hishi few.games",
        1, "1 games, 1 of them counted",
        "f.hishi: not written, as there was no game to learn from");
    assert_false(tool_has(&tool_folder, "f.hishi.unfinished"));
    TOOL_CHECK(&tool_folder, LEARN "--set steps=0 --judge=f.hishi packed.games", 1,
               "steps is at least 1");
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(who_is_stopped_goes_on_to_the_same_judge),
        cmocka_unit_test(where_nothing_can_be_kept_nothing_is_learnt),
        cmocka_unit_test(nobody_begins_with_what_would_be_written),
        cmocka_unit_test(validation_games_alone_teach_nothing),
    };
    return cmocka_run_group_tests(tests, make_games, tool_tear_down);
}
