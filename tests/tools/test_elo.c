#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "tools/match/elo.h"

#include <math.h>

static void assert_near(double value, double expected, double within)
{
    if (!(fabs(value - expected) <= within))
        fail_msg("%.6f is not %.6f within %g", value, expected, within);
}

static void turns_scores_into_elo_and_back(void **state)
{
    (void)state;
    /* 10^(d/400) = s / (1 - s): 3/4 is 400 log10 3, 10/11 is 400.  */
    assert_near(elo_of_score(0.5), 0, 1e-9);
    assert_near(elo_of_score(0.75), 190.848502, 1e-6);
    assert_near(elo_of_score(10.0 / 11), 400, 1e-9);
    assert_near(elo_of_score(1.0 / 11), -400, 1e-9);
    assert_true(isinf(elo_of_score(1)) && elo_of_score(1) > 0);
    assert_true(isinf(elo_of_score(0)) && elo_of_score(0) < 0);
    for (double elo = -700; elo <= 700; elo += 35)
        assert_near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
}

/* Worked by hand with z = 1.96: centre (k + z^2/2) / (n + z^2), half width
   z / (n + z^2) * sqrt(k (n - k) / n + z^2 / 4).  */
static void agrees_with_wilson_by_hand(void **state)
{
    (void)state;
    static struct {
        struct tally tally;
        double low, high;
    } const cases[] = {
        {{5, 0, 5}, 0.236593, 0.763407},   /* (5+1.920729)/13.841459 -+ ... */
        {{10, 0, 0}, 0.722467, 1},         /* 10 / (10 + z^2) */
        {{0, 0, 20}, 0, 0.161125},         /* z^2 / (20 + z^2) */
        {{55, 0, 45}, 0.452446, 0.643855}, /* half width 0.095704 */
        {{650, 0, 350}, 0.619915, 0.678937},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct interval const got = tally_interval(cases[i].tally);
        assert_near(got.low, cases[i].low, 1e-6);
        assert_near(got.high, cases[i].high, 1e-6);
    }
    struct interval const sweep = tally_elo_interval((struct tally){10, 0, 0});
    assert_near(sweep.low, 166.2, 0.1); /* 400 log10(0.722467 / 0.277533) */
    assert_true(isinf(sweep.high));
}

/* Both ends are p with (mean - p)^2 = z^2 / n (p (1 - p) - d / 4): put them in.  */
static void solves_the_equation_in_its_header(void **state)
{
    (void)state;
    double const z2 = 1.959963984540054 * 1.959963984540054;
    for (int wins = 0; wins <= 12; wins++)
        for (int draws = 0; draws <= 12; draws++)
            for (int losses = 0; losses <= 12; losses++) {
                struct tally const tally = {wins, draws, losses};
                int const n = tally_games(tally);
                if (n == 0)
                    continue;
                struct interval const got = tally_interval(tally);
                double const mean = tally_score(tally), d = draws / (n + z2);
                double const ends[] = {got.low, got.high};
                for (int i = 0; i < 2; i++) {
                    double const p = ends[i];
                    assert_near((mean - p) * (mean - p), z2 / n * (p * (1 - p) - d / 4),
                                1e-12);
                }
                assert_true(got.low <= mean && mean <= got.high);
                struct interval const turned =
                    tally_interval((struct tally){losses, draws, wins});
                assert_near(turned.low, 1 - got.high, 1e-12);
            }
}

static void is_unsure_without_games_and_narrows_with_more(void **state)
{
    (void)state;
    struct interval const none = tally_interval((struct tally){0, 0, 0});
    assert_near(none.low, 0, 0);
    assert_near(none.high, 1, 0);
    double width = 1;
    for (int n = 1; n < 2000; n *= 2) {
        struct interval const got = tally_interval((struct tally){n, n, n});
        assert_true(got.high - got.low < width && got.low < 0.5 && got.high > 0.5);
        width = got.high - got.low;
    }
    /* Draws alone are no proof of equality after a handful of games.  */
    struct interval const draws = tally_interval((struct tally){0, 4, 0});
    assert_true(draws.low < 0.4 && draws.high > 0.6);
}

static struct tally play_out(struct rng *rng, int games, double win, double draw)
{
    struct tally tally = {0};
    for (int i = 0; i < games; i++) {
        double const x = rng_unit(rng);
        tally.wins += x < win;
        tally.draws += x >= win && x < win + draw;
        tally.losses += x >= win + draw;
    }
    return tally;
}

