/* engine/search/clock.h -- time settings, a running clock, and the next move's budget.

   A clock never reads the time itself: whoever owns it reports how long a
   move took.  */
#pragma once

#include "engine/go/point.h"

/* Absolute: main time only.  Byo-yomi: then COUNT periods, each lost when a
   move outlasts it and fresh again otherwise.  Canadian: then COUNT stones in
   each period.  Fischer: main time, to which every move adds PERIOD_S.  */
enum clock_kind {
    CLOCK_NONE,
    CLOCK_ABSOLUTE,
    CLOCK_BYOYOMI,
    CLOCK_CANADIAN,
    CLOCK_FISCHER
};

struct clock_settings {
    enum clock_kind kind;
    double main_s;
    double period_s; /* of one period, or what a move adds */
    int count;       /* Canadian: stones a period; byo-yomi: periods */
    double most_s;   /* Fischer: main time never grows beyond it; 0: it may */
};

struct clock {
    struct clock_settings settings;
    /* For each colour: time left in main time (COUNT 0) or in the period, and
       stones or periods left, as GTP's time_left says them.  Below 0 when the
       time has run out.  */
    double left_s[3];
    int count[3];
    /* What time_left has shown of lag in main time: moves it was told after, and by
       how much less it said than was left without lag.  */
    int told[3], untold[3];
    double lost_s[3];
};

/* What GTP's time_settings means: Canadian; absolute without a period; no
   limit with a period for no stones, or with nothing at all.  */
struct clock_settings clock_canadian(double main_s, double period_s, int stones);

void clock_start(struct clock *clock, struct clock_settings const *settings);
/* What time_left says overrides what the clock thought; without settings it
   is taken for absolute time or, with a count, for that of COUNT stones.  */
void clock_set(struct clock *clock, enum color color, double left_s, int count);
/* COLOR used USED_S for a move; main time runs into the periods.  */
void clock_spend(struct clock *clock, enum color color, double used_s);
/* Has COLOR lost on time?  */
bool clock_is_over(struct clock const *clock, enum color color);
/* The lag of a move in milliseconds: what is ASSUMED, or less when what time_left has
   said proves it, rounded to seconds though it may be.  */
double clock_lag_ms(struct clock const *clock, enum color color, double assumed_ms);

/* Milliseconds for COLOR's next move with MOVES_LEFT of its own still to
   come, less a margin for lag; 0 when it should answer at once, below 0 when
   there is no limit.  Whoever keeps to it within LAG_MS does not lose on time,
   however long the game, unless absolute time is eaten up by lag alone.  */
double clock_budget_ms(struct clock const *clock, enum color color, int moves_left,
                       double lag_ms);
/* The same for a move that is hard to choose: what may be taken from the moves
   after it.  Not less than clock_budget_ms, and as safe.  */
double clock_limit_ms(struct clock const *clock, enum color color, int moves_left,
                      double lag_ms);
