/* How likely chains are to be there at the end: traits, odds, and influence by them. */
#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/reading/influence.h"
#include "engine/reading/survival_odds.h"
#include "tests/support/diagram.h"

#include <math.h>

static struct tactics tactics;
static struct influence influence;

static struct survival traits_of(struct board const *board, char const *stone,
                                 struct group group, float light)
{
    point const p = point_at(stone[0] - 'A' + 1, stone[1] - '0');
    tactics_clear(&tactics);
    tactics_besiege(&tactics, board);
    return survival_of(board, &tactics, &group, p, light);
}

static void classes_are_as_said(void **state)
{
    (void)state;
    struct board board;
    diagram_read(&board,
                 ". . . . .\n"
                 ". . X . .\n"
                 ". X O X .\n"
                 ". . . . .\n"
                 "X . . . .\n",
                 NULL);
    struct group const small = {.stones = 1, .ways_out = 0, .room = 0},
                       large = {.stones = 20, .ways_out = 9, .room = 30};
    struct survival const lost = traits_of(&board, "C3", small, -0.9f),
                          safe = traits_of(&board, "C4", large, 0.9f);
    assert_int_equal(lost.class[TRAIT_LIBERTIES], 1);
    assert_int_equal(safe.class[TRAIT_LIBERTIES], 3);
    assert_int_equal(safe.class[TRAIT_READING], 0);
    assert_true(lost.class[TRAIT_READING] > 0);
    assert_int_equal(lost.class[TRAIT_LIGHT], 0);
    assert_int_equal(lost.class[TRAIT_ROOM], 0);
    assert_int_equal(lost.class[TRAIT_SIZE], 0);
    for (int i = TRAIT_LIGHT; i < SURVIVAL_TRAITS; i++)
        assert_int_equal(safe.class[i], survival_classes((enum survival_trait)i) - 1);
    assert_true(survival_chance(lost) < 0.2f && survival_chance(safe) > 0.8f);
}

static void play_some(struct board *board, struct rng *rng, int count)
{
    board_init(board, 13, 13);
    for (int i = 0; i < count; i++) {
        point const p = board->empty[rng_below(rng, (uint32_t)board->empty_count)];
        enum color const color = (enum color)board->to_move;
        if (board_is_legal(board, p, color, false) && !board_is_eye(board, p, color))
            board_play(board, p, color);
    }
}

/* Each safety is certain, or the logistic of the odds of its traits, added up here.  */
static void influence_rests_on_the_odds(void **state)
{
    (void)state;
    struct rng rng;
    long rested = 0;
    rng_seed(&rng, 3);
    for (int game = 0; game < 200; game++) {
        struct board board;
        play_some(&board, &rng, (int)rng_below(&rng, 150));
        tactics_clear(&tactics);
        tactics_besiege(&tactics, &board);
        influence_judge(&board, &tactics, &influence);
        for (point p = board_first_point(); p; p = board_next_point(&board, p)) {
            if (board.color[p] == EMPTY || influence.safety[p] >= 1)
                continue;
            double odds = 0;
            for (int i = 0; i < SURVIVAL_TRAITS; i++)
                odds += (double)
                    survival_odds[i][influence.survival[board.slot[p]].class[i]];
            assert_float_equal(influence.safety[p], 1 / (1 + exp(-odds)), 1e-5);
            rested++;
        }
    }
    assert_true(rested > 1000);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(classes_are_as_said),
        cmocka_unit_test(influence_rests_on_the_odds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
