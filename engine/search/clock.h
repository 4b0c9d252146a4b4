/* engine/search/clock.h -- time settings, a running clock, and the next move's budget.

   A clock never reads the time itself: whoever owns it reports how long a
   move took, and by how much its answers come late.

   Three things are kept apart.  Lag is lost with every move, on the way to the
   controller and back; over a game it adds up.  Lateness is what a machine with other
   work does to an answer now and then: it stands still for a third of a second just
   when a move is to be played.  It does not add up, but where a period or the game ends
   with it all is lost, so what was seen of it lately is kept in reserve there, and
   something before any was seen.  The third is rounding: a controller that tells whole
   seconds may mean nearly one less.

   Main time is shared out over the moves still to come.  As easy choices take only a
   part of what they are given (measured: a game on 19x19 used 0.6 of its budgets), more
   than an even share is given; so ten minutes are not left over, but used where the
   game is decided.  */
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
    bool whole_s[3];    /* it is told in whole seconds ... */
    bool rounded_up[3]; /* ... and has said more than is left */
    double late_ms;     /* by which answers have come late lately; the owner says so */
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

/* Milliseconds for COLOR's next move with MOVES_LEFT of its own still to come, lag and
   reserve taken off; 0 when it should answer at once, below 0 when there is no limit.
   Whoever keeps to it within LAG_MS, is told what is left, and once in a while is as
   late as before, does not lose on time; but lag alone eats up absolute time in a game
   several times as long as MOVES_LEFT says.  */
double clock_budget_ms(struct clock const *clock, enum color color, int moves_left,
                       double lag_ms);
/* The same for a move that is hard to choose: what may be taken from the moves
   after it.  Not less than clock_budget_ms, and as safe.  */
double clock_limit_ms(struct clock const *clock, enum color color, int moves_left,
                      double lag_ms);
