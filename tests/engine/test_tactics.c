#include "tests/support/testing.h"

#include "tests/support/diagram.h"

#include "engine/base/rng.h"
#include "engine/reading/tactics.h"

/* Black or White plays a: is FACT claimed of it?  */
struct question {
    enum fact fact;
    bool expected;
    enum color color;
    char const *diagram;
};

static struct question const questions[] = {
    /* ladders */
    {FACT_ATARI_CATCHES, true, BLACK,
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . X . . . .\n"
     ". . X O a . .\n"
     ". . . X . . .\n"
     ". . . . . . .\n"},
    {FACT_ATARI_CATCHES, false, BLACK, /* a breaker stands in the way */
     ". . . . . . .\n"
     ". . . . . O .\n"
     ". . . . . . .\n"
     ". . X . . . .\n"
     ". . X O a . .\n"
     ". . . X . . .\n"
     ". . . . . . .\n"},
    {FACT_ATARI_LOOSE, true, BLACK,
     ". . . . . . .\n"
     ". . . . . O .\n"
     ". . . . . . .\n"
     ". . X . . . .\n"
     ". . X O a . .\n"
     ". . . X . . .\n"
     ". . . . . . .\n"},
    {FACT_RUNS_IN_VAIN, true, WHITE,
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . X a . . .\n"
     ". . X O X . .\n"
     ". . . X . . .\n"
     ". . . . . . .\n"},
    {FACT_ESCAPES, true, WHITE,
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . X a O . .\n"
     ". . X O X . .\n"
     ". . . X . . .\n"
     ". . . . . . .\n"},
    {FACT_ESCAPES, true, WHITE, /* takes a stone of the ladder's wall */
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . O . . . .\n"
     ". O X a . . .\n"
     ". . X O X . .\n"
     ". . . X . . .\n"
     ". . . . . . .\n"},
    {FACT_ATARI_KO, true, BLACK,
     ". X . . .\n"
     "X X . . .\n"
     "O . . . .\n"
     "a . . . .\n"
     ". . . X .\n"},
    {FACT_ESCAPES_KO, true, BLACK,
     "O . . . .\n"
     ". . . . .\n"
     "O . . . .\n"
     ". O . . .\n"
     "O X a . .\n"},
    {FACT_DEFENDS_KO, true, BLACK,
     ". . X O .\n"
     ". . . a O\n"
     ". . . . .\n"
     ". . . X .\n"
     "X . . . .\n"},
    /* captures */
    {FACT_CAPTURE_SAVES, true, BLACK,
     ". . . . . .\n"
     ". . O X . .\n"
     ". O X O X .\n"
     ". . . a . .\n"
     ". . . . . .\n"},
    {FACT_CAPTURE_LIVE, true, BLACK,
     ". . . . . .\n"
     ". . X . . .\n"
     ". X O a . .\n"
     ". . X . . .\n"
     ". . . . . .\n"},
    {FACT_CAPTURE_DEAD, true, BLACK,
     ". . . . .\n"
     "X X . . .\n"
     "O a X . .\n"
     "X X . . .\n"
     ". . . . .\n"},
    {FACT_TAKES_KO, true, BLACK,
     ". . . . .\n"
     ". X O . .\n"
     "X O a O .\n"
     ". X O . .\n"
     ". . . . .\n"},
    /* rescues of chains with two liberties */
    {FACT_DEFENDS, true, WHITE,
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . X a . . .\n"
     ". . X O . . .\n"
     ". . . X . . .\n"
     ". . . . . . .\n"},
    {FACT_NET, true, BLACK,
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . X . a . .\n"
     ". . X O . . .\n"
     ". . O X X . .\n"
     ". . O . . . .\n"
     ". . . . . . .\n"},
    {FACT_DOUBLE_ATARI, true, BLACK,
     ". . X . . .\n"
     ". X O . . .\n"
     "X O a . . .\n"
     ". . . . . .\n"
     ". . . . . .\n"},
    /* throwing stones in */
    {FACT_SNAPBACK, true, BLACK,
     ". . . . . .\n"
     "X X X X . .\n"
     "X O O O X .\n"
     "X O a . X .\n"},
    {FACT_SELF_ATARI, false, BLACK,
     ". . . . . .\n"
     "X X X X . .\n"
     "X O O O X .\n"
     "X O a . X .\n"},
    {FACT_SELF_ATARI, true, BLACK,
     ". . . . . .\n"
     ". O O O . .\n"
     "O X a . O .\n"
     ". O O O . .\n"},
    {FACT_THROW_IN, true, BLACK,
     ". . . . .\n"
     ". O O . .\n"
     "O . a O .\n"
     "O O O . .\n"
     ". . . . .\n"},
    {FACT_NAKADE, true, BLACK,
     "X O . .\n"
     "a O . .\n"
     ". O . .\n"
     "O O . .\n"},
    {FACT_NAKADE, false, BLACK, /* four in a row, once captured, make two eyes */
     "X O . .\n"
     "X O . .\n"
     "X O . .\n"
     "a O . .\n"
     ". O . .\n"
     "O O . .\n"},
    {FACT_BREAKS_SEKI, true, BLACK,
     "X a O X .\n"
     "X O O X .\n"
     "X . O X .\n"
     "O O O X .\n"
     "X X X X .\n"},
    {FACT_RISKY, true, BLACK, /* connects along the edge and dies */
     "O O O O O O .\n"
     "O X . X O . .\n"
     ". a X O O . .\n"
     "O O O . . . .\n"},
    {FACT_ATARI_CATCHES, true, BLACK, /* the edge catches what runs along it */
     ". . . . . . .\n"
     ". . . X . X .\n"
     ". . X O a . .\n"
     ". . X . . . .\n"},
    {FACT_RISKY, false, BLACK, /* ... not when a friend waits there */
     ". . . . . . .\n"
     "O O O O . . .\n"
     "X X a . . X .\n"
     "O O . . . . .\n"},
    /* eyes */
    {FACT_FILLS_EYE, true, BLACK,
     "a X . .\n"
     "X X . .\n"
     ". . . .\n"
     ". . . .\n"},
    {FACT_FALSE_EYE, true, BLACK,
     "X X O .\n"
     "X a X .\n"
     "O X . .\n"
     ". . . .\n"},
    {FACT_VITAL_ENEMY, true, BLACK,
     ". a . O .\n"
     "O O O O .\n"
     ". . . . .\n"
     ". . . . .\n"},
    {FACT_VITAL_OWN, true, WHITE,
     ". a . O .\n"
     "O O O O .\n"
     ". . . . .\n"
     ". . . . .\n"},
    {FACT_VITAL_ENEMY, true, BLACK,
     ". a O . .\n"
     "O . O . .\n"
     "O O O . .\n"
     ". . . . .\n"
     ". . . . .\n"},
    {FACT_VITAL_ENEMY, true, BLACK, /* the pyramid four */
     ". a . O .\n"
     "O . O O .\n"
     "O O O . .\n"
     ". . . . .\n"},
    {FACT_VITAL_ENEMY, true, BLACK, /* the bulky five */
     ". . O . .\n"
     ". a O . .\n"
     "O . O . .\n"
     "O O O . .\n"},
    {FACT_VITAL_ENEMY, true, BLACK, /* the crossed five */
     "O O . O O\n"
     "O . a . O\n"
     "O O . O O\n"
     ". O O O .\n"
     ". . . . .\n"},
    {FACT_VITAL_ENEMY, true, BLACK, /* the rabbity six */
     "O . . O O\n"
     "O . a . O\n"
     "O O . O O\n"
     "O O O O .\n"
     ". . . . .\n"},
    {FACT_VITAL_ENEMY, false, BLACK, /* a square of four is dead already */
     ". a O . .\n"
     ". . O . .\n"
     "O O O . .\n"
     ". . . . .\n"},
    {FACT_VITAL_ENEMY, false, BLACK, /* bent four in the middle of a side lives */
     "O . a . O\n"
     "O . O O O\n"
     "O O O . .\n"
     ". . . . .\n"},
    {FACT_VITAL_ENEMY, false, BLACK, /* four in a row live anyway */
     ". a . . O\n"
     "O O O O O\n"
     ". . . . .\n"
     ". . . . .\n"},
    {FACT_SPOILS_EYE, true, BLACK,
     "a . . O .\n"
     "O O O O .\n"
     ". . . . .\n"
     ". . . . .\n"},
    /* connections and cuts */
    {FACT_CONNECTS, true, BLACK,
     ". . . . .\n"
     ". X a X .\n"
     ". . O . .\n"
     ". . . . .\n"},
    {FACT_CUTS, true, BLACK,
     ". . . . .\n"
     ". O a O .\n"
     ". X X X .\n"
     ". . . . .\n"},
    /* races */
    {FACT_RACE_TURN, true, BLACK,
     "a O X . O\n"
     ". O X . O\n"
     "X O X O O\n"
     "X X O O .\n"
     ". X O . .\n"},
    {FACT_RACE_LOST, true, BLACK,
     "a O X . O\n"
     ". O X . O\n"
     ". O X O O\n"
     "X O X O O\n"
     "X X O O .\n"
     ". X O . .\n"},
    {FACT_RACE_WON, true, BLACK,
     "a O X . O\n"
     ". O X . O\n"
     "X O X . O\n"
     "X O X O O\n"
     "X X O O .\n"
     ". X O . .\n"},
};

