#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/search/consultation.h"
#include "patterns/judge/judge.h"
#include "patterns/judge/judge_source.h"
#include "tests/support/folder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A judge that nobody has taught anything, from its file.  */
static struct consultation *consultation_of_judge(uint64_t seed)
{
    struct judge_weights *const weights = judge_weights_new(3);
    struct judge_source const source = {.games = 1, .positions = 1};
    struct consultation *const consultation = consultation_new(NULL);
    struct failure why;
    char path[128];
    struct rng rng;
    rng_seed(&rng, seed);
    for (int i = 0; i < JUDGE_WEIGHTS; i++)
        ((float *)weights)[i] = 0.2f * (float)(rng_unit(&rng) - 0.5);
    snprintf(path, sizeof path, "%s/judge.hishi", folder_path);
    assert_true(judge_write(path, weights, &source, NULL, &why));
    free(weights);
    void *const self = judge_kind.open(path, &why);
    assert_non_null(self);
    assert_true(
        consultation_add(consultation, (struct source){&judge_kind, self}, &why));
    return consultation;
}

static struct situation empty_board(struct board *board, int width, int height)
{
    board_init(board, width, height);
    return (struct situation){.board = board};
}

static void every_legal_move_is_named_and_the_position_judged(void **state)
{
    (void)state;
    struct consultation *const consultation = consultation_of_judge(1);
    struct board board;
    struct situation const situation = empty_board(&board, 19, 19);
    struct judgement judgement;
    double sum = 0;
    consultation_expect(consultation, 7.5);
    struct candidates const *const said =
        consult(consultation, &situation, EFFORT_QUICK);
    assert_int_equal(said->count, 361);
    for (int i = 0; i < said->count; i++)
        sum += (double)candidates_opinion(said, &said->list[i], 0)->p;
    assert_true(sum > 0.5 && sum <= 1.0001); /* the rest is a pass */
    assert_true(consultation_judge(consultation, &judgement));
    assert_true(judgement.win > 0 && judgement.win < 1);
    assert_int_equal(judgement.win > 0.5f, judgement.lead > 0);
    consultation_free(consultation);
}

/* An empty board lies the same in all ways, so with all effort no corner is preferred.
 */
static void with_all_effort_it_looks_from_all_sides(void **state)
{
    (void)state;
    struct consultation *const consultation = consultation_of_judge(1);
    struct board board;
    struct situation const situation = empty_board(&board, 19, 19);
    float said[2][4];
    consultation_expect(consultation, 7.5);
    for (int full = 0; full < 2; full++) {
        struct candidates const *const list =
            consult(consultation, &situation, full ? EFFORT_FULL : EFFORT_QUICK);
        for (int corner = 0; corner < 4; corner++) {
            point const at = point_at(corner & 1 ? 4 : 16, corner & 2 ? 3 : 17);
            said[full][corner] =
                candidates_opinion(list, candidates_find(list, at), 0)->p;
        }
    }
    assert_true(fabsf(said[0][0] - said[0][3]) > 1e-5f);
    for (int corner = 1; corner < 4; corner++)
        assert_true(fabsf(said[1][0] - said[1][corner]) < 1e-6f);
    consultation_free(consultation);
}

/* As more is needed the lead beyond that is less, and so is the chance to win.  */
static void what_is_needed_to_win_counts(void **state)
{
    (void)state;
    struct consultation *const consultation = consultation_of_judge(2);
    struct board board;
    struct situation const situation = empty_board(&board, 19, 19);
    struct judgement few, many;
    consultation_expect(consultation, 0.5);
    consult(consultation, &situation, EFFORT_QUICK);
    assert_true(consultation_judge(consultation, &few));
    consultation_expect(consultation, 30.5);
    consult(consultation, &situation, EFFORT_QUICK);
    assert_true(consultation_judge(consultation, &many));
    assert_true(many.lead < few.lead && many.win < few.win);
    consultation_free(consultation);
}

static void small_boards_and_long_ones_are_not_judged(void **state)
{
    (void)state;
    static struct {
        int width, height;
        bool judged;
    } const boards[] = {
        {9, 9, true}, {19, 17, false}, {13, 13, true}, {8, 8, false}, {25, 25, true}};
    struct consultation *const consultation = consultation_of_judge(3);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct board board;
        struct judgement judgement;
        struct situation const situation =
            empty_board(&board, boards[i].width, boards[i].height);
        struct candidates const *const said =
            consult(consultation, &situation, EFFORT_QUICK);
        assert_int_equal(said->count, boards[i].width * boards[i].height);
        assert_int_equal(said->list[0].named, boards[i].judged);
        assert_int_equal(consultation_judge(consultation, &judgement),
                         boards[i].judged);
    }
    consultation_free(consultation);
}

static void nobody_is_asked_at_a_glance_or_when_silenced(void **state)
{
    (void)state;
    struct consultation *const consultation = consultation_of_judge(4);
    struct board board;
    struct situation const situation = empty_board(&board, 19, 19);
    struct judgement judgement;
    consult(consultation, &situation, EFFORT_GLANCE);
    assert_false(consultation_judge(consultation, &judgement));
    consultation_weigh(consultation, 0, 0);
    consult(consultation, &situation, EFFORT_FULL);
    assert_false(consultation_judge(consultation, &judgement));
    consultation_free(consultation);
}

static void a_twin_judges_the_same(void **state)
{
    (void)state;
    struct consultation *const first = consultation_of_judge(5);
    struct consultation *const twin = consultation_twin(first);
    struct board board;
    struct situation const situation = empty_board(&board, 13, 13);
    struct judgement one, other;
    consult(first, &situation, EFFORT_QUICK);
    consult(twin, &situation, EFFORT_QUICK);
    assert_true(consultation_judge(first, &one) && consultation_judge(twin, &other));
    assert_true(one.win == other.win && one.lead == other.lead);
    assert_memory_equal(one.owner, other.owner, sizeof one.owner);
    consultation_free(twin);
    consultation_free(first);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(every_legal_move_is_named_and_the_position_judged),
        cmocka_unit_test(with_all_effort_it_looks_from_all_sides),
        cmocka_unit_test(what_is_needed_to_win_counts),
        cmocka_unit_test(small_boards_and_long_ones_are_not_judged),
        cmocka_unit_test(nobody_is_asked_at_a_glance_or_when_silenced),
        cmocka_unit_test(a_twin_judges_the_same),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
