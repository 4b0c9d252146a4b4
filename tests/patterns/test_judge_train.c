#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "patterns/learning/judge_train.h"
#include "tests/support/made_up.h"

#include <math.h>
#include <unistd.h>

enum { GAMES = 12 };

static char const *const games_path = "build/test_judge.games";
static char const *const small_path = "build/test_judge_small.games";
static char const state_path[] = "build/test_judge.unfinished";

/* A game of two walls, side by side in the middle of a board of odd SIZE: Black has as
   many points more, with his stones, as a column has.  */
static void make_walls(int size, struct game *game)
{
    int const middle = (size + 1) / 2;
    game_clear(game, size, size);
    for (int row = 1; row <= size; row++) {
        game_add(game, STEP_PLAY, BLACK, point_at(middle, row));
        game_add(game, STEP_PLAY, WHITE, point_at(middle + 1, row));
    }
    game_add(game, STEP_PLAY, BLACK, PASS);
    game_add(game, STEP_PLAY, WHITE, PASS);
    game->winner = BLACK;
    game->komi = 6.5;
    game->komi_known = game->scored = true;
    game->score = size - game->komi;
    snprintf(game->result, sizeof game->result, "B+%g", game->score);
}

/* Even numbers are walls, odd ones games at random that White won, but for the last,
   on whose result nothing is said.  */
static void make_game(int number, struct game *game)
{
    struct rng rng;
    make_walls(19, game);
    if (number % 2 == 0)
        return;
    rng_seed(&rng, (uint64_t)number);
    game_clear(game, 19, 19);
    make_up_game(&rng, game, 120, false);
    game->winner = number == GAMES - 1 ? EMPTY : WHITE;
    strcpy(game->result, number == GAMES - 1 ? "" : "W+Resign");
    game->komi_known = true;
    game->komi = 0.5;
}

static int write_games(void **state)
{
    struct judge_collector *const collector = judge_collector_new();
    struct failure why;
    struct game game;
    (void)state;
    game_init(&game, 19, 19);
    for (int i = 0; i < GAMES; i++) {
        make_game(i, &game);
        assert_true(judge_collector_add(collector, &game, i >= GAMES - 4, &why));
    }
    assert_true(judge_collector_write(collector, games_path, NULL, &why));
    judge_collector_free(collector);
    game_release(&game);
    return 0;
}

static int remove_games(void **state)
{
    (void)state;
    unlink(games_path);
    unlink(small_path);
    unlink(state_path);
    return 0;
}

/* ---------------------------------------------------------------- the games */

static void games_come_back_with_what_was_counted(void **state)
{
    (void)state;
    struct failure why;
    struct game game, steps;
    struct judge_games *const games = judge_games_open(&games_path, 1, &why);
    assert_non_null(games);
    assert_int_equal(judge_games_count(games), GAMES);
    game_init(&game, 19, 19);
    game_init(&steps, 19, 19);
    for (int i = 0; i < GAMES; i++) {
        make_game(i, &game);
        struct judge_game const facts = judge_games_get(games, i, &steps);
        assert_int_equal(steps.count, game.count);
        for (int k = 0; k < game.count; k++)
            assert_memory_equal(&steps.steps[k], &game.steps[k], sizeof(struct step));
        assert_int_equal(facts.winner, game.winner);
        assert_int_equal(facts.checks, i >= GAMES - 4);
        assert_true(facts.komi_known && facts.komi == (float)game.komi);
        assert_int_equal(facts.owner != NULL, i % 2 == 0);
        for (int p = 0; facts.owner && p < 361; p++)
            assert_int_equal(facts.owner[p], p % 19 < 10 ? BLACK : WHITE);
        if (facts.owner)
            assert_true(facts.lead == 19);
    }
    game_release(&game);
    game_release(&steps);
    judge_games_close(games);
}

static void what_is_no_use_is_left_out(void **state)
{
    (void)state;
    struct judge_collector *const collector = judge_collector_new();
    struct failure why;
    struct game game;
    long counted;
    game_init(&game, 19, 19);
    make_walls(19, &game);
    game.count = 30;
    assert_true(judge_collector_add(collector, &game, false, &why));
    make_walls(19, &game);
    strcpy(game.result, "B+Time");
    game.scored = false;
    assert_true(judge_collector_add(collector, &game, false, &why));
    game_clear(&game, 9, 9);
    assert_true(judge_collector_add(collector, &game, false, &why));
    assert_int_equal(judge_collector_games(collector, &counted), 0);

    make_walls(19, &game);
    game.score = 40.5;
    assert_true(judge_collector_add(collector, &game, false, &why));
    assert_int_equal(judge_collector_games(collector, &counted), 1);
    assert_int_equal(counted, 0);
    game.steps[2].at = game.steps[0].at;
    assert_false(judge_collector_add(collector, &game, false, &why));
    game_release(&game);
    judge_collector_free(collector);
}

