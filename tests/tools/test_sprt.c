#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "tools/match/question.h"

#include <math.h>

static void assert_near(double value, double expected, double within)
{
    if (!(fabs(value - expected) <= within))
        fail_msg("%.6f is not %.6f within %g", value, expected, within);
}

/* ---------------------------------------------------------------- likelihood */

/* Without drawn games and split pairs only the share of pairs won is free, which the
   hypothesis fixes: the likelihood is s^w (1-s)^l.  */
static void agrees_with_coins_where_pairs_are_won_or_lost(void **state)
{
    (void)state;
    struct sprt const test = {0, 20, 0.05, 0.05};
    double const s0 = 0.5, s1 = score_of_elo(20);
    for (int won = 10; won <= 400; won += 39)
        for (int lost = 10; lost <= 400; lost += 39) {
            struct pair_tally const tally = {{[0] = lost, [4] = won}};
            assert_near(sprt_llr(&test, &tally),
                        won * log(s1 / s0) + lost * log((1 - s1) / (1 - s0)), 2e-3);
        }
}

/* The best likelihood of SEEN under a mean of SCORE by plain search: p is moved along
   the directions that keep its sum and its mean, by ever smaller steps.  */
static double search_likelihood(int const seen[PAIR_RESULTS], double score)
{
    static double const ways[3][PAIR_RESULTS] = {
        {1, -2, 1, 0, 0}, {0, 1, -2, 1, 0}, {0, 0, 1, -2, 1}};
    double const t = score, n = PAIR_RESULTS - 1;
    /* A binomial distribution has the mean and is nowhere 0.  */
    double p[PAIR_RESULTS] = {pow(1 - t, n), n * t * pow(1 - t, 3),
                              6 * t * t * (1 - t) * (1 - t), n * pow(t, 3) * (1 - t),
                              pow(t, n)};
    double best = 0;
    for (int i = 0; i < PAIR_RESULTS; i++)
        best += seen[i] * log(p[i]);
    for (double step = 0.1; step > 1e-9; step *= 0.7)
        for (int k = 0; k < 60; k++) {
            double q[PAIR_RESULTS], sum = 0;
            double const sign = k % 2 ? step : -step;
            for (int i = 0; i < PAIR_RESULTS; i++) {
                q[i] = p[i] + sign * ways[k / 2 % 3][i];
                sum += q[i] > 0 ? seen[i] * log(q[i]) : -INFINITY;
            }
            if (sum > best) {
                best = sum;
                memcpy(p, q, sizeof p);
            }
        }
    return best;
}

static void finds_the_best_distribution_under_each_hypothesis(void **state)
{
    (void)state;
    struct sprt const tests[] = {
        {0, 20, 0.05, 0.05}, {-15, 5, 0.05, 0.05}, {30, 130, 0.05, 0.05}};
    struct rng rng;
    rng_seed(&rng, 1);
    for (int trial = 0; trial < 60; trial++) {
        struct sprt const *const test = &tests[trial % 3];
        struct pair_tally tally;
        for (int i = 0; i < PAIR_RESULTS; i++)
            tally.seen[i] = 5 + (int)rng_below(&rng, 60);
        assert_near(sprt_llr(test, &tally),
                    search_likelihood(tally.seen, score_of_elo(test->elo1)) -
                        search_likelihood(tally.seen, score_of_elo(test->elo0)),
                    5e-3);
    }
}

static void sees_both_engines_alike(void **state)
{
    (void)state;
    struct sprt const test = {-5, 25, 0.05, 0.1}, turned = {-25, 5, 0.1, 0.05};
    struct interval const bounds = sprt_bounds(&test), other = sprt_bounds(&turned);
    assert_near(bounds.low, -other.high, 1e-12);
    assert_near(bounds.high, -other.low, 1e-12);
    struct pair_tally const tally = {{12, 30, 71, 33, 20}},
                            back = {{20, 33, 71, 30, 12}};
    assert_near(sprt_llr(&test, &tally), -sprt_llr(&turned, &back), 1e-9);
    assert_near(pair_tally_elo_interval(&tally).low,
                -pair_tally_elo_interval(&back).high, 1e-6);
}

