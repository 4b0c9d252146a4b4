#include <config.h>

#include "engine/search/clock.h"

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

/* Between two times told nobody can say how much a rounding adds or takes away, but
   over a game it is no more than this.  */
static double const rounding_s = 1;

/* COLOR has LEFT_S, says somebody who also counts what we do not see.  */
static void compare(struct clock *clock, enum color color, double left_s)
{
    clock->lost_s[color] += clock->left_s[color] - left_s;
    clock->told[color] += clock->untold[color];
    clock->untold[color] = 0;
    if (clock->lost_s[color] < -rounding_s) { /* more time has been given */
        clock->lost_s[color] = 0;
        clock->told[color] = 0;
    }
}

double clock_lag_ms(struct clock const *clock, enum color color, double assumed_ms)
{
    double const most_s = fmax(clock->lost_s[color], 0) + rounding_s;
    int const told = clock->told[color];
    return told ? fmin(assumed_ms, 1000 * most_s / told) : assumed_ms;
}

void clock_set(struct clock *clock, enum color color, double left_s, int count)
{
    struct clock_settings *const settings = &clock->settings;
    if (settings->kind == CLOCK_NONE && count > 0)
        *settings = (struct clock_settings){CLOCK_CANADIAN, 0, left_s, count, 0};
    else if (settings->kind == CLOCK_NONE)
        settings->kind = CLOCK_ABSOLUTE;
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

/* Main time is shared out evenly over the moves to come.  A guess of few of
   them is not trusted, and where nothing follows main time the lag of many
   moves is set aside, games outlast all guesses, and a second that may be there by
   rounding only.  Whoever wants more than one share leaves more, and takes nothing
   of a small rest.  */
enum { FEWEST_MOVES = 8, LAG_MOVES = 100 };

static double main_share_s(struct clock const *clock, enum color color, int moves_left,
                           double lag_s, double shares)
{
    double left_s = fmax(clock->left_s[color], 0);
    if (!has_periods(&clock->settings)) {
        double const aside_s = LAG_MOVES * lag_s * shares;
        left_s = fmax(left_s - rounding_s, 0);
        left_s -= shares > 1 ? aside_s : fmin(aside_s, left_s / 2);
    }
    return shares * fmax(left_s, 0) / fmax(moves_left, FEWEST_MOVES);
}

/* What every move may take besides, of a fresh period or of what it adds; but
   what is added comes after the move, so no more than half of what there is.  */
static double period_share_s(struct clock const *clock, enum color color)
{
    struct clock_settings const *const settings = &clock->settings;
    double const half_s = clock->left_s[color] > 0 ? clock->left_s[color] / 2 : 0;
    if (settings->kind == CLOCK_FISCHER)
        return settings->period_s < half_s ? settings->period_s : half_s;
    if (!has_periods(settings))
        return 0;
    return settings->kind == CLOCK_BYOYOMI ? settings->period_s
                                           : settings->period_s / settings->count;
}

/* What a move may take with so many SHARES of main time, or of a Canadian period,
   where half of a fresh share is left for each stone to come.  */
static double allowance_ms(struct clock const *clock, enum color color, int moves_left,
                           double lag_ms, double shares)
{
    struct clock_settings const *const settings = &clock->settings;
    double const left_s = clock->left_s[color];
    int const count = clock->count[color];
    if (settings->kind == CLOCK_NONE)
        return -1;
    double may_s;
    if (!count)
        may_s = main_share_s(clock, color, moves_left, lag_ms / 1000, shares) +
                period_share_s(clock, color);
    else if (settings->kind == CLOCK_BYOYOMI)
        may_s = left_s;
    else {
        double const even_s = left_s / count;
        double const spare_s = left_s - (count - 1) * period_share_s(clock, color) / 2;
        may_s = fmax(even_s, fmin(shares * even_s, spare_s));
    }
    return fmax(1000 * may_s - lag_ms, 0);
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
