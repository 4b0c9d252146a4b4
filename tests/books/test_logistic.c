#include "tests/support/testing.h"

#include <math.h>

#include "books/duel/prospect.h"
#include "engine/base/rng.h"

enum { GAMES = 20000, PLAYERS = 12 };

static double normal(struct rng *rng)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += rng_unit(rng);
    return sum;
}

/* Games by lot from known numbers; the stronger who begins, the better the position
   he comes to.  */
static void play_by_lot(struct decided_game games[GAMES], double alpha, double beta,
                        double const strength[PLAYERS])
{
    struct rng rng;
    rng_seed(&rng, 4);
    for (int i = 0; i < GAMES; i++) {
        int const first = (int)rng_below(&rng, PLAYERS);
        int const second = (first + 1 + (int)rng_below(&rng, PLAYERS - 1)) % PLAYERS;
        double const edge = strength[first] - strength[second];
        double const value = 5 * normal(&rng) + 4 * edge;
        double const p = 1 / (1 + exp(-(alpha + beta * value + edge)));
        games[i] = (struct decided_game){value, rng_unit(&rng) < p, first, second};
    }
}

/* The likelihood, a game, by its definition.  */
static double likelihood(struct decided_game const games[], struct logistic const *fit)
{
    double sum = 0;
    for (int i = 0; i < GAMES; i++) {
        double const edge = games[i].first < 0 ? 0
                                               : fit->strength[games[i].first] -
                                                     fit->strength[games[i].second];
        double const p =
            1 / (1 + exp(-(fit->alpha + fit->beta * games[i].value + edge)));
        sum += games[i].won > 0 ? log(p) : log(1 - p);
    }
    return sum / GAMES;
}

static void finds_the_numbers_that_games_were_drawn_from(void **state)
{
    (void)state;
    static struct decided_game games[GAMES];
    static struct decided_game plain[GAMES];
    double strength[PLAYERS];
    struct logistic fit, blind;
    struct failure why;
    for (int i = 0; i < PLAYERS; i++)
        strength[i] = 0.3 * (i - (PLAYERS - 1) / 2.0);
    play_by_lot(games, 0.1, 0.08, strength);
    assert_true(logistic_fit(&fit, games, GAMES, PLAYERS, 10, &why));
    assert_true(fabs(fit.alpha - 0.1) < 3 * fit.alpha_error && fit.alpha_error < 0.05);
    assert_true(fabs(fit.beta - 0.08) < 3 * fit.beta_error && fit.beta_error < 0.01);
    for (int i = 0; i < PLAYERS; i++)
        assert_true(fabs(fit.strength[i] - strength[i]) < 0.15);
    assert_true(fabs(fit.likelihood - likelihood(games, &fit)) < 1e-12);
    /* Whoever does not know the players takes their strength for the position's.  */
    for (int i = 0; i < GAMES; i++)
        plain[i] = (struct decided_game){games[i].value, games[i].won, -1, -1};
    assert_true(logistic_fit(&blind, plain, GAMES, 0, 1, &why));
    assert_true(blind.beta > 0.08 + 10 * blind.beta_error);
    assert_true(blind.likelihood < fit.likelihood);
    logistic_release(&fit);
    logistic_release(&blind);
}

/* Nothing near is more likely.  */
static void stands_on_the_top(void **state)
{
    (void)state;
    static struct decided_game games[GAMES];
    double const strength[PLAYERS] = {0};
    struct logistic fit, near;
    struct failure why;
    play_by_lot(games, -0.5, 0.2, strength);
    for (int i = 0; i < GAMES; i++)
        games[i].first = games[i].second = -1;
    assert_true(logistic_fit(&fit, games, GAMES, 0, 1, &why));
    double const top = likelihood(games, &fit);
    for (int side = 0; side < 4; side++) {
        near = fit;
        near.alpha += side < 2 ? (side % 2 ? 1e-3 : -1e-3) : 0;
        near.beta += side >= 2 ? (side % 2 ? 1e-4 : -1e-4) : 0;
        assert_true(likelihood(games, &near) < top);
    }
    logistic_release(&fit);
}

static void refuses_what_tells_nothing(void **state)
{
    (void)state;
    struct decided_game const won[] = {{1, 1, -1, -1}, {2, 1, -1, -1}};
    struct logistic fit;
    struct failure why;
    assert_false(logistic_fit(&fit, won, 2, 0, 1, &why));
    assert_non_null(strstr(why.text, "tell nothing"));
    assert_false(logistic_fit(&fit, won, 0, 0, 1, &why));
}

/* Two places, with numbers that can be seen.  */
static void expects_the_mean_of_what_may_come(void **state)
{
    (void)state;
    struct arrival left[] = {
        {.probability = 0.25}, {.probability = 0.5}, {.probability = 0.25}};
    static struct duel duel;
    duel.left = (struct arrivals){left, 3, 3};
    struct logistic const fit = {.beta = log(3), .beta_error = 0.1};
    double const values[] = {1, -1, NAN};
    struct prospect const prospect = prospect_of(&duel, values, &fit);
    assert_true(fabs(prospect.covered - 0.75) < 1e-12);
    assert_true(fabs(prospect.mean + 1 / 3.0) < 1e-12);
    assert_true(fabs(prospect.deviation - sqrt(1 - 1 / 9.0)) < 1e-12);
    assert_true(fabs(prospect.win - (0.75 / 3 + 0.25 * 2 / 3)) < 1e-12);
    assert_true(fabs(prospect.error - 0.1 * 3 / 16.0 / 3) < 1e-12);
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(finds_the_numbers_that_games_were_drawn_from),
        cmocka_unit_test(stands_on_the_top),
        cmocka_unit_test(refuses_what_tells_nothing),
        cmocka_unit_test(expects_the_mean_of_what_may_come),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