static void decides_nothing_by_a_few_pairs_and_survives_sweeps(void **state)
{
    (void)state;
    struct sprt const test = {0, 400, 0.05, 0.05};
    struct pair_tally tally = {{0}};
    assert_near(sprt_llr(&test, &tally), 0, 1e-2);
    assert_true(sprt_decide(&test, &tally) == SPRT_OPEN);
    for (int pairs = 1; pairs <= 1000; pairs++) {
        tally.seen[4] = pairs;
        assert_true(isfinite(sprt_llr(&test, &tally)));
        assert_true(sprt_decide(&test, &tally) == (pairs < 8 ? SPRT_OPEN : SPRT_H1));
    }
    assert_true(isinf(pair_tally_elo_interval(&tally).high));
    assert_true(isfinite(pair_tally_elo_interval(&tally).low));
    /* Nothing but drawn pairs, as of an engine against itself: no progress.  */
    struct sprt const progress = {0, 20, 0.05, 0.05};
    tally = (struct pair_tally){{[2] = 200}};
    assert_true(sprt_decide(&progress, &tally) == SPRT_H0);
}

/* ---------------------------------------------------------------- simulation */

/* How pairs end when the opening gives one colour an advantage of -LUCK, 0 or LUCK,
   the first engine has one of SKILL with both, and a share of games is drawn.  */
struct world {
    double luck, draws, p[PAIR_RESULTS];
};

static void mix(struct world *world, double skill)
{
    memset(world->p, 0, sizeof world->p);
    for (int opening = -1; opening <= 1; opening++) {
        double game[2][3];
        for (int i = 0; i < 2; i++) {
            double const luck = (i ? -1 : 1) * opening * world->luck;
            double const wins = 1 / (1 + exp(-skill - luck));
            game[i][0] = (1 - wins) * (1 - world->draws);
            game[i][1] = world->draws;
            game[i][2] = wins * (1 - world->draws);
        }
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                world->p[a + b] += game[0][a] * game[1][b] / 3;
    }
}

/* Set the skill so that the mean score is that of ELO.  */
static void set_truth(struct world *world, double elo)
{
    double low = -20, high = 20, mean = 0;
    for (int i = 0; i < 100; i++) {
        double const skill = (low + high) / 2;
        mix(world, skill);
        mean = 0;
        for (int k = 0; k < PAIR_RESULTS; k++)
            mean += world->p[k] * k / 4;
        *(mean < score_of_elo(elo) ? &low : &high) = skill;
    }
    assert_near(mean, score_of_elo(elo), 1e-9);
}

static int draw_pair(struct world const *world, struct rng *rng)
{
    double x = rng_unit(rng);
    int result = 0;
    while (result < PAIR_RESULTS - 1 && x >= world->p[result])
        x -= world->p[result++];
    return result;
}

static enum sprt_verdict play(struct sprt const *test, struct world const *world,
                              struct rng *rng, long *pairs)
{
    struct pair_tally tally = {{0}};
    enum sprt_verdict verdict = SPRT_OPEN;
    while (verdict == SPRT_OPEN) {
        tally.seen[draw_pair(world, rng)]++;
        ++*pairs;
        verdict = sprt_decide(test, &tally);
    }
    return verdict;
}

static struct world const worlds[] = {
    {.luck = 0, .draws = 0},   {.luck = 0, .draws = 0.3}, {.luck = 2, .draws = 0},
    {.luck = 2, .draws = 0.1}, {.luck = 5, .draws = 0},   {.luck = 4, .draws = 0.5},
};
enum { WORLDS = sizeof worlds / sizeof *worlds };