/* On 9x9 as on 19x19; a move that says that it was quick is no example.  */
static void small_boards_have_games_too(void **state)
{
    (void)state;
    struct failure why;
    struct game game, steps;
    char const *const paths[] = {games_path, small_path};
    struct judge_collector *const collector = judge_collector_new();
    game_init(&game, 9, 9);
    game_init(&steps, 19, 19);
    make_walls(9, &game);
    game_note(&game, 3, "quick");
    game_note(&game, 4, "quick enough");
    assert_true(judge_collector_add(collector, &game, false, &why));
    assert_true(judge_collector_write(collector, small_path, NULL, &why));
    judge_collector_free(collector);

    struct judge_games *const games = judge_games_open(paths, 2, &why);
    assert_non_null(games);
    assert_int_equal(judge_games_count(games), GAMES + 1);
    assert_int_equal(judge_games_facts(games, 0).size, 19);
    struct judge_game const facts = judge_games_get(games, GAMES, &steps);
    assert_int_equal(facts.size, 9);
    assert_int_equal(steps.width, 9);
    assert_int_equal(steps.count, game.count);
    for (int k = 0; k < game.count; k++) {
        assert_memory_equal(&steps.steps[k], &game.steps[k], sizeof(struct step));
        assert_int_equal(judge_games_exemplary(games, GAMES, k), k != 3);
    }
    assert_true(facts.lead == 9);
    for (int p = 0; p < 81; p++)
        assert_int_equal(facts.owner[p], p % 9 < 5 ? BLACK : WHITE);
    judge_games_close(games);
    game_release(&game);
    game_release(&steps);
}

static void damaged_games_are_not_opened(void **state)
{
    (void)state;
    struct failure why;
    FILE *const file = fopen(games_path, "r+b");
    fseek(file, -100, SEEK_END);
    int const byte = fgetc(file);
    fseek(file, -100, SEEK_END);
    fputc(byte ^ 1, file);
    fclose(file);
    assert_null(judge_games_open(&games_path, 1, &why));
    assert_non_null(strstr(why.text, games_path));
    write_games(NULL);
}

/* ---------------------------------------------------------------- learning */

static struct judge_train_options const options = {.seed = 5,
                                                   .batch = 2,
                                                   .counted = 0.5,
                                                   .rate = 0.01,
                                                   .steps = 1000,
                                                   .blocks = 8,
                                                   .threads = 1};

static void run(struct judge_trainer *trainer, int steps, struct judge_marks *marks)
{
    for (int i = 0; i < steps; i++)
        judge_trainer_step(trainer, marks);
}

/* What TRAINER has learnt so far.  */
static struct judge *judge_of(struct judge_trainer const *trainer)
{
    struct judge_source const source = judge_trainer_source(trainer);
    return judge_new(judge_trainer_weights(trainer), &source);
}

static void who_goes_on_learns_the_same_as_who_never_stopped(void **state)
{
    (void)state;
    struct failure why;
    struct judge_marks marks = {0};
    struct judge_games *const games = judge_games_open(&games_path, 1, &why);
    struct judge_trainer *const whole = judge_trainer_new(games, &options);
    struct judge_trainer *const first = judge_trainer_new(games, &options);
    struct judge_trainer *const second = judge_trainer_new(games, &options);
    run(whole, 7, &marks);
    run(first, 3, &marks);
    assert_true(judge_trainer_save(first, state_path, NULL, &why));
    run(first, 2, &marks); /* and is killed, with these lost */
    assert_true(judge_trainer_load(second, state_path, &why));
    assert_int_equal(judge_trainer_steps(second), 3);
    run(second, 4, &marks);
    assert_memory_equal(judge_trainer_weights(whole), judge_trainer_weights(second),
                        sizeof(struct judge_weights));
    assert_memory_not_equal(judge_trainer_weights(whole), judge_trainer_weights(first),
                            sizeof(struct judge_weights));
    assert_int_equal(judge_trainer_source(second).positions, 14);
    judge_trainer_free(whole);
    judge_trainer_free(first);
    judge_trainer_free(second);
    judge_games_close(games);
}

static void how_many_work_at_it_does_not_matter(void **state)
{
    (void)state;
    struct failure why;
    struct judge_marks alone = {0}, together = {0};
    struct judge_train_options many = options;
    struct judge_games *const games = judge_games_open(&games_path, 1, &why);
    many.batch = 7;
    struct judge_trainer *const one = judge_trainer_new(games, &many);
    many.threads = 3;
    struct judge_trainer *const three = judge_trainer_new(games, &many);
    run(one, 3, &alone);
    run(three, 3, &together);
    assert_memory_equal(judge_trainer_weights(one), judge_trainer_weights(three),
                        sizeof(struct judge_weights));
    assert_memory_equal(&alone, &together, sizeof alone);
    judge_trainer_free(one);
    judge_trainer_free(three);
    judge_games_close(games);
}

