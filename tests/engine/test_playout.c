#include "tests/support/testing.h"

#include "engine/reading/playout.h"

#include <math.h>

static bool is_sensible(struct board const *board, point p)
{
    enum color const color = (enum color)board->to_move;
    return board_is_legal(board, p, color, false) && !board_is_eye(board, p, color);
}

/* Area score by flood fill, the slow and certain way.  */
static int flood_score(struct board const *board)
{
    static bool seen[POINTS];
    static point todo[POINTS];
    memset(seen, 0, sizeof seen);
    int score = board->stones[BLACK] - board->stones[WHITE];
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        if (seen[p] || board->color[p] != EMPTY)
            continue;
        int count = 0, borders = 0;
        todo[count++] = p;
        seen[p] = true;
        for (int i = 0; i < count; i++)
            for (int j = 0; j < 4; j++) {
                point const q = (point)(todo[i] + neighbour[j]);
                borders |= 1 << board->color[q];
                if (board->color[q] == EMPTY && !seen[q]) {
                    seen[q] = true;
                    todo[count++] = q;
                }
            }
        bool const black = borders >> BLACK & 1, white = borders >> WHITE & 1;
        score += (black - white) * count;
    }
    return score;
}

static void every_playout_ends_and_its_score_is_the_area(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1);
    for (int width = BOARD_MIN; width <= BOARD_MAX; width++)
        for (int height = BOARD_MIN; height <= BOARD_MAX; height++) {
            struct board board;
            board_init(&board, width, height);
            int const moves = playout_uniform(&board, &rng);
            assert_int_equal(moves, board.moves);
            assert_true(moves <= playout_limit(&board));
            if (moves < playout_limit(&board)) {
                assert_int_equal(board.passes, 2);
                assert_int_equal(playout_score(&board), flood_score(&board));
            }
        }
}

static void a_playout_leaves_no_sensible_move(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 2);
    for (int i = 0; i < 200; i++) {
        struct board board;
        board_init(&board, 9, 9);
        playout_uniform(&board, &rng);
        for (int j = 0; j < board.empty_count; j++)
            for (enum color color = BLACK; color <= WHITE; color++) {
                board.to_move = (uint8_t)color;
                assert_false(is_sensible(&board, board.empty[j]));
            }
    }
}

/* Many draws from START counted by point, against equal chances.  Chi squared
   is near the degrees of freedom, with a standard deviation of the root of
   twice that.  */
static void assert_uniform(struct board const *start, int sensible, struct rng *rng)
{
    enum { EACH = 300 };
    int drawn[POINTS] = {0};
    for (int i = 0; i < EACH * sensible; i++) {
        struct board board;
        board_copy(&board, start);
        drawn[playout_draw(&board, rng)]++;
    }
    double chi2 = 0;
    int all = 0;
    for (point p = board_first_point(); p; p = board_next_point(start, p)) {
        if (!is_sensible(start, p))
            continue;
        chi2 += (double)(drawn[p] - EACH) * (drawn[p] - EACH) / EACH;
        all += drawn[p];
    }
    assert_int_equal(all, EACH * sensible);
    double const freedom = sensible - 1;
    assert_true(fabs(chi2 - freedom) < 4 * sqrt(2 * freedom) + 4);
}

static void every_sensible_move_is_drawn_with_equal_chance(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 5);
    for (int tested = 0; tested < 40;) {
        struct board board;
        board_init(&board, 3 + tested % 7, 3 + tested % 5);
        int const area = board.width * board.height;
        for (uint32_t left = rng_below(&rng, 2 * (uint32_t)area); left; left--)
            board_play(&board, playout_draw(&board, &rng), (enum color)board.to_move);
        int sensible = 0;
        for (int i = 0; i < board.empty_count; i++)
            sensible += is_sensible(&board, board.empty[i]);
        if (sensible < 2)
            continue;
        assert_uniform(&board, sensible, &rng);
        tested++;
    }
}

static void the_same_seed_plays_the_same_game(void **state)
{
    (void)state;
    uint64_t hash[2];
    int moves[2];
    for (int i = 0; i < 2; i++) {
        struct board board;
        struct rng rng;
        rng_seed(&rng, 3);
        board_init(&board, 19, 19);
        moves[i] = playout_uniform(&board, &rng);
        hash[i] = board.hash;
    }
    assert_int_equal(moves[0], moves[1]);
    assert_true(hash[0] == hash[1]);
}

static void ownership_adds_up_to_the_mean_score(void **state)
{
    (void)state;
    struct board board;
    struct rng rng;
    struct ownership out;
    rng_seed(&rng, 4);
    board_init(&board, 9, 9);
    board_play(&board, point_at(5, 5), BLACK);
    playout_ownership(&board, 500, 7.5, &rng, &out);
    long sum = 0;
    for (point p = 0; p < POINTS; p++) {
        assert_true(out.owner[p] <= 500 && out.owner[p] >= -500);
        sum += out.owner[p];
    }
    assert_int_equal(out.playouts, 500);
    assert_true(out.black_mean * 500 == (double)sum);
    assert_true(out.black_wins > 0 && out.black_wins < 1);
    assert_true(out.owner[point_at(5, 5)] > 0); /* tengen is worth something */
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(every_playout_ends_and_its_score_is_the_area),
        cmocka_unit_test(a_playout_leaves_no_sensible_move),
        cmocka_unit_test(every_sensible_move_is_drawn_with_equal_chance),
        cmocka_unit_test(the_same_seed_plays_the_same_game),
        cmocka_unit_test(ownership_adds_up_to_the_mean_score),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
