#include "tests/support/testing.h"

#include "engine/base/rng.h"
#include "engine/search/clock.h"

#include <math.h>

static struct clock started(enum clock_kind kind, double main_s, double period_s,
                            int count)
{
    struct clock clock;
    clock_start(&clock, &(struct clock_settings){kind, main_s, period_s, count, 0});
    return clock;
}

static void assert_left(struct clock const *clock, double left_s, int count)
{
    assert_true(fabs(clock->left_s[BLACK] - left_s) < 1e-9);
    assert_int_equal(clock->count[BLACK], count);
}

static void has_no_budget_without_a_limit(void **state)
{
    (void)state;
    struct clock clock = started(CLOCK_NONE, 0, 0, 0);
    clock_spend(&clock, BLACK, 1e6);
    assert_false(clock_is_over(&clock, BLACK));
    assert_true(clock_budget_ms(&clock, BLACK, 100, 50) < 0);
}

static void reads_time_settings_as_gtp_means_them(void **state)
{
    (void)state;
    static struct {
        double main_s, period_s;
        int stones;
        enum clock_kind kind;
    } const rows[] = {
        {300, 0, 0, CLOCK_ABSOLUTE}, {300, 30, 5, CLOCK_CANADIAN},
        {0, 30, 5, CLOCK_CANADIAN},  {300, 0, 25, CLOCK_ABSOLUTE},
        {0, 1, 0, CLOCK_NONE}, /* GoGui's "none" */
        {1, 1, 0, CLOCK_NONE}, /* q5Go's */
        {0, 0, 0, CLOCK_NONE},       {-5, -5, -5, CLOCK_NONE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(
            clock_canadian(rows[i].main_s, rows[i].period_s, rows[i].stones).kind,
            rows[i].kind);
}

static void absolute_time_only_runs_down(void **state)
{
    (void)state;
    struct clock clock = started(CLOCK_ABSOLUTE, 10, 0, 0);
    clock_spend(&clock, BLACK, 4);
    assert_left(&clock, 6, 0);
    assert_true(clock.left_s[WHITE] == 10);
    assert_false(clock_is_over(&clock, BLACK));
    clock_spend(&clock, BLACK, 6.5);
    assert_true(clock_is_over(&clock, BLACK));
    assert_false(clock_is_over(&clock, WHITE));
}

static void byoyomi_loses_a_period_for_each_one_outlasted(void **state)
{
    (void)state;
    struct clock clock = started(CLOCK_BYOYOMI, 10, 5, 3);
    clock_spend(&clock, BLACK, 8);
    assert_left(&clock, 2, 0);
    clock_spend(&clock, BLACK, 6); /* 2 of main time, 4 of the first period */
    assert_left(&clock, 5, 3);
    clock_spend(&clock, BLACK, 4.9);
    assert_left(&clock, 5, 3);
    clock_spend(&clock, BLACK, 12); /* two periods gone, 2 s of the third */
    assert_left(&clock, 5, 1);
    clock_spend(&clock, BLACK, 5);
    assert_false(clock_is_over(&clock, BLACK));
    clock_spend(&clock, BLACK, 5.1);
    assert_true(clock_is_over(&clock, BLACK));
}

static void canadian_time_starts_afresh_after_its_stones(void **state)
{
    (void)state;
    struct clock clock = started(CLOCK_CANADIAN, 10, 6, 3);
    clock_spend(&clock, BLACK, 11); /* the first of the three stones, 1 s over */
    assert_left(&clock, 5, 2);
    clock_spend(&clock, BLACK, 3);
    assert_left(&clock, 2, 1);
    clock_spend(&clock, BLACK, 2);
    assert_left(&clock, 6, 3);
    clock_spend(&clock, BLACK, 4);
    clock_spend(&clock, BLACK, 2.5);
    assert_true(clock_is_over(&clock, BLACK));
}

static void fischer_time_grows_with_every_move(void **state)
{
    (void)state;
    struct clock clock = started(CLOCK_FISCHER, 60, 10, 0);
    clock_spend(&clock, BLACK, 15);
    assert_left(&clock, 55, 0);
    clock_spend(&clock, BLACK, 1);
    assert_left(&clock, 64, 0);
    clock.settings.most_s = 70;
    clock_spend(&clock, BLACK, 1);
    assert_left(&clock, 70, 0);
    assert_false(clock_is_over(&clock, BLACK));
    clock_spend(&clock, BLACK, 71);
    assert_true(clock_is_over(&clock, BLACK));
}

/* A hard choice may take more, and leaves enough for the next.  */
static void has_more_time_for_hard_choices(void **state)
{
    (void)state;
    struct clock clock = started(CLOCK_ABSOLUTE, 600, 0, 0);
    double const budget_ms = clock_budget_ms(&clock, BLACK, 100, 50);
    assert_true(clock_limit_ms(&clock, BLACK, 100, 50) > 2 * budget_ms);
    assert_true(clock_limit_ms(&clock, BLACK, 1, 50) < 600000 / 2);
    clock = started(CLOCK_BYOYOMI, 0, 10, 3);
    assert_true(clock_limit_ms(&clock, BLACK, 100, 50) <= 10000);
    clock = started(CLOCK_CANADIAN, 0, 10, 1);
    assert_true(clock_limit_ms(&clock, BLACK, 100, 50) <= 10000);
}

static void starts_in_the_periods_without_main_time(void **state)
{
    (void)state;
    struct clock clock = started(CLOCK_BYOYOMI, 0, 30, 5);
    assert_left(&clock, 30, 5);
    clock = started(CLOCK_CANADIAN, 0, 600, 25);
    assert_left(&clock, 600, 25);
}

static void believes_time_left(void **state)
{
    (void)state;
    struct clock clock = started(CLOCK_BYOYOMI, 60, 10, 3);
    clock_set(&clock, BLACK, 10, 2); /* KGS: two periods left */
    assert_left(&clock, 10, 2);
    double const period_ms = clock_budget_ms(&clock, BLACK, 100, 500);
    assert_true(period_ms > 5000 && period_ms <= 9500);

    clock = started(CLOCK_CANADIAN, 60, 30, 5);
    clock_set(&clock, BLACK, 30, 5);
    double const stone_ms = clock_budget_ms(&clock, BLACK, 100, 0);
    assert_true(stone_ms > 3000 && stone_ms <= 6000);

    clock = started(CLOCK_ABSOLUTE, 900, 0, 0);
    clock_set(&clock, BLACK, 3, 0);
    assert_true(clock_budget_ms(&clock, BLACK, 1, 50) < 3000);

    clock_set(&clock, BLACK, 0, 0);
    assert_true(clock_budget_ms(&clock, BLACK, 1, 50) == 0);
    clock_set(&clock, BLACK, -1, 0);
    assert_true(clock_budget_ms(&clock, BLACK, 1, 50) == 0);
    assert_true(clock_is_over(&clock, BLACK));
}

static void believes_time_left_that_nobody_announced(void **state)
{
    (void)state;
    struct clock clock = started(CLOCK_NONE, 0, 0, 0);
    clock_set(&clock, BLACK, 20, 0);
    assert_true(clock_budget_ms(&clock, BLACK, 50, 0) > 0);
    assert_true(clock_budget_ms(&clock, BLACK, 50, 0) < 20000);

    clock = started(CLOCK_ABSOLUTE, 100, 0, 0); /* byo-yomi told as absolute */
    clock_set(&clock, BLACK, 20, 5);
    assert_true(clock_budget_ms(&clock, BLACK, 50, 0) <= 4000);
}

/* Whoever keeps to the budget, or now and then to the limit, plus a lag below the
   margin, plays a game of any length and does not lose; and does not hoard its time
   either.  */
static void budgets_never_overstep(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1);
    for (int game = 0; game < 3000; game++) {
        enum clock_kind const kind =
            (enum clock_kind)(CLOCK_ABSOLUTE + rng_below(&rng, 4));
        double const lag_ms = 100;
        double const main_s = kind == CLOCK_ABSOLUTE  ? 120 + rng_below(&rng, 1000)
                              : kind == CLOCK_FISCHER ? 5 + rng_below(&rng, 100)
                                                      : rng_below(&rng, 3) * 60;
        int const count = 1 + (int)rng_below(&rng, 25);
        double const period_s =
            (1 + rng_below(&rng, 20)) * (kind == CLOCK_CANADIAN ? (double)count : 1.0);
        struct clock clock = started(kind, main_s, period_s, count);
        int const moves = 20 + (int)rng_below(&rng, 250);
        double used_s = 0;
        for (int move = 0; move < moves; move++) {
            int const guess = (200 - move) / 2 > 20 ? (200 - move) / 2 : 20;
            double const budget_ms = clock_budget_ms(&clock, BLACK, guess, lag_ms);
            double const limit_ms = clock_limit_ms(&clock, BLACK, guess, lag_ms);
            assert_true(budget_ms >= 0 && limit_ms >= budget_ms);
            double const lag_s = lag_ms * rng_unit(&rng) / 1000;
            double const taken_s =
                (rng_below(&rng, 4) ? budget_ms : limit_ms) / 1000 + lag_s;
            clock_spend(&clock, BLACK, taken_s);
            used_s += taken_s;
            assert_false(clock_is_over(&clock, BLACK));
            if (kind == CLOCK_BYOYOMI)
                assert_true(clock.count[BLACK] == 0 || clock.count[BLACK] == count);
        }
        if (moves > 150)
            assert_true(used_s > 0.75 * main_s);
    }
}

/* A controller that rounds to seconds takes the lag off and tells what is left;
   sudden death in ten seconds.  Returns what was spent on thinking.  */
static double play_blitz(double lag_ms, double (*rounded)(double), int moves,
                         double *left_s)
{
    struct clock clock = started(CLOCK_ABSOLUTE, 10, 0, 0);
    double true_s = 10, thought_s = 0;
    for (int move = 0; move < moves; move++) {
        int const guess = 135 - move > 30 ? 135 - move : 30;
        double const margin_ms = clock_lag_ms(&clock, BLACK, 50);
        assert_true(margin_ms <= 50 && margin_ms >= 0);
        double const taken_s = clock_budget_ms(&clock, BLACK, guess, margin_ms) / 1000;
        clock_spend(&clock, BLACK, taken_s);
        thought_s += taken_s;
        true_s -= taken_s + lag_ms / 1000;
        clock_set(&clock, BLACK, rounded(true_s), 0);
    }
    *left_s = true_s;
    return thought_s;
}

static double exactly(double seconds)
{
    return seconds;
}

static void learns_how_little_is_lost_on_the_way(void **state)
{
    (void)state;
    static double (*const rounded[])(double) = {exactly, floor, ceil, rint};
    double left_s;
    for (size_t i = 0; i < sizeof rounded / sizeof *rounded; i++) {
        assert_true(play_blitz(1, rounded[i], 135, &left_s) > 5.5);
        assert_true(play_blitz(1, rounded[i], 400, &left_s) > 5.5 && left_s > 0);
        play_blitz(10, rounded[i], 300, &left_s);
        assert_true(left_s > 0);
        play_blitz(50, rounded[i], 160, &left_s);
        assert_true(left_s > 0);
    }
}

/* More time than before says little about lag, and time in a period nothing.  */
static void is_not_misled_by_time_given(void **state)
{
    (void)state;
    struct clock clock = started(CLOCK_ABSOLUTE, 100, 0, 0);
    for (int move = 0; move < 500; move++) {
        clock_spend(&clock, BLACK, 0.1);
        clock_set(&clock, BLACK, 100, 0);
        assert_true(clock_lag_ms(&clock, BLACK, 50) >= 12);
    }
    clock = started(CLOCK_CANADIAN, 0, 10, 5);
    for (int move = 0; move < 500; move++) {
        clock_spend(&clock, BLACK, 0.1);
        clock_set(&clock, BLACK, 10, 5);
        assert_true(clock_lag_ms(&clock, BLACK, 50) == 50);
    }
}

/* ---------------------------------------------------------------- busy machines */

/* A machine that stands still for up to a third of a second, when it hits worst: as
   the move is to be played.  No period is lost by it, nor a game.  */
static void stands_a_machine_that_stands_still(void **state)
{
    (void)state;
    static struct clock_settings const settings[] = {
        {CLOCK_BYOYOMI, 0, 1, 1, 0},   {CLOCK_BYOYOMI, 5, 1, 1, 0},
        {CLOCK_BYOYOMI, 0, 10, 5, 0},  {CLOCK_CANADIAN, 0, 1, 1, 0},
        {CLOCK_CANADIAN, 3, 10, 8, 0}, {CLOCK_CANADIAN, 0, 5, 25, 0},
        {CLOCK_FISCHER, 5, 1, 0, 0},   {CLOCK_ABSOLUTE, 60, 0, 0, 0},
    };
    struct rng rng;
    rng_seed(&rng, 9);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        for (int game = 0; game < 300; game++) {
            struct clock clock;
            clock_start(&clock, &settings[i]);
            int next = 0;
            for (int move = 0; move < 150; move++) {
                int const guess = 60 - move > 14 ? 60 - move : 14;
                bool const hard = rng_below(&rng, 4) == 0;
                double taken_s = (hard ? clock_limit_ms
                                       : clock_budget_ms)(&clock, BLACK, guess, 10) /
                                     1000 +
                                 0.01 * rng_unit(&rng);
                if (move == next) {
                    taken_s += 0.1 + 0.2 * rng_unit(&rng);
                    next += 8 + (int)rng_below(&rng, 20);
                }
                clock_spend(&clock, BLACK, taken_s);
                assert_false(clock_is_over(&clock, BLACK));
                assert_true(clock.count[BLACK] == 0 ||
                            settings[i].kind != CLOCK_BYOYOMI ||
                            clock.count[BLACK] == settings[i].count);
            }
        }
}

/* What was late once may be late again, by as much.  */
static void keeps_in_reserve_what_it_has_been_late_by(void **state)
{
    (void)state;
    struct clock clock = started(CLOCK_BYOYOMI, 0, 2, 1);
    double const before_ms = clock_budget_ms(&clock, BLACK, 50, 10);
    assert_true(before_ms > 1500 && before_ms + 310 < 2000);
    clock.late_ms = 200; /* which is in the reserve already */
    assert_true(clock_budget_ms(&clock, BLACK, 50, 10) == before_ms);
    clock.late_ms = 900;
    double const after_ms = clock_limit_ms(&clock, BLACK, 50, 10);
    assert_true(after_ms + 910 <= 2000 && after_ms > 500);
    clock.late_ms = 5000; /* then nothing helps, but it goes on thinking */
    assert_true(clock_budget_ms(&clock, BLACK, 50, 10) > 400);
    /* It does not add up: a long absolute time is hardly touched.  */
    clock = started(CLOCK_ABSOLUTE, 600, 0, 0);
    double const calm_ms = clock_budget_ms(&clock, BLACK, 50, 10);
    clock.late_ms = 900;
    assert_true(clock_budget_ms(&clock, BLACK, 50, 10) > 0.99 * calm_ms);
}

/* Of long periods more than a second is left for what servers take.  */
static void leaves_servers_their_time(void **state)
{
    (void)state;
    for (int periods = 1; periods <= 5; periods += 4) {
        struct clock clock = started(CLOCK_BYOYOMI, 0, 10, periods);
        double const ms = clock_budget_ms(&clock, BLACK, 50, 50);
        assert_true(ms >= 8500 && ms <= 9000);
        clock = started(CLOCK_BYOYOMI, 0, 30, periods);
        assert_true(clock_budget_ms(&clock, BLACK, 50, 50) <= 28000);
        assert_true(clock_budget_ms(&clock, BLACK, 50, 50) >= 27000);
    }
}

/* As the session guesses, on a board of SIDE.  */
static int guess_moves(int side, int played)
{
    int const area = side * side, expected = (area * 3 / 4 - played) / 2,
              left = expected > area / 12 ? expected : area / 12;
    return played < 0.08 * area  ? left * 3 / 2
           : played < 0.4 * area ? left * 4 / 5
                                 : left;
}

/* Sudden death on 9x9 at a controller that tells what is left as ROUNDED has it, if it
   tells, while LAG_S is lost with every move.  Choices take PART of their budgets; on a
   busy machine one of four takes all it may, and one of fifteen answers comes late.
   Returns what was thought.  */
struct blitz {
    double main_s, lag_s, part;
    double (*rounded)(double);
    int moves;
    bool busy;
};

static double play_busy_blitz(struct blitz const *blitz, struct rng *rng)
{
    struct clock clock = started(CLOCK_ABSOLUTE, blitz->main_s, 0, 0);
    double left_s = blitz->main_s, thought_s = 0;
    for (int move = 0; move < blitz->moves; move++) {
        int const guess = guess_moves(9, 2 * move);
        double const lag_ms = clock_lag_ms(&clock, BLACK, 50);
        bool const hard = blitz->busy && rng_below(rng, 4) == 0;
        double const taken_s =
            hard ? clock_limit_ms(&clock, BLACK, guess, lag_ms) / 1000
                 : blitz->part * clock_budget_ms(&clock, BLACK, guess, lag_ms) / 1000;
        bool const late = blitz->busy && rng_below(rng, 15) == 0;
        double const late_s = late ? 0.1 + 0.2 * rng_unit(rng) : 0;
        clock.late_ms = fmax(1000 * late_s, 0.95 * clock.late_ms);
        clock_spend(&clock, BLACK, taken_s + late_s);
        thought_s += taken_s;
        left_s -= taken_s + late_s + blitz->lag_s;
        assert_true(left_s > 0);
        if (blitz->rounded)
            clock_set(&clock, BLACK, blitz->rounded(left_s), 0);
    }
    return thought_s;
}

/* Five seconds last for 64 moves, whatever is told and however late answers come, and
   nearly half of them are thought, nearly three quarters where fractions are told.  */
static void uses_what_is_safe_of_five_seconds(void **state)
{
    (void)state;
    static double (*const rounded[])(double) = {NULL, exactly, floor, ceil, rint};
    struct rng rng;
    rng_seed(&rng, 5);
    for (size_t i = 0; i < sizeof rounded / sizeof *rounded; i++) {
        struct blitz blitz = {5, 0.001, 0.6, rounded[i], 32, false};
        double const least_s = rounded[i] == exactly ? 3.6 : 2.3;
        assert_true(play_busy_blitz(&blitz, &rng) > least_s);
        blitz.part = 1;
        blitz.busy = true;
        for (int game = 0; game < 600; game++) {
            blitz.lag_s = 0.01 * rng_unit(&rng);
            play_busy_blitz(&blitz, &rng);
        }
    }
}

/* Choices take a part of what they are given.  Of ten minutes four fifths are used by
   move 200, and there is something left at move 300.  */
static void uses_its_time_while_the_game_is_decided(void **state)
{
    (void)state;
    for (double part = 0.6; part < 1.1; part += 0.2) {
        struct clock clock = started(CLOCK_ABSOLUTE, 600, 0, 0);
        for (int move = 0; move < 300; move += 2) {
            double const lag_ms = clock_lag_ms(&clock, BLACK, 50);
            double const budget_s =
                clock_budget_ms(&clock, BLACK, guess_moves(19, move), lag_ms) / 1000;
            if (move == 20)
                assert_true(budget_s > 2 && budget_s < 8);
            if (move >= 60 && move <= 140)
                assert_true(budget_s > 2.5);
            if (move == 200)
                assert_true(clock.left_s[BLACK] < 120);
            clock_spend(&clock, BLACK, part * budget_s);
        }
        assert_true(clock.left_s[BLACK] > 2);
    }
}

int main(void)
{
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(has_no_budget_without_a_limit),
        cmocka_unit_test(reads_time_settings_as_gtp_means_them),
        cmocka_unit_test(absolute_time_only_runs_down),
        cmocka_unit_test(byoyomi_loses_a_period_for_each_one_outlasted),
        cmocka_unit_test(canadian_time_starts_afresh_after_its_stones),
        cmocka_unit_test(fischer_time_grows_with_every_move),
        cmocka_unit_test(has_more_time_for_hard_choices),
        cmocka_unit_test(starts_in_the_periods_without_main_time),
        cmocka_unit_test(believes_time_left),
        cmocka_unit_test(believes_time_left_that_nobody_announced),
        cmocka_unit_test(budgets_never_overstep),
        cmocka_unit_test(learns_how_little_is_lost_on_the_way),
        cmocka_unit_test(is_not_misled_by_time_given),
        cmocka_unit_test(stands_a_machine_that_stands_still),
        cmocka_unit_test(keeps_in_reserve_what_it_has_been_late_by),
        cmocka_unit_test(leaves_servers_their_time),
        cmocka_unit_test(uses_what_is_safe_of_five_seconds),
        cmocka_unit_test(uses_its_time_while_the_game_is_decided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