/* The shares of wrong verdicts where they are to be ALPHA and BETA.  */
static void is_wrong_as_rarely_as_it_says(void **state)
{
    (void)state;
    enum { TRIALS = 3000 };
    static struct sprt const tests[] = {
        {0, 60, 0.05, 0.05}, {-40, 20, 0.05, 0.05}, {0, 80, 0.02, 0.1}};
    struct rng rng;
    rng_seed(&rng, 3);
    for (int t = 0; t < 3; t++)
        for (int w = 0; w < WORLDS; w++)
            for (int truth = 0; truth < 2; truth++) {
                struct world world = worlds[w];
                struct sprt const *const test = &tests[t];
                long pairs = 0;
                int wrong = 0;
                set_truth(&world, truth ? test->elo1 : test->elo0);
                for (int i = 0; i < TRIALS; i++)
                    wrong +=
                        play(test, &world, &rng, &pairs) != (truth ? SPRT_H1 : SPRT_H0);
                double const may = truth ? test->beta : test->alpha;
                double const share = (double)wrong / TRIALS;
                if (share > may + 0.018 || share < may / 4)
                    fail_msg("test %d, world %d, H%d: %.4f wrong, not %.2f", t, w,
                             truth, share, may);
            }
}

/* Far outside the two hypotheses it is quicker and hardly ever wrong; openings that
   decide games cost pairs unless their luck is taken out, which is why there are
   pairs.  */
static void is_quick_and_sure_where_the_difference_is_great(void **state)
{
    (void)state;
    enum { TRIALS = 1000 };
    struct sprt const test = {0, 60, 0.05, 0.05};
    struct rng rng;
    rng_seed(&rng, 4);
    long pairs[4] = {0};
    static double const truths[4] = {-90, 0, 30, 150};
    int higher[4] = {0};
    for (int k = 0; k < 4; k++) {
        struct world world = worlds[3];
        set_truth(&world, truths[k]);
        for (int i = 0; i < TRIALS; i++)
            higher[k] += play(&test, &world, &rng, &pairs[k]) == SPRT_H1;
    }
    assert_true(higher[0] <= 2 && higher[3] >= TRIALS - 2);
    assert_near(higher[2], TRIALS / 2.0, 60);
    assert_true(pairs[0] < pairs[1] / 2 && pairs[3] < pairs[1]);
    assert_true(pairs[2] > pairs[1]);
}

/* Of matches of a fixed length; after a stop it does not.  */
static void holds_the_truth_95_times_in_100(void **state)
{
    (void)state;
    enum { TRIALS = 3000, PAIRS = 150 };
    struct rng rng;
    rng_seed(&rng, 5);
    for (int w = 0; w < WORLDS; w++) {
        struct world world = worlds[w];
        int held = 0;
        set_truth(&world, 35);
        for (int trial = 0; trial < TRIALS; trial++) {
            struct pair_tally tally = {{0}};
            for (int i = 0; i < PAIRS; i++)
                tally.seen[draw_pair(&world, &rng)]++;
            struct interval const elo = pair_tally_elo_interval(&tally);
            held += elo.low <= 35 && 35 <= elo.high;
        }
        assert_near((double)held / TRIALS, 0.95, 0.015);
    }
}

/* ---------------------------------------------------------------- the question */

enum { PAIRS = 400 };

/* Pairs as the world has them, the first engine being Black in the even games.  */
static void make_outcomes(struct world const *world, struct rng *rng,
                          struct game_outcome outcomes[])
{
    for (int i = 0; i < PAIRS; i++) {
        int left = draw_pair(world, rng);
        for (int k = 0; k < 2; k++) {
            int const points = left > 2 ? 2 : left;
            enum color const self = k ? WHITE : BLACK;
            left -= points;
            outcomes[2 * i + k] = (struct game_outcome){
                .ending = points == 1 ? ENDING_NO_RESULT : ENDING_COUNT,
                .winner = points == 2   ? self
                          : points == 0 ? opponent(self)
                                        : EMPTY};
        }
    }
}

