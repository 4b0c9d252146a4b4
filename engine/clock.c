#include <config.h>

#include "engine/clock.h"

static bool has_periods(struct clock_settings const *settings)
{
    return (settings->kind == CLOCK_BYOYOMI || settings->kind == CLOCK_CANADIAN) &&
           settings->count > 0 && settings->period_s > 0;
}

struct clock_settings clock_canadian(double main_s, double period_s, int stones)
{
    struct clock_settings settings = {CLOCK_CANADIAN, main_s, period_s, stones};
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

void clock_set(struct clock *clock, enum color color, double left_s, int count)
{
    struct clock_settings *const settings = &clock->settings;
    if (settings->kind == CLOCK_NONE && count > 0)
        *settings = (struct clock_settings){CLOCK_CANADIAN, 0, left_s, count};
    else if (settings->kind == CLOCK_NONE)
        settings->kind = CLOCK_ABSOLUTE;
    clock->left_s[color] = left_s;
    clock->count[color] = count > 0 ? count : 0;
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
   moves is set aside: games outlast all guesses.  */
enum { FEWEST_MOVES = 8, LAG_MOVES = 100 };

static double main_share_s(struct clock const *clock, enum color color, int moves_left,
                           double lag_s)
{
    double left_s = clock->left_s[color] > 0 ? clock->left_s[color] : 0;
    if (!has_periods(&clock->settings))
        left_s -= LAG_MOVES * lag_s < left_s / 2 ? LAG_MOVES * lag_s : left_s / 2;
    return left_s / (moves_left > FEWEST_MOVES ? moves_left : FEWEST_MOVES);
}

/* What every move may take of a fresh period.  */
static double period_share_s(struct clock_settings const *settings)
{
    if (!has_periods(settings))
        return 0;
    return settings->kind == CLOCK_BYOYOMI ? settings->period_s
                                           : settings->period_s / settings->count;
}

double clock_budget_ms(struct clock const *clock, enum color color, int moves_left,
                       double lag_ms)
{
    struct clock_settings const *const settings = &clock->settings;
    if (settings->kind == CLOCK_NONE)
        return -1;
    double share_s;
    if (!clock->count[color])
        share_s = main_share_s(clock, color, moves_left, lag_ms / 1000) +
                  period_share_s(settings);
    else if (settings->kind == CLOCK_BYOYOMI)
        share_s = clock->left_s[color];
    else
        share_s = clock->left_s[color] / clock->count[color];
    double const budget_ms = 1000 * share_s - lag_ms;
    return budget_ms > 0 ? budget_ms : 0;
}
