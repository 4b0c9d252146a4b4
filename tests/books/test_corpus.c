#include "tests/support/testing.h"

#include "tests/support/made_up.h"

#include "books/sequences/corpus.h"

enum { GAMES = 200 };

struct made {
    struct game games[GAMES];
    struct corpus corpus;
};

static int set_up(void **state)
{
    struct made *const made = calloc(1, sizeof *made);
    made->corpus = corpus_finish(make_up_corpus(made->games, GAMES, 1, true));
    *state = made;
    return 0;
}

static int tear_down(void **state)
{
    struct made *const made = *state;
    for (int i = 0; i < GAMES; i++)
        game_release(&made->games[i]);
    corpus_release(&made->corpus);
    free(made);
    return 0;
}

/* The place in the text of the next move but passes, from AT on.  */
static uint32_t skip_ends(struct corpus const *corpus, uint32_t at)
{
    while (at < corpus->text_count && corpus->text[at] == SYMBOL_END)
        at++;
    return at;
}

static void gives_back_every_move_with_its_colour_number_and_board(void **state)
{
    struct made const *const made = *state;
    struct corpus const *const corpus = &made->corpus;
    static struct board board;
    uint32_t at = 0;
    long moves = 0;
    for (int i = 0; i < GAMES; i++) {
        struct replay walk;
        struct failure why;
        replay_start(&walk, &made->games[i]);
        while (replay_next(&walk, &why)) {
            if (walk.move.at == PASS)
                continue;
            at = skip_ends(corpus, at);
            struct segment const *const segment = corpus_segment(corpus, at);
            assert_int_equal(segment->game, i);
            assert_int_equal(segment->move + (at - segment->text), walk.number);
            assert_int_equal(corpus_color(segment, at), walk.move.color);
            assert_int_equal(corpus_point(corpus, at), walk.move.at);

            struct segment_walk steps;
            segment_start(&steps, corpus, segment);
            for (uint32_t k = segment->text; k <= at; k++)
                assert_true(segment_next(&steps));
            assert_int_equal(steps.move.at, walk.move.at);
            assert_int_equal(steps.move.color, walk.move.color);
            assert_int_equal(steps.number, walk.number);
            if (moves % 7 == 0) {
                assert_true(corpus_board(corpus, at, &board));
                assert_true(board_same_stones(&board, &walk.board));
                assert_int_equal(board.to_move, walk.move.color);
            }
            at++;
            moves++;
        }
    }
    assert_int_equal(skip_ends(corpus, at), corpus->text_count);
    assert_int_equal(moves, corpus->text_count - corpus->segment_count);
    assert_true(moves > 5000);
}

static void keeps_what_the_record_says_once(void **state)
{
    struct made const *const made = *state;
    struct corpus const *const corpus = &made->corpus;
    assert_int_equal(corpus->record_count, GAMES);
    for (int i = 0; i < GAMES; i++) {
        struct record const *const r = &corpus->records[i];
        assert_string_equal(corpus->strings + r->black, made->games[i].black);
        assert_string_equal(corpus->strings + r->file, i % 2 ? "odd.sgf" : "even.sgf");
        assert_int_equal(r->number, i);
        assert_int_equal(r->winner, made->games[i].winner);
        assert_int_equal(r->moves, game_moves(&made->games[i]));
    }
    assert_true(corpus->string_size < 280); /* 7 names, 13 dates, 2 files */
}

static void refuses_other_boards_and_takes_games_without_moves(void **state)
{
    (void)state;
    struct corpus_builder *const builder = corpus_builder_new(CODE_RELATIVE);
    struct origin const origin = {.file = "a.sgf", .number = 3};
    struct failure why;
    struct game game;
    game_init(&game, 13, 13);
    assert_false(corpus_add(builder, &game, &origin, &why));
    assert_non_null(strstr(why.text, "13x13"));
    assert_int_equal(corpus_built(builder)->record_count, 0);

    game_clear(&game, 19, 19);
    assert_true(corpus_add(builder, &game, &origin, &why)); /* empty */
    game_add(&game, STEP_PLAY, BLACK, PASS);
    assert_true(corpus_add(builder, &game, &origin, &why)); /* one pass */
    game_add(&game, STEP_SETUP, BLACK, point_at(3, 3));
    assert_true(corpus_add(builder, &game, &origin, &why)); /* edits, no move */
    assert_int_equal(corpus_built(builder)->text_count, 0);
    assert_int_equal(corpus_built(builder)->edit_count, 0);
    game_clear(&game, 19, 19);
    game_add(&game, STEP_PLAY, WHITE, point_at(3, 3));
    assert_true(corpus_add(builder, &game, &origin, &why)); /* one move */
    assert_int_equal(corpus_built(builder)->text_count, 2);
    assert_int_equal(corpus_segment(corpus_built(builder), 0)->game, 3);
    game_release(&game);
    corpus_builder_free(builder);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test_setup_teardown(
            gives_back_every_move_with_its_colour_number_and_board, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keeps_what_the_record_says_once, set_up,
                                        tear_down),
        cmocka_unit_test(refuses_other_boards_and_takes_games_without_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