/* New blocks change no mind at first, and learn then.  */
static void who_is_given_more_blocks_begins_with_what_was_learnt(void **state)
{
    (void)state;
    struct failure why;
    struct judge_marks before = {0}, after = {0}, ignored = {0};
    struct judge_train_options wider = options;
    struct judge_games *const games = judge_games_open(&games_path, 1, &why);
    wider.blocks = 2;
    struct judge_trainer *const few = judge_trainer_new(games, &wider);
    wider.blocks = 4;
    struct judge_trainer *const more = judge_trainer_new(games, &wider);
    run(few, 20, &ignored);
    judge_trainer_check(few, false, 20, &before);
    struct judge *const judge = judge_of(few);
    judge_trainer_begin(more, judge);
    judge_trainer_check(more, false, 20, &after);
    assert_memory_equal(&before, &after, sizeof before);

    struct judge_block const begun = judge_trainer_weights(more)->block[3];
    run(more, 3, &ignored);
    struct judge_weights const *const learnt = judge_trainer_weights(more);
    assert_int_equal(learnt->blocks, 4);
    assert_memory_not_equal(&begun.mix, &learnt->block[3].mix, sizeof begun.mix);
    assert_memory_not_equal(&begun.near, &learnt->block[3].near, sizeof begun.near);
    judge_free(judge);
    judge_trainer_free(few);
    judge_trainer_free(more);
    judge_games_close(games);
}

static void the_state_of_another_run_is_refused(void **state)
{
    (void)state;
    struct failure why;
    struct judge_train_options other = options;
    struct judge_games *const games = judge_games_open(&games_path, 1, &why);
    struct judge_trainer *trainer = judge_trainer_new(games, &options);
    assert_true(judge_trainer_save(trainer, state_path, NULL, &why));
    judge_trainer_free(trainer);
    other.seed++;
    trainer = judge_trainer_new(games, &other);
    assert_false(judge_trainer_load(trainer, state_path, &why));
    assert_non_null(strstr(why.text, "other games or settings"));
    judge_trainer_free(trainer);
    judge_games_close(games);
}

/* Walls are easily learnt, also by who is shown others than are asked about.  */
static void learning_finds_who_owns_what(void **state)
{
    (void)state;
    struct failure why;
    struct judge_marks before = {0}, after = {0}, on_the_way = {0};
    struct judge_games *const games = judge_games_open(&games_path, 1, &why);
    struct judge_trainer *const trainer = judge_trainer_new(games, &options);
    judge_trainer_check(trainer, false, 20, &before);
    run(trainer, 200, &on_the_way);
    judge_trainer_check(trainer, false, 20, &after);
    assert_true(before.owned > 0 && before.owned == after.owned);
    assert_true(after.owner_error < 0.93 * before.owner_error);
    assert_true(judge_marks_loss(&after) < 0.7 * judge_marks_loss(&before));
    assert_int_equal(on_the_way.count, 400);
    judge_trainer_free(trainer);
    judge_games_close(games);
}

/* What was learnt from large boards is begun with, and small ones are learnt too.  */
static void small_boards_are_learnt_after_large_ones(void **state)
{
    (void)state;
    struct failure why;
    struct judge_marks before = {0}, after = {0}, on_the_way = {0};
    struct judge_train_options both = options;
    char const *const paths[] = {games_path, small_path};
    struct judge_games *const large = judge_games_open(paths, 1, &why);
    struct judge_trainer *trainer = judge_trainer_new(large, &options);
    run(trainer, 100, &on_the_way);
    struct judge *const judge = judge_of(trainer);
    judge_trainer_check(trainer, true, 20, &before);
    assert_true(before.count == 0);
    judge_trainer_free(trainer);
    judge_games_close(large);

    struct judge_games *const games = judge_games_open(paths, 2, &why);
    both.small = 0.5;
    trainer = judge_trainer_new(games, &both);
    judge_trainer_begin(trainer, judge);
    assert_memory_equal(judge_trainer_weights(trainer), judge_weights_of(judge),
                        sizeof(struct judge_weights));
    assert_int_equal(judge_trainer_source(trainer).positions, 200);
    judge_trainer_check(trainer, false, 20, &before);
    run(trainer, 100, &on_the_way);
    judge_trainer_check(trainer, false, 20, &after);
    assert_int_equal(judge_trainer_source(trainer).positions, 400);
    assert_true(judge_marks_loss(&after) < judge_marks_loss(&before));
    judge_trainer_free(trainer);
    judge_games_close(games);
    judge_free(judge);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(games_come_back_with_what_was_counted),
        cmocka_unit_test(what_is_no_use_is_left_out),
        cmocka_unit_test(small_boards_have_games_too),
        cmocka_unit_test(damaged_games_are_not_opened),
        cmocka_unit_test(who_goes_on_learns_the_same_as_who_never_stopped),
        cmocka_unit_test(how_many_work_at_it_does_not_matter),
        cmocka_unit_test(who_is_given_more_blocks_begins_with_what_was_learnt),
        cmocka_unit_test(the_state_of_another_run_is_refused),
        cmocka_unit_test(learning_finds_who_owns_what),
        cmocka_unit_test(small_boards_are_learnt_after_large_ones),
    };
    return cmocka_run_group_tests(tests, write_games, remove_games);
}
