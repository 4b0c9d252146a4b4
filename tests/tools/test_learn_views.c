/* `hishi learn --views': counted games to views that say what became of chains.  */
#include "tests/support/testing.h"

#include "tests/support/shapes_made.h"
#include "tests/support/tool.h"

#include "engine/records/archive.h"
#include "patterns/judge/views.h"

enum { GAMES = 20, FEW = 8 };

static int make_games(void **state)
{
    char path[96];
    tool_set_up(state);
    snprintf(path, sizeof path, "%s/counted.sgf", tool_folder.path);
    made_counted_games(path, GAMES);
    snprintf(path, sizeof path, "%s/few.sgf", tool_folder.path);
    made_counted_games(path, FEW);
    return 0;
}

/* Of 20 games one is for validation and one for tests.  Every one has two walls,
   two black stones beside them and two white ones that are dead.  */
static void every_chain_has_the_fate_that_it_had(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder,
               "$HISHI learn --views=views.hishi --set chains=4 counted.sgf", 0,
               "72 chains of 18 games", "all 4 chains: right 100.0 %, judge ");
    TOOL_CHECK(&tool_folder, "$HISHI show views.hishi", 0,
               "72 views of stones in 18 games: 54 lived, 18 died, 0 in seki",
               "learnt against: JUDG ", "made by: hishi learn --views=views.hishi",
               "measured: 72 views, all 4 chains of validation games");
}

/* The position of GAME before its move NUMBER, its side to move.  */
static struct board const *board_before(struct game const *game, int number)
{
    static struct replay walk;
    struct failure why = {""};
    replay_start(&walk, game);
    do
        assert_true(replay_next(&walk, &why));
    while (walk.number < number);
    board_turn(&walk.board, (enum color)walk.move.color);
    return &walk.board;
}

/* Whoever opens the game that is named at its move finds the stones that are told.  */
static void every_view_is_of_the_game_that_it_names(void **state)
{
    (void)state;
    char path[96];
    struct game game;
    struct failure why;
    snprintf(path, sizeof path, "%s/counted.sgf", tool_folder.path);
    game_init(&game, 19, 19);
    assert_true(archive_first(path, &game, NULL, &why));
    snprintf(path, sizeof path, "%s/views.hishi", tool_folder.path);
    struct views *const views = views_open(path, &why);
    assert_non_null(views);
    for (int i = 0; i < views_count(views); i++) {
        struct stone_view const view = views_get(views, i);
        struct board const *const board = board_before(&game, view.move);
        struct diamond diamond;
        diamond_look(board, view.at, (enum color)board->to_move, &diamond);
        assert_memory_equal(&diamond, &view.diamond, sizeof diamond);
        assert_int_equal(board_color(board, view.at) == (enum color)board->to_move,
                         view.own);
        assert_int_equal(view.at == point_at(2, 15) || view.at == point_at(2, 14),
                         view.fate == VIEW_DIED);
    }
    views_close(views);
    game_release(&game);
}

/* Where everything is certain what dies is drawn first, mostly.  */
static void what_is_sure_to_live_is_drawn_less_often(void **state)
{
    (void)state;
    TOOL_CHECK(
        &tool_folder,
        "$HISHI learn --views=dead.hishi --set chains=1 --set sure=0 counted.sgf", 0,
        "18 chains of 18 games");
    TOOL_CHECK(
        &tool_folder,
        "$HISHI show dead.hishi | awk '/views of stones/ { print ($10 > 8 * $8 ? "
        "\"mostly dead\" : $0) }'",
        0, "mostly dead");
}

/* And by lot: how many are wanted, always the same, whatever comes first.  */
static void the_same_games_make_the_same_file(void **state)
{
    (void)state;
    TOOL_CHECK(
        &tool_folder,
        "export SOURCE_DATE_EPOCH=1; cp few.sgf more.sgf; "
        "for i in 1 2; do "
        "$HISHI learn --views=v.hishi --set views=10 few.sgf more.sgf && "
        "mv v.hishi $i.hishi; done; cmp 1.hishi 2.hishi && "
        "$HISHI learn --views=v.hishi --set views=10 more.sgf few.sgf && "
        "for i in 1 v; do $HISHI show $i.hishi | grep content; done | uniq | wc -l",
        0, "10 chains of 5 games", "\n1\n");
}

static void nothing_counted_writes_nothing(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder,
               "sed s/W+6/W+R/ counted.sgf >won.sgf; $HISHI learn --views=none.hishi "
               "won.sgf",
               1, "not written");
    assert_false(tool_has(&tool_folder, "none.hishi"));
}

/* By another judge the numbers mean something else: it is said so, and they are set
   aside.  */
static void views_of_another_judge_are_set_aside(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder,
               "mkdir -p data && $HISHI learn --judge-games=packed.games few.sgf && "
               "$HISHI learn --judge=data/judge.hishi --set steps=1 --set falling=1 "
               "--set check=0 packed.games && $HISHI gtp --list-data --data $PWD/data",
               0, "views.hishi, which cannot be used",
               "views.hishi: was learnt against judge.hishi");
    TOOL_CHECK(&tool_folder,
               "export HISHI_DATA=$PWD/data; "
               "$HISHI learn --views=data/views.hishi few.sgf && "
               "$HISHI gtp --list-data | grep views",
               0, "/data/views.hishi\n");
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(every_chain_has_the_fate_that_it_had),
        cmocka_unit_test(every_view_is_of_the_game_that_it_names),
        cmocka_unit_test(what_is_sure_to_live_is_drawn_less_often),
        cmocka_unit_test(the_same_games_make_the_same_file),
        cmocka_unit_test(nothing_counted_writes_nothing),
        cmocka_unit_test(views_of_another_judge_are_set_aside),
    };
    return cmocka_run_group_tests(tests, make_games, tool_tear_down);
}
