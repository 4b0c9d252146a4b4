#include "tests/support/testing.h"

#include "engine/records/players.h"

static struct players *made(void)
{
    static char const *const pairs[][2] = {
        {"Lee Sedol", "Gu Li"},    {"Gu Li", "Lee Changho"},
        {"Lee Sedol", "lee sedo"}, {"Sedol, Lee", "Cho Chikun"},
        {"Cho Chikun", "Gu Li"},   {"", "Cho Chikun"},
        {"Gu Li", "Gu Li"},
    };
    struct players *const players = players_new();
    struct game game;
    game_init(&game, 19, 19);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        strcpy(game.black, pairs[i][0]);
        strcpy(game.white, pairs[i][1]);
        game.winner = BLACK;
        players_add(players, &game);
    }
    game_release(&game);
    return players;
}

static void counts_the_games_of_each(void **state)
{
    (void)state;
    struct players *const players = made();
    assert_int_equal(players_games(players, "Gu Li"), 4);
    assert_int_equal(players_games(players, "Lee Sedol"), 2);
    assert_int_equal(players_games(players, "lee Sedol"), 0);
    assert_int_equal(players_games(players, ""), 0);
    players_free(players);
    players_free(NULL);
}

static void lists_who_played_most_with_what_they_won(void **state)
{
    (void)state;
    struct players *const players = made();
    struct player_row rows[3];
    assert_int_equal(players_list(players, 0, NULL), 6);
    assert_int_equal(players_list(players, 3, rows), 3);
    assert_string_equal(rows[0].name, "Gu Li");
    assert_int_equal(rows[0].games, 4);
    assert_int_equal(rows[0].decided, 3); /* once it was himself who lost to him */
    assert_int_equal(rows[0].won, 1);
    assert_string_equal(rows[1].name, "Cho Chikun");
    assert_int_equal(rows[1].decided, 3);
    assert_int_equal(rows[1].won, 1);
    assert_string_equal(rows[2].name, "Lee Sedol");
    players_free(players);
}

static void nearest_are_parts_then_fewest_letters_then_most_games(void **state)
{
    (void)state;
    struct players *const players = made();
    char const *near[9];
    assert_int_equal(players_nearest(players, "LEE SEDOL", 9, near), 6);
    assert_string_equal(near[0], "Lee Sedol"); /* capitals apart it is it */
    assert_string_equal(near[1], "lee sedo");  /* a part */
    assert_int_equal(players_nearest(players, "Gu Ly", 1, near), 1);
    assert_string_equal(near[0], "Gu Li");
    assert_int_equal(players_nearest(players, "chikun", 2, near), 2);
    assert_string_equal(near[0], "Cho Chikun");
    players_free(players);
}

static void refuses_with_the_names_that_are_there(void **state)
{
    (void)state;
    struct failure why;
    struct players *const players = made(), *const none = players_new();
    assert_false(players_refuse(players, "Gu", &why));
    assert_string_equal(why.text,
                        "nobody is called 'Gu' in these games; nearest: 'Gu Li', 'lee "
                        "sedo', 'Cho Chikun', 'Lee Sedol', 'Lee Changho'");
    assert_false(players_refuse(none, "Gu", &why));
    assert_non_null(strstr(why.text, "they name nobody"));
    players_free(players);
    players_free(none);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(counts_the_games_of_each),
        cmocka_unit_test(lists_who_played_most_with_what_they_won),
        cmocka_unit_test(nearest_are_parts_then_fewest_letters_then_most_games),
        cmocka_unit_test(refuses_with_the_names_that_are_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
