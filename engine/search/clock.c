#include <config.h>

#include "engine/search/clock.h"

#include <assert.h>
#include <math.h>

static bool has_periods(struct clock_settings const *settings)
{
    return (settings->kind == CLOCK_BYOYOMI || settings->kind == CLOCK_CANADIAN) &&
           settings->count > 0 && settings->period_s > 0;
}

struct clock_settings clock_canadian(double main_s, double period_s, int stones)
{
    struct clock_settings settings = {CLOCK_CANADIAN, main_s, period_s, stones, 0};
    if (period_s <= 0)
        settings.kind = main_s > 0 ? CLOCK_ABSOLUTE : CLOCK_NONE;
    else if (stones <= 0)
        settings.kind = CLOCK_NONE;
    return settings;
}

static void enter_periods(struct clock *clock, enum color color)
{
    clock->left_s[color] = clock->settings.period_s;
    clock->count[color] = clock->settings.count;
}

void clock_start(struct clock *clock, struct clock_settings const *settings)
{
    *clock = (struct clock){.settings = *settings};
    for (enum color color = BLACK; color <= WHITE; color++) {
        clock->left_s[color] = settings->main_s;
        if (settings->main_s <= 0 && has_periods(settings))
            enter_periods(clock, color);
    }
}

/* What rounding may have added to the time told.  Who rounds up says more than is left
   before long.  */
static double rounding_s(struct clock const *clock, enum color color)
{
    enum { SOON = 4 };
    bool const may = clock->rounded_up[color] || clock->told[color] < SOON;
    return clock->whole_s[color] && may ? 1 : 0;
}

/* COLOR has LEFT_S, says somebody who also counts what we do not see.  */
static void compare(struct clock *clock, enum color color, double left_s)
{
    static double const exact_s = 0.01;
    clock->lost_s[color] += clock->left_s[color] - left_s;
    clock->told[color] += clock->untold[color];
    clock->untold[color] = 0;
    if (clock->whole_s[color] && clock->lost_s[color] < -exact_s)
        clock->rounded_up[color] = true;
    if (clock->lost_s[color] < -rounding_s(clock, color) - exact_s) { /* it was given */
        clock->lost_s[color] = 0;
        clock->told[color] = 0;
    }
}

/* The assumption counts for as much as a few moves.  What rounding can hide, which is
   less than a second over the whole game, is kept back elsewhere.  */
double clock_lag_ms(struct clock const *clock, enum color color, double assumed_ms)
{
    enum { ASSUMED_MOVES = 4 };
    double const lost_ms = 1000 * fmax(clock->lost_s[color], 0);
    return fmin(assumed_ms, (ASSUMED_MOVES * assumed_ms + lost_ms) /
                                (ASSUMED_MOVES + clock->told[color]));
}

void clock_set(struct clock *clock, enum color color, double left_s, int count)
{
    struct clock_settings *const settings = &clock->settings;
    if (settings->kind == CLOCK_NONE && count > 0)
        *settings = (struct clock_settings){CLOCK_CANADIAN, 0, left_s, count, 0};
    else if (settings->kind == CLOCK_NONE)
        settings->kind = CLOCK_ABSOLUTE;
    clock->whole_s[color] =
        left_s == floor(left_s) && (clock->whole_s[color] || clock->told[color] == 0);
    if (clock->untold[color] && count <= 0 && !clock->count[color])
        compare(clock, color, left_s);
    clock->left_s[color] = left_s;
    clock->count[color] = count > 0 ? count : 0;
}

static void spend_fischer(struct clock *clock, enum color color)
{
    struct clock_settings const *const settings = &clock->settings;
    if (clock->left_s[color] < 0)
        return;
    clock->left_s[color] += settings->period_s;
    if (settings->most_s > 0 && clock->left_s[color] > settings->most_s)
        clock->left_s[color] = settings->most_s;
}

/* Byo-yomi: each whole period a move takes is lost, the last with the game.  */
static void spend_byoyomi(struct clock *clock, enum color color)
{
    while (clock->left_s[color] < 0 && clock->count[color] > 1) {
        clock->left_s[color] += clock->settings.period_s;
        clock->count[color]--;
    }
    if (clock->left_s[color] >= 0)
        clock->left_s[color] = clock->settings.period_s;
}

/* Canadian: a fresh period once all stones of this one are played in time.  */
static void spend_canadian(struct clock *clock, enum color color)
{
    if (clock->left_s[color] >= 0 && --clock->count[color] == 0)
        enter_periods(clock, color);
}

void clock_spend(struct clock *clock, enum color color, double used_s)
{
    if (clock->settings.kind == CLOCK_NONE)
        return;
    assert(color == BLACK || color == WHITE);
    clock->left_s[color] -= used_s;
    clock->untold[color]++;
    if (clock->settings.kind == CLOCK_FISCHER)
        spend_fischer(clock, color);
    if (!has_periods(&clock->settings))
        return;
    if (!clock->count[color]) {
        if (clock->left_s[color] >= 0)
            return;
        double const overrun_s = -clock->left_s[color];
        enter_periods(clock, color);
        clock->left_s[color] -= overrun_s;
    }
    if (clock->settings.kind == CLOCK_BYOYOMI)
        spend_byoyomi(clock, color);
    else
        spend_canadian(clock, color);
}

