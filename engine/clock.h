/* engine/clock.h -- time settings, a running clock, and the next move's budget.

   A clock never reads the time itself: whoever owns it reports how long a
   move took.  */
#pragma once

#include "engine/point.h"

enum clock_kind { CLOCK_NONE, CLOCK_ABSOLUTE, CLOCK_BYOYOMI, CLOCK_CANADIAN };

struct clock_settings {
    enum clock_kind kind;
    double main_s;
    double period_s; /* of one byo-yomi period */
    int count;       /* Canadian: stones a period; byo-yomi: periods */
};

struct clock {
    struct clock_settings settings;
    /* For each colour: time left in main time (COUNT 0) or in the period, and
       stones or periods left, as GTP's time_left says them.  */
    double left_s[3];
    int count[3];
};

void clock_start(struct clock *clock, struct clock_settings const *settings);
/* What time_left says overrides what the clock thought.  */
void clock_set(struct clock *clock, enum color color, double left_s, int count);
/* COLOR used USED_S for a move; main time runs into the periods.  */
void clock_spend(struct clock *clock, enum color color, double used_s);
/* Would the next move lose on time already?  */
bool clock_is_over(struct clock const *clock, enum color color);
/* Milliseconds for COLOR's next move with MOVES_LEFT of its own still to
   come, less a margin for lag; below 0 when there is no limit.  */
double clock_budget_ms(struct clock const *clock, enum color color, int moves_left,
                       double lag_ms);