static void answers_the_drawn_questions(void **state)
{
    (void)state;
    struct tactics *const tactics = malloc(sizeof *tactics);
    int wrong = 0;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        struct question const *const ask = &questions[i];
        struct board board;
        char marks[POINTS];
        diagram_read(&board, ask->diagram, marks);
        board.to_move = (uint8_t)ask->color;
        for (point p = board_first_point(); p; p = board_next_point(&board, p))
            assert_true(board.color[p] == EMPTY || board_liberties(&board, p));
        tactics_clear(tactics);
        tactics_read(tactics, &board);
        point const a = diagram_find(&board, marks, 'a');
        if (tactics_claims(tactics, a, ask->fact) != ask->expected) {
            print_error("question %zu: %s should be %d of\n%s", i, fact_name(ask->fact),
                        ask->expected, ask->diagram);
            for (enum fact f = 0; f < FACTS; f++)
                if (tactics_claims(tactics, a, f))
                    print_error("    but it %s\n", fact_name(f));
            wrong++;
        }
    }
    free(tactics);
    assert_int_equal(wrong, 0);
}

static bool has_positive_question(enum fact fact)
{
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (questions[i].fact == fact && questions[i].expected)
            return true;
    return false;
}

static void every_fact_has_a_name_and_a_question(void **state)
{
    (void)state;
    for (enum fact f = 0; f < FACTS; f++) {
        assert_non_null(fact_name(f));
        if (!has_positive_question(f))
            fail_msg("nothing %s", fact_name(f));
    }
}

