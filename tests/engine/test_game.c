#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/go/game.h"
#include "engine/records/situations.h"

static point at(char const *name)
{
    point p;
    assert_true(point_parse(name, 9, 9, &p, NULL));
    return p;
}

/* Add plays in turn, Black first: "D4 E5 pass ...".  */
static void play(struct game *game, char const *names)
{
    char copy[512], *save = NULL;
    enum color color = BLACK;
    snprintf(copy, sizeof copy, "%s", names);
    for (char *name = strtok_r(copy, " ", &save); name;
         name = strtok_r(NULL, " ", &save)) {
        game_add(game, STEP_PLAY, color, at(name));
        color = opponent(color);
    }
}

static int walk_to_the_end(struct game const *game, struct replay *walk,
                           struct failure *why)
{
    int moves = 0;
    replay_start(walk, game);
    while (replay_next(walk, why))
        assert_int_equal(walk->number, moves++);
    return moves;
}

/* One replay for all tests: it is large.  */
static struct replay walk;

static void shows_the_position_before_each_move(void **state)
{
    (void)state;
    struct game game;
    struct failure why;
    game_init(&game, 9, 9);
    play(&game, "E5 D4 pass C3");
    replay_start(&walk, &game);
    assert_true(replay_next(&walk, &why));
    assert_int_equal(walk.move.at, at("E5"));
    assert_int_equal(walk.board.stones[BLACK], 0);
    assert_true(replay_next(&walk, &why));
    assert_int_equal(board_color(&walk.board, at("E5")), BLACK);
    assert_int_equal(board_color(&walk.board, at("D4")), EMPTY);
    assert_true(replay_next(&walk, &why));
    assert_int_equal(walk.move.at, PASS);
    assert_true(replay_next(&walk, &why));
    assert_int_equal(walk.board.stones[WHITE], 1);
    for (int again = 0; again < 2; again++) {
        assert_false(replay_next(&walk, &why));
        assert_string_equal(why.text, "");
        assert_int_equal(walk.board.stones[WHITE], 2); /* the final position */
    }
    game_release(&game);
}

static void does_setup_in_passing(void **state)
{
    (void)state;
    struct game game;
    struct failure why;
    game_init(&game, 9, 9);
    game_add(&game, STEP_SETUP, BLACK, at("C3"));
    game_add(&game, STEP_SETUP, WHITE, at("C3"));
    game_add(&game, STEP_TO_MOVE, WHITE, NOWHERE);
    assert_int_equal(walk_to_the_end(&game, &walk, &why), 0);
    assert_int_equal(board_color(&walk.board, at("C3")), WHITE);
    assert_int_equal(walk.board.to_move, WHITE);
    assert_int_equal(walk.setup, 0);
    game_add(&game, STEP_PLAY, WHITE, at("E5"));
    game_add(&game, STEP_SETUP, EMPTY, at("C3"));
    game_add(&game, STEP_SETUP, BLACK, at("E5"));
    game_add(&game, STEP_PLAY, BLACK, at("C3"));
    assert_int_equal(walk_to_the_end(&game, &walk, &why), 2);
    assert_int_equal(board_color(&walk.board, at("C3")), BLACK);
    assert_int_equal(board_color(&walk.board, at("E5")), BLACK);
    assert_int_equal(walk.setup, 2);
    assert_int_equal(game_moves(&game), 2);
    game_release(&game);
}

static void lets_either_colour_play_at_any_time(void **state)
{
    (void)state;
    struct game game;
    struct failure why;
    game_init(&game, 9, 9);
    for (int i = 1; i <= 9; i++)
        game_add(&game, STEP_PLAY, i % 4 ? BLACK : WHITE, point_at(i, i));
    assert_int_equal(walk_to_the_end(&game, &walk, &why), 9);
    assert_string_equal(why.text, "");
    game_release(&game);
}

static void stops_at_what_no_rules_allow(void **state)
{
    (void)state;
    static struct {
        char const *moves, *reason;
        int legal;
    } const rows[] = {
        {"E5 E5", "move 2, white E5: the point is occupied", 1},
        /* Black takes a stone at B1 by C1, and White may not take back at once */
        {"B2 C2 A1 D1 E9 B1 C1 B1", "move 8, white B1: the ko is retaken at once", 7},
        {"B2 C2 A1 D1 E9 B1 C1 J9 J8 B1", "", 10},
        {"B2 C2 A1 D1 E9 B1 C1 pass pass B1", "", 10},
        {"A2 E5 B1 A1", "move 4, white A1: a single stone's suicide", 3},
        /* suicide of three stones is legal in New Zealand */
        {"A3 A1 B2 E5 C1 B1 J9 A2", "", 8},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game game;
        struct failure why;
        game_init(&game, 9, 9);
        play(&game, rows[i].moves);
        assert_int_equal(walk_to_the_end(&game, &walk, &why), rows[i].legal);
        assert_string_equal(why.text, rows[i].reason);
        game_release(&game);
    }
}

