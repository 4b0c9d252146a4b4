#include "tests/support/testing.h"

#include "engine/search/search_inside.h"
#include "tests/support/mock_source.h"
#include "tests/support/search_world.h"

#include <math.h>

/* Expects the same of every position, but more where a stone of Black's is at FAVOUR,
   and finds the points of that row as probable as each other.  */
struct oracle {
    point favour;
    struct judgement of, favoured;
    bool seen; /* the favoured one */
    double needed;
};

static void look(void *self, struct question const *question, int voice,
                 struct candidates *candidates)
{
    struct oracle *const oracle = self;
    struct board const *const board = question->situation.board;
    int const row = point_row(oracle->favour);
    for (int column = 1; oracle->favour && column <= board->width; column++)
        if (board_color(board, point_at(column, row)) == EMPTY)
            mock_name(candidates, voice, point_at(column, row), 0.1f);
    oracle->seen = oracle->favour && board->color[oracle->favour] == BLACK;
    oracle->needed = question->needed;
}

static bool judge(void *self, struct judgement *judgement)
{
    struct oracle const *const oracle = self;
    *judgement = oracle->seen ? oracle->favoured : oracle->of;
    return true;
}

static struct source_kind const oracle_kind = {.name = "oracle",
                                               .effort = EFFORT_QUICK,
                                               .terms = {"log P"},
                                               .ask = look,
                                               .judge = judge};

/* On 9x9 the judge is trusted as much less as the board is smaller than 19x19.  */
static double const smaller = 9.0 / 19;

/* A search on 9x9 after it has picked that trusts ORACLE so far: with its share in the
   value of a playout, and at the beginning of a move as much as EVEN playouts.  */
static struct search_report trust_from(struct oracle *oracle, double share, double even)
{
    struct search_tuning tuning = search_defaults();
    tuning.playouts = 1000;
    tuning.memory_mb = 64;
    tuning.judge = share / smaller;
    tuning.judge_even = even / smaller;
    tuning.candidates = 1000;
    tuning.expand_at = 1;
    struct search *const search = search_asking(&oracle_kind, oracle, &tuning);
    struct world world;
    struct search_report report;
    world_start(&world, "chinese", 9, 9);
    world_pick(search, &world);
    search_last(search, &report);
    history_release(&world.history);
    end_search(search);
    return report;
}

static struct search_report trust(struct oracle *oracle, double share)
{
    return trust_from(oracle, share, 0);
}

static void nearly(double value, double expected, double off)
{
    if (fabs(value - expected) > off)
        fail_msg("%g is not within %g of %g", value, off, expected);
}

static void who_trusts_the_judge_alone_expects_what_it_expects(void **state)
{
    (void)state;
    struct search_tuning const tuning = search_defaults();
    struct oracle oracle = {.of = {.lead = 3}};
    struct search_report const report = trust(&oracle, 1);
    nearly(report.win, 1 / (1 + exp(-3 / tuning.judge_unsure * 19 / 9)), 0.01);
    nearly(report.score, 3, 0.1); /* Black is to move */
}

static void on_a_small_board_it_is_trusted_less(void **state)
{
    (void)state;
    struct oracle oracle = {.of = {.lead = 200}};
    struct search_report const none = trust(&oracle, 0), all = trust(&oracle, 1),
                               tuned = trust(&oracle, smaller);
    nearly(tuned.win, none.win + smaller * (all.win - none.win), 0.05);
}

static void who_trusts_it_by_half_expects_what_lies_between(void **state)
{
    (void)state;
    struct oracle oracle = {.of = {.lead = 200}};
    struct search_report const alone = trust(&oracle, 0), half = trust(&oracle, 0.5);
    nearly(half.win, (alone.win + 1) / 2, 0.05);
    nearly(half.score, 200, 20);
}

static double told(double played, double judged)
{
    static struct board board;
    struct task const task = {.situation = {.board = &board}};
    struct search const search = {.task = &task};
    board_init(&board, 19, 19);
    return search_lead(&search, &(struct leads){.played = played, .judged = judged});
}

static void
the_lead_that_is_told_is_the_judges_until_somebody_is_far_ahead(void **state)
{
    (void)state;
    nearly(told(3, -3), -3, 0.1);
    nearly(told(-38, 0), -19, 0.001);
    nearly(told(150, 50), 150, 10);
    for (double lead = -200; lead < 200; lead += 7) {
        nearly(told(lead, lead), lead, 1e-9);
        nearly(told(-lead, 10), -told(lead, -10), 1e-9);
    }
}

static void who_does_not_trust_it_plays_as_without(void **state)
{
    (void)state;
    struct oracle hopeful = {.of = {.lead = 50}};
    struct oracle gloomy = {.of = {.lead = -50}};
    struct search_report const one = trust(&hopeful, 0), other = trust(&gloomy, 0);
    assert_int_equal(one.best, other.best);
    assert_true(one.win == other.win && one.score == other.score);
}

static void a_move_after_which_the_judge_expects_more_is_found(void **state)
{
    (void)state;
    struct oracle oracle = {
        .favour = point_at(3, 7), .of = {.lead = -5}, .favoured = {.lead = 15}};
    assert_int_equal(trust(&oracle, 0.9).best, oracle.favour);
}

static void a_move_that_the_judge_likes_better_is_tried_more(void **state)
{
    (void)state;
    struct oracle oracle = {
        .favour = point_at(3, 7), .of = {.lead = -5}, .favoured = {.lead = 15}};
    assert_int_not_equal(trust_from(&oracle, 0, 0).best, oracle.favour);
    assert_int_equal(trust_from(&oracle, 0, 300).best, oracle.favour);
}

static void a_node_keeps_what_was_judged(void **state)
{
    (void)state;
    struct node node = {.at = PASS};
    double lead = 0;
    assert_false(node_judged(&node, &lead));
    for (int i = 0; i <= 20; i++) {
        node_judge(&node, 7.5 * i - 75);
        assert_true(node_judged(&node, &lead));
        nearly(lead, 7.5 * i - 75, 0.1);
    }
    node_judge(&node, 1e9);
    assert_true(node_judged(&node, &lead) && lead > 3000);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(who_trusts_the_judge_alone_expects_what_it_expects),
        cmocka_unit_test(on_a_small_board_it_is_trusted_less),
        cmocka_unit_test(who_trusts_it_by_half_expects_what_lies_between),
        cmocka_unit_test(who_does_not_trust_it_plays_as_without),
        cmocka_unit_test(
            the_lead_that_is_told_is_the_judges_until_somebody_is_far_ahead),
        cmocka_unit_test(a_move_after_which_the_judge_expects_more_is_found),
        cmocka_unit_test(a_move_that_the_judge_likes_better_is_tried_more),
        cmocka_unit_test(a_node_keeps_what_was_judged),
    };
    return run_search_tests(tests);
}