static struct roster two_engines = {
    .count = 2, .list = {{.name = "one"}, {.name = "two", .void_crashes = true}}};
static struct match_plan const plan = {.roster = &two_engines, .games = 2 * PAIRS};
static struct sprt_question const no_answer = {.test = {0, 60, 0.05, 0.05}};

static struct sprt_question ask_at_once(struct game_outcome const outcomes[])
{
    struct sprt_question question = no_answer;
    question_hear(&question, &plan, outcomes);
    return question;
}

static void answers_alike_in_whatever_order_games_end(void **state)
{
    (void)state;
    static struct game_outcome outcomes[2 * PAIRS], seen[2 * PAIRS];
    struct rng rng;
    struct world world = {.luck = 2, .draws = 0.1};
    set_truth(&world, 60);
    rng_seed(&rng, 6);
    for (int trial = 0; trial < 50; trial++) {
        make_outcomes(&world, &rng, outcomes);
        struct sprt_question const all = ask_at_once(outcomes);
        struct sprt_question question = no_answer;
        memset(seen, 0, sizeof seen);
        /* Up to eight games at a time; the next to end is any of the first eight.  */
        for (int ended = 0; ended < 2 * PAIRS; ended++) {
            int next = 0, skip = (int)rng_below(&rng, 8);
            while (next < 2 * PAIRS - 1 &&
                   (seen[next].ending != ENDING_STOPPED || skip-- > 0))
                next++;
            while (seen[next].ending != ENDING_STOPPED)
                next--;
            seen[next] = outcomes[next];
            question_hear(&question, &plan, seen);
        }
        assert_true(question.verdict == all.verdict && question.heard == all.heard);
        assert_memory_equal(&question.tally, &all.tally, sizeof all.tally);
    }
}

static void counts_as_the_standings_do(void **state)
{
    (void)state;
    static struct game_outcome outcomes[2 * PAIRS];
    struct game_outcome const won = {.ending = ENDING_COUNT, .winner = BLACK};
    struct game_outcome const lost = {.ending = ENDING_RESIGN, .winner = WHITE};
    struct game_outcome forfeit = {.ending = ENDING_FORFEIT,
                                   .culprit = BLACK,
                                   .winner = WHITE,
                                   .fault = FAULT_TIMEOUT};
    struct game_outcome const long_one = {.ending = ENDING_NO_RESULT};
    memset(outcomes, 0, sizeof outcomes);
    outcomes[0] = won, outcomes[1] = lost;      /* 2 points */
    outcomes[2] = forfeit, outcomes[3] = won;   /* 0: one was Black, and late */
    outcomes[4] = long_one, outcomes[5] = lost; /* 1.5 */
    forfeit.fault = FAULT_CRASH;
    outcomes[6] = won, outcomes[7] = forfeit;  /* void: two may crash */
    outcomes[8] = forfeit, outcomes[9] = lost; /* 1: one may not */
    outcomes[10] = won;                        /* not yet */
    outcomes[12] = won, outcomes[13] = lost;   /* not before that */
    struct sprt_question const got = ask_at_once(outcomes);
    struct pair_tally const expected = {{1, 0, 1, 1, 1}};
    assert_memory_equal(&got.tally, &expected, sizeof expected);
    assert_int_equal(got.heard, 5);
    assert_int_equal(got.void_pairs, 1);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(agrees_with_coins_where_pairs_are_won_or_lost),
        cmocka_unit_test(finds_the_best_distribution_under_each_hypothesis),
        cmocka_unit_test(sees_both_engines_alike),
        cmocka_unit_test(decides_nothing_by_a_few_pairs_and_survives_sweeps),
        cmocka_unit_test(is_wrong_as_rarely_as_it_says),
        cmocka_unit_test(is_quick_and_sure_where_the_difference_is_great),
        cmocka_unit_test(holds_the_truth_95_times_in_100),
        cmocka_unit_test(answers_alike_in_whatever_order_games_end),
        cmocka_unit_test(counts_as_the_standings_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
