/* Games against itself: whole, counted, and each of them always the same.  */
#include "tests/support/testing.h"

#include "engine/base/printed.h"
#include "engine/records/sgf_writer.h"
#include "patterns/learning/judge_games.h"
#include "tests/support/tool.h"
#include "tools/selfplay/self_game.h"

#include <math.h>
#include <stdlib.h>

static struct self_terms const terms = {.size = 5,
                                        .komi = 20,
                                        .komi_spread = 4,
                                        .slow = 40,
                                        .quick = 8,
                                        .slow_share = 0.4,
                                        .seed = 7};

enum { GAMES = 12 };

static atomic_bool never;

static char *text_of_game(struct game const *game)
{
    struct printed printed;
    assert_non_null(game);
    sgf_write(game, printed_begin(&printed));
    return printed_end(&printed);
}

static char *text_of(struct self_player *player, long number)
{
    struct failure why = {""};
    return text_of_game(self_player_game(player, number, &never, &why));
}

/* Black's lead as the record of GAME tells it.  */
static double told_score(struct game const *game)
{
    char *const text = text_of_game(game);
    char const *const told = strstr(text, "RE[") + strlen("RE[");
    double const score = *told == '0' ? 0 : atof(told + 2);
    double const black = *told == 'W' ? -score : score;
    free(text);
    return black;
}

static void a_game_is_the_same_whatever_was_played_before(void **state)
{
    (void)state;
    struct self_player *const first = self_player_new(&terms);
    struct self_player *const second = self_player_new(&terms);
    char *const after_none = text_of(first, 5);
    free(text_of(second, 4));
    char *const after_another = text_of(second, 5), *const other = text_of(second, 6);
    assert_string_equal(after_none, after_another);
    assert_string_not_equal(after_none, other);
    free(after_none);
    free(after_another);
    free(other);
    self_player_free(first);
    self_player_free(second);
}

/* What is learnt from a game is what is seen of it: its end, its komi, and which moves
   are examples.  */
static void games_are_played_to_an_end_that_can_be_counted(void **state)
{
    (void)state;
    struct failure why = {""};
    struct self_player *const player = self_player_new(&terms);
    int quick = 0, moves = 0;
    for (long number = 0; number < GAMES; number++) {
        struct game const *const game = self_player_game(player, number, &never, &why);
        struct replay walk;
        float lead;
        uint8_t owner[POINTS];
        assert_non_null(game);
        assert_non_null(strstr(game->comment, "of Hishi " HISHI_VERSION " against "));
        assert_non_null(
            strstr(game->comment, "40 playouts for 40 % of the moves and 8"));
        assert_true(fabs(game->komi - terms.komi) <= terms.komi_spread);
        replay_start(&walk, game);
        while (replay_next(&walk, &why)) {
            assert_non_null(game->notes[walk.step - 1]);
            quick += strcmp(game->notes[walk.step - 1], "quick") == 0;
            moves++;
        }
        assert_string_equal(why.text, "");
        assert_int_equal(walk.board.passes, 2);
        assert_true(judge_game_count(game, &walk.board, &lead, owner));
        assert_true(fabs((double)lead - told_score(game) - game->komi) < 0.01);
    }
    assert_in_range(quick, moves / 3, moves * 9 / 10);
    self_player_free(player);
}

/* Shards of other terms would be games of another player.  */
static void goes_on_on_the_same_terms_only(void **state)
{
    (void)state;
    struct tool_folder const *const folder = &tool_folder;
#define SELFPLAY "selfplay -f games -s 5 --komi 20 --slow 4 --quick 2 "
    tool_hishi(folder, SELFPLAY "-n 20", 0, TOOL_SAYS("20 games, "));
    tool_hishi(folder, SELFPLAY "--threads 2 -n 20", 0, TOOL_SAYS("0 games, "));
    tool_hishi(
        folder, SELFPLAY "-n 40 --seed 2", 1,
        TOOL_SAYS("games/terms.txt is of other games: it says 'seed 1', these are "
                  "'seed 2'"));
    tool_hishi(folder, SELFPLAY "-n 40 --komi 20.5", 1,
               TOOL_SAYS("'komi 20 and", "'komi 20.5 and"));
    tool_hishi(folder, SELFPLAY "-n 40 --size=6", 1, TOOL_SAYS("5x5", "6x6"));
    tool_hishi(folder, SELFPLAY "-n 40 --quick=3", 1, TOOL_SAYS("for the others"));
    assert_false(tool_has(folder, "games/shard-000001.sgf"));
    tool_hishi(folder, SELFPLAY "-n 40", 0, TOOL_SAYS("20 games, "));
    TOOL_CHECK(folder, "rm games/terms.txt && $HISHI " SELFPLAY "-n 40", 1,
               "what games these are cannot be read: games/terms.txt: No such file");
    TOOL_CHECK(folder, "rm games/* && $HISHI " SELFPLAY "-n 20 --seed 2", 0,
               "20 games, ");
}

/* What a folder is called is no pattern.  */
static void a_folder_is_the_one_that_is_named(void **state)
{
    (void)state;
    struct tool_folder const *const folder = &tool_folder;
#define IN_FOLDER(name) "selfplay -f 'games" name "' -s 5 --slow 4 --quick 2 -n 20"
    tool_hishi(folder, IN_FOLDER("1"), 0, TOOL_SAYS("20 games, "));
    tool_hishi(folder, IN_FOLDER("[1]"), 0, TOOL_SAYS("20 games, "));
    tool_hishi(folder, IN_FOLDER("[1]") " --seed 2", 1, TOOL_SAYS("is of other games"));
}

/* What was not kept is not told of, and those who asked for all know that it is not
   all.  */
static void says_what_is_there_when_it_is_stopped(void **state)
{
    (void)state;
    TOOL_CHECK(&tool_folder,
               "$HISHI selfplay -f games -s 9 -n 20 --slow 400 --quick 400 & "
               "until [ -f games/terms.txt ]; do sleep 0.1; done; sleep 1; "
               "kill $!; wait $!",
               1, "0 games, 0 moves; ",
               "hishi selfplay: stopped; the same command goes on from here");
    assert_false(tool_has(&tool_folder, "games/shard-000000.sgf"));
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(a_game_is_the_same_whatever_was_played_before),
        cmocka_unit_test(games_are_played_to_an_end_that_can_be_counted),
        cmocka_unit_test_setup_teardown(says_what_is_there_when_it_is_stopped,
                                        tool_set_up, tool_tear_down),
        cmocka_unit_test_setup_teardown(goes_on_on_the_same_terms_only, tool_set_up,
                                        tool_tear_down),
        cmocka_unit_test_setup_teardown(a_folder_is_the_one_that_is_named, tool_set_up,
                                        tool_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