static void holds_the_truth_95_times_in_100(void **state)
{
    (void)state;
    /* The shares are exact, from summing over all results.  Few games make few
       possible results, so that they lie about 95 %, not on it.  */
    static struct {
        int games;
        double win, draw, share;
    } const cases[] = {
        {20, 0.50, 0.00, 0.9586},  {20, 0.90, 0.00, 0.9568},  {100, 0.50, 0.00, 0.9431},
        {100, 0.97, 0.00, 0.9688}, {400, 0.65, 0.00, 0.9477}, {200, 0.35, 0.30, 0.9513},
        {400, 0.60, 0.20, 0.9504}, {40, 0.10, 0.80, 0.9808},
    };
    enum { TRIALS = 20000 };
    struct rng rng;
    rng_seed(&rng, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int held = 0;
        double const truth = cases[i].win + cases[i].draw / 2;
        for (int trial = 0; trial < TRIALS; trial++) {
            struct interval const got = tally_interval(
                play_out(&rng, cases[i].games, cases[i].win, cases[i].draw));
            held += got.low <= truth && truth <= got.high;
        }
        assert_near((double)held / TRIALS, cases[i].share, 0.006);
    }
}

static void rates_two_engines_as_their_score_says(void **state)
{
    (void)state;
    struct tally const tallies[4] = {[1] = {60, 10, 30}};
    struct rating ratings[2];
    rate(2, tallies, 1e-9, ratings);
    assert_near(ratings[0].elo - ratings[1].elo, elo_of_score(0.65), 1e-4);
    assert_near(ratings[0].elo + ratings[1].elo, 0, 1e-9);
    /* The error of the difference is 1 / sqrt(n p q); each is half of it off
       the average.  */
    double const error = 1.959964 / sqrt(100 * 0.65 * 0.35) * 400 / log(10) / 2;
    assert_near(ratings[0].confidence.high - ratings[0].elo, error, 1e-3);
    assert_near(ratings[1].elo - ratings[1].confidence.low, error, 1e-3);
}

/* Games in exact proportion to what the model expects give the ratings back.  */
static void finds_the_ratings_that_made_the_results(void **state)
{
    (void)state;
    enum { ENGINES = 5, GAMES = 1000000 };
    static double const truth[ENGINES] = {-300, -120, 0, 90, 330};
    struct tally tallies[ENGINES * ENGINES] = {0};
    for (int i = 0; i < ENGINES; i++)
        for (int j = i + 1; j < ENGINES; j++) {
            int const wins = (int)lround(GAMES * score_of_elo(truth[i] - truth[j]));
            tallies[i * ENGINES + j] = (struct tally){wins, 0, GAMES - wins};
        }
    struct rating ratings[ENGINES];
    rate(ENGINES, tallies, 1, ratings);
    for (int i = 0; i < ENGINES; i++) {
        assert_near(ratings[i].elo, truth[i], 0.01);
        assert_true(ratings[i].confidence.low < ratings[i].elo);
    }
}

static void keeps_sweeps_and_strangers_finite(void **state)
{
    (void)state;
    /* 0 beat 1 always, nobody met 2.  */
    struct tally const tallies[9] = {[1] = {1000, 0, 0}};
    struct rating ratings[3];
    rate(3, tallies, 1, ratings);
    for (int i = 0; i < 3; i++)
        assert_true(isfinite(ratings[i].elo) && isfinite(ratings[i].confidence.high));
    assert_true(ratings[0].elo > 300 && ratings[1].elo < -300);
    assert_near(ratings[2].elo, 0, 1e-6);
    assert_true(ratings[2].confidence.high > 300);
}

static void holds_the_truth_for_many_engines_too(void **state)
{
    (void)state;
    enum { ENGINES = 4, TRIALS = 3000, GAMES = 100 };
    static double const truth[ENGINES] = {-150, -50, 20, 180};
    struct rng rng;
    rng_seed(&rng, 2);
    int held = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        struct tally tallies[ENGINES * ENGINES] = {0};
        for (int i = 0; i < ENGINES; i++)
            for (int j = i + 1; j < ENGINES; j++)
                tallies[i * ENGINES + j] =
                    play_out(&rng, GAMES, score_of_elo(truth[i] - truth[j]), 0);
        struct rating ratings[ENGINES];
        rate(ENGINES, tallies, 1, ratings);
        for (int i = 0; i < ENGINES; i++)
            held += ratings[i].confidence.low <= truth[i] &&
                    truth[i] <= ratings[i].confidence.high;
    }
    assert_near((double)held / (TRIALS * ENGINES), 0.95, 0.012);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(turns_scores_into_elo_and_back),
        cmocka_unit_test(agrees_with_wilson_by_hand),
        cmocka_unit_test(solves_the_equation_in_its_header),
        cmocka_unit_test(is_unsure_without_games_and_narrows_with_more),
        cmocka_unit_test(holds_the_truth_95_times_in_100),
        cmocka_unit_test(rates_two_engines_as_their_score_says),
        cmocka_unit_test(finds_the_ratings_that_made_the_results),
        cmocka_unit_test(keeps_sweeps_and_strangers_finite),
        cmocka_unit_test(holds_the_truth_for_many_engines_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
