#include <config.h>

#include "tools/match/terms.h"

#include <math.h>

/* ---------------------------------------------------------------- situations */

static bool tell_rules(struct terms const *terms, struct peer *peer,
                       struct reply *reply)
{
    static char const *const commands[] = {"kgs-rules", "kata-set-rules"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (peer_knows(peer, commands[i]))
            return peer_ask(peer, terms->patience_s, reply, "%s %s", commands[i],
                            terms->rules->name) ||
                   reply->fault == FAULT_REFUSAL;
    return true;
}

static bool has_byoyomi_command(struct peer const *peer)
{
    return peer_knows(peer, "kgs-time_settings");
}

/* GTP itself has no byo-yomi.  An engine without the extension of KGS hears of
   one stone a period, and the periods but the last are its reserve; one that knows
   nothing of added time hears of main time, and by time_left that it grows.  Without
   a clock it is told nothing: its thinking time is then its own business.  */
static bool tell_clock(struct terms const *terms, struct peer *peer,
                       struct reply *reply)
{
    struct clock_settings const *const clock = &terms->clock;
    bool const byoyomi = clock->kind == CLOCK_BYOYOMI;
    if (clock->kind == CLOCK_NONE)
        return true;
    if (byoyomi && has_byoyomi_command(peer))
        return peer_ask(peer, terms->patience_s, reply,
                        "kgs-time_settings byoyomi %.7g %.7g %d", clock->main_s,
                        clock->period_s, clock->count);
    bool const adds = clock->kind == CLOCK_FISCHER;
    if (adds && peer_knows(peer, "kata-time_settings"))
        return peer_ask(peer, terms->patience_s, reply,
                        "kata-time_settings fischer %.7g %.7g", clock->main_s,
                        clock->period_s);
    return peer_ask(peer, terms->patience_s, reply, "time_settings %.7g %.7g %d",
                    clock->main_s, adds ? 0 : clock->period_s,
                    byoyomi ? 1 : clock->count);
}

bool terms_tell(struct terms const *terms, struct peer *peer, struct reply *reply)
{
    return peer_ask(peer, terms->patience_s, reply, "boardsize %d", terms->size) &&
           tell_rules(terms, peer, reply) &&
           peer_ask(peer, terms->patience_s, reply, "komi %.7g", terms->komi) &&
           tell_clock(terms, peer, reply) &&
           peer_ask(peer, terms->patience_s, reply, "clear_board");
}

double terms_limit_s(struct terms const *terms, struct clock const *clock,
                     enum color color)
{
    struct clock_settings const *const settings = &clock->settings;
    if (settings->kind == CLOCK_NONE)
        return terms->patience_s;
    double limit_s = fmax(0, clock->left_s[color]);
    bool const in_main_time = clock->count[color] == 0;
    if (settings->kind == CLOCK_BYOYOMI)
        limit_s += settings->period_s *
                   (in_main_time ? settings->count : clock->count[color] - 1);
    else if (settings->kind == CLOCK_CANADIAN && in_main_time)
        limit_s += settings->period_s;
    return limit_s;
}

/* GTP wants whole seconds, and gets them unless the settings have fractions.  */
static bool is_whole(struct clock_settings const *settings)
{
    return settings->main_s == floor(settings->main_s) &&
           settings->period_s == floor(settings->period_s);
}

bool terms_tell_time(struct terms const *terms, struct clock const *clock,
                     struct peer *peer, enum color color, struct reply *reply)
{
    struct clock_settings const *const settings = &clock->settings;
    if (settings->kind == CLOCK_NONE || !peer_knows(peer, "time_left"))
        return true;
    double const left_s = clock->left_s[color];
    int count = clock->count[color];
    if (settings->kind == CLOCK_BYOYOMI && count > 0 && !has_byoyomi_command(peer))
        count = 1;
    return peer_ask(peer, terms->patience_s, reply, "time_left %s %.7g %d",
                    color == BLACK ? "b" : "w",
                    is_whole(settings) ? floor(left_s) : floor(100 * left_s) / 100,
                    count) ||
           reply->fault == FAULT_REFUSAL;
}