/* A move that a beginner might play: legal, and no eye of his own.  */
static point some_move(struct board const *board, struct rng *rng)
{
    for (int tries = 0; tries < 200; tries++) {
        point const p = board->empty[rng_below(rng, board->empty_count)];
        if (board_is_legal(board, p, (enum color)board->to_move, false) &&
            !board_is_eye(board, p, (enum color)board->to_move))
            return p;
    }
    return PASS;
}

static void the_next_position_reads_as_if_it_were_the_first(void **state)
{
    (void)state;
    struct tactics *const running = malloc(sizeof *running);
    struct tactics *const fresh = malloc(sizeof *fresh);
    struct rng rng;
    rng_seed(&rng, 31);
    long reused = 0, anew = 0;
    for (int game = 0; game < 24; game++) {
        struct board board;
        int const size = game % 2 ? 9 : 13;
        board_init(&board, size, size);
        tactics_clear(running);
        for (int i = 0; i < 300 && board.empty_count > 2; i++) {
            tactics_clear(fresh);
            tactics_read(fresh, &board);
            tactics_read(running, &board);
            anew += fresh->nodes;
            for (point p = board_first_point(); p; p = board_next_point(&board, p)) {
                assert_memory_equal(&running->move[p], &fresh->move[p],
                                    sizeof fresh->move[p]);
                struct chain_reading const *const a = tactics_chain(running, p);
                struct chain_reading const *const b = tactics_chain(fresh, p);
                assert_int_equal(a != NULL, b != NULL);
                if (a) {
                    assert_int_equal(a->attack, b->attack);
                    assert_int_equal(a->rescue, b->rescue);
                }
            }
            board_play(&board, some_move(&board, &rng), (enum color)board.to_move);
        }
        reused += running->nodes;
    }
    assert_true(reused < anew);
    free(running);
    free(fresh);
}

/* The stated liberties and captures are those of the board after the move.  */
static void counts_what_the_board_counts(void **state)
{
    (void)state;
    struct tactics *const tactics = malloc(sizeof *tactics);
    struct rng rng;
    rng_seed(&rng, 32);
    for (int game = 0; game < 20; game++) {
        struct board board;
        board_init(&board, 9, 9);
        tactics_clear(tactics);
        for (int i = 0; i < 120; i++) {
            tactics_read(tactics, &board);
            enum color const own = (enum color)board.to_move;
            for (int j = 0; j < board.empty_count; j++) {
                point const p = board.empty[j];
                struct move_facts const *const facts = &tactics->move[p];
                if (!board_is_legal(&board, p, own, false)) {
                    assert_int_equal(facts->claims, 0);
                    continue;
                }
                struct board after = board;
                board_play(&after, p, own);
                int const liberties = board_liberties(&after, p);
                assert_int_equal(facts->liberties, liberties < 15 ? liberties : 15);
                assert_int_equal(facts->captured,
                                 after.prisoners[3 - own] - board.prisoners[3 - own]);
            }
            board_play(&board, some_move(&board, &rng), own);
        }
    }
    free(tactics);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(answers_the_drawn_questions),
        cmocka_unit_test(every_fact_has_a_name_and_a_question),
        cmocka_unit_test(the_next_position_reads_as_if_it_were_the_first),
        cmocka_unit_test(counts_what_the_board_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