bool clock_is_over(struct clock const *clock, enum color color)
{
    bool const last = clock->count[color] || !has_periods(&clock->settings);
    return clock->settings.kind != CLOCK_NONE && last && clock->left_s[color] < 0;
}

/* ---------------------------------------------------------------- budgets */

/* What is not touched of SPAN_S at whose end something is lost.  Before anything was
   seen: three tenths of a second of one, a second of ten.  A machine that has been
   later than that will be again.  */
static double reserve_s(struct clock const *clock, double span_s)
{
    static double const most_s = 2.5;
    double const usual_s = fmin(0.25 + 0.08 * span_s, most_s);
    return fmin(fmax(usual_s, 1.25 * clock->late_ms / 1000), 0.7 * span_s);
}

/* A guess of few moves to come is not trusted, and games outlast all guesses.  */
enum { FEWEST_MOVES = 8, MORE_MOVES = 120, TIMES_MORE = 4 };

/* How many moves may lose lag when MOVES are expected.  */
static double lagging_moves(int moves)
{
    return moves + fmin(TIMES_MORE * moves, MORE_MOVES);
}

/* How much more than an even share is given, as easy choices give it back.  */
static double const generous = 2;

/* What is to be shared out of LEFT_S when lag may still take ASIDE_S of it.  Where that
   is more than half of it, it is known too badly to be taken off, and next to nothing
   is shared out as LEFT_S falls below it; it goes to zero only with LEFT_S.  */
static double without_lag_s(double left_s, double aside_s)
{
    return left_s >= 2 * aside_s ? left_s - aside_s : left_s * left_s / (4 * aside_s);
}

/* No move takes more than a fifth of the rest, nor a third if it wants more SHARES.  */
static double main_share_s(struct clock const *clock, enum color color, int moves_left,
                           double lag_s, double shares)
{
    assert(lag_s >= 0 && shares >= 1);
    int const moves = moves_left > FEWEST_MOVES ? moves_left : FEWEST_MOVES;
    double left_s = fmax(clock->left_s[color], 0);
    if (!has_periods(&clock->settings)) {
        double const all_s = fmax(clock->settings.main_s, left_s);
        left_s -= reserve_s(clock, all_s) + rounding_s(clock, color);
        left_s = without_lag_s(fmax(left_s, 0), lagging_moves(moves) * lag_s);
    }
    return left_s * fmin(generous * shares / moves, shares > 1 ? 1.0 / 3 : 1.0 / 5);
}

/* What every move may take besides, of a fresh period or of what it adds; but
   what is added comes after the move, so no more than half of what there is.  */
static double period_share_s(struct clock const *clock, enum color color)
{
    struct clock_settings const *const settings = &clock->settings;
    double const period_s = settings->period_s, left_s = fmax(clock->left_s[color], 0);
    if (settings->kind == CLOCK_FISCHER)
        return fmin(period_s, (left_s - reserve_s(clock, left_s)) / 2);
    if (!has_periods(settings))
        return 0;
    double const safe_s = period_s - reserve_s(clock, period_s);
    return settings->kind == CLOCK_BYOYOMI ? safe_s : safe_s / settings->count;
}

/* Of a Canadian period: half of a fresh share is left for each stone to come.  */
static double stone_share_s(struct clock const *clock, enum color color, double shares)
{
    int const count = clock->count[color];
    assert(count > 0 && "of a period that has begun");
    double const left_s =
        clock->left_s[color] - reserve_s(clock, clock->settings.period_s);
    double const even_s = left_s / count;
    double const spare_s = left_s - (count - 1) * period_share_s(clock, color) / 2;
    return fmax(even_s, fmin(shares * even_s, spare_s));
}

/* What a move may take with so many SHARES of main time, or of a Canadian period.  The
   lag of this move is taken off where its time is, and off main time with all others'.
 */
static double allowance_ms(struct clock const *clock, enum color color, int moves_left,
                           double lag_ms, double shares)
{
    struct clock_settings const *const settings = &clock->settings;
    double const lag_s = lag_ms / 1000;
    double may_s;
    if (settings->kind == CLOCK_NONE)
        return -1;
    if (!clock->count[color])
        may_s = main_share_s(clock, color, moves_left, lag_s, shares) +
                fmax(period_share_s(clock, color) - lag_s, 0);
    else if (settings->kind == CLOCK_BYOYOMI)
        may_s = clock->left_s[color] - reserve_s(clock, settings->period_s) - lag_s;
    else
        may_s = stone_share_s(clock, color, shares) - lag_s;
    return fmax(1000 * may_s, 0);
}

double clock_budget_ms(struct clock const *clock, enum color color, int moves_left,
                       double lag_ms)
{
    return allowance_ms(clock, color, moves_left, lag_ms, 1);
}

double clock_limit_ms(struct clock const *clock, enum color color, int moves_left,
                      double lag_ms)
{
    return fmax(allowance_ms(clock, color, moves_left, lag_ms, 2.5),
                clock_budget_ms(clock, color, moves_left, lag_ms));
}