static void refuses_setup_without_liberties_only_when_it_is_played_on(void **state)
{
    (void)state;
    struct game game;
    struct failure why;
    game_init(&game, 9, 9);
    game_add(&game, STEP_SETUP, WHITE, at("A1"));
    game_add(&game, STEP_SETUP, BLACK, at("A2"));
    game_add(&game, STEP_SETUP, BLACK, at("B1"));
    assert_int_equal(walk_to_the_end(&game, &walk, &why), 0);
    assert_string_equal(why.text, "");
    game_add(&game, STEP_PLAY, BLACK, at("E5"));
    assert_int_equal(walk_to_the_end(&game, &walk, &why), 0);
    assert_string_equal(why.text, "move 1, black E5: "
                                  "the setup leaves stones without liberties");
    assert_string_equal(failure_kind(&why),
                        "the setup leaves stones without liberties");
    game_release(&game);
}

static void forgets_everything_but_its_memory(void **state)
{
    (void)state;
    struct game game;
    game_init(&game, 9, 9);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 1000; i++) {
            game_add(&game, STEP_PLAY, BLACK, PASS);
            if (i % 3 == 0)
                game_note(&game, i, "a note");
        }
        game_note(&game, 998 - round, "more");
        game_note(&game, -1, "one");
        game_note(&game, -1, "");
        game_note(&game, -1, "two");
        assert_string_equal(game.comment, "one\ntwo");
        assert_string_equal(game.notes[999], "a note");
        assert_string_equal(game.notes[998 - round],
                            round == 2 ? "a note\nmore" : "more");
        snprintf(game.black, sizeof game.black, "Ann");
        int const capacity = game.capacity;
        struct step const *const steps = game.steps;
        game_clear(&game, 19, 19);
        assert_int_equal(game.count, 0);
        assert_int_equal(game.width, 19);
        assert_int_equal(game.capacity, capacity);
        assert_ptr_equal(game.steps, steps);
        assert_null(game.comment);
        assert_null(game.notes);
        assert_string_equal(game.black, "");
    }
    game_release(&game);
}

/* The board's own play is the oracle: a recorded random game is replayed to
   the same positions.  */
static void replays_random_games(void **state)
{
    (void)state;
    static struct board board, boards[400];
    struct game game;
    struct failure why;
    struct rng rng;
    rng_seed(&rng, 9);
    game_init(&game, 9, 9);
    for (int round = 0; round < 60; round++) {
        int const size = 2 + (int)rng_below(&rng, 18);
        int count = 0;
        board_init(&board, size, size);
        game_clear(&game, size, size);
        for (int tries = 0; tries < 600 && count < 400; tries++) {
            point const p = board.empty_count
                                ? board.empty[rng_below(&rng, board.empty_count)]
                                : PASS;
            enum color const color = rng_below(&rng, 8)
                                         ? (enum color)board.to_move
                                         : opponent((enum color)board.to_move);
            if (!board_is_legal(&board, p, color, true))
                continue;
            boards[count++] = board;
            game_add(&game, STEP_PLAY, color, p);
            board_play(&board, p, color);
        }
        replay_start(&walk, &game);
        for (int i = 0; i < count; i++) {
            assert_true(replay_next(&walk, &why));
            assert_true(board_same_stones(&walk.board, &boards[i]));
            assert_int_equal(walk.board.hash, boards[i].hash);
        }
        assert_false(replay_next(&walk, &why));
        assert_string_equal(why.text, "");
        assert_true(board_same_stones(&walk.board, &board));
    }
    game_release(&game);
}

/* One situations for two games, the first longer than the second.  */
static void a_telling_has_the_moves_before_each(void **state)
{
    (void)state;
    static struct situations situations;
    struct situation const *const situation = &situations.situation;
    static char const *const games[] = {"E5 D4 pass C3 G7", "C3 C4"};
    for (int i = 0; i < 2; i++) {
        struct game game;
        struct failure why;
        game_init(&game, 9, 9);
        play(&game, games[i]);
        int told = 0;
        situations_start(&situations, &game);
        for (; situations_next(&situations, &why); told++) {
            assert_int_equal(situation->move_count, told);
            assert_int_equal(situation->board->to_move, situations.walk.move.color);
            for (int k = 0; k < told; k++) {
                assert_int_equal(situation->moves[k].at, game.steps[k].at);
                assert_int_equal(situation->moves[k].color, game.steps[k].color);
            }
        }
        assert_int_equal(told, game_moves(&game));
        game_release(&game);
    }
    situations_release(&situations);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(shows_the_position_before_each_move),
        cmocka_unit_test(does_setup_in_passing),
        cmocka_unit_test(lets_either_colour_play_at_any_time),
        cmocka_unit_test(stops_at_what_no_rules_allow),
        cmocka_unit_test(refuses_setup_without_liberties_only_when_it_is_played_on),
        cmocka_unit_test(forgets_everything_but_its_memory),
        cmocka_unit_test(replays_random_games),
        cmocka_unit_test(a_telling_has_the_moves_before_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
