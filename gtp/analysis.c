/* What a search sees, while it runs.

   Sabaki takes the first of analyze, kata-analyze and lz-analyze that is there, and
   reads the first by rules that its own manual contradicts; so there is no bare analyze
   here, nor in KataGo.  kata-raw-nn is not here either: there is no network to ask.  */
#include <config.h>

#include "gtp/dialect.h"
#include "gtp/reply.h"

#include "engine/base/printed.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>
#include <xalloc.h>

/* A search and where it is told.  */
struct live_search {
    struct call *call;
    struct dialect const *dialect;
    struct live_wish wish;
    bool last; /* the last line is wanted too */
    bool told;
    double aside_ms; /* of the search, when it is told on stderr next */
};

static void tell(struct live_search *live, struct thought const *thought)
{
    struct moment const moment = {live->call->session, &live->wish, thought};
    struct printed line;
    live->dialect->put(live->dialect, &moment, printed_begin(&line));
    char *const text = printed_end(&line);
    if (*text)
        stream_line(live->call->stream, text);
    live->told = live->told || *text;
    free(text);
}

static void look(void *self, struct thought const *thought)
{
    struct live_search *const live = self;
    if (!thought->count || (thought->last && !live->last))
        return;
    tell(live, thought);
    if (reply_is_live(live->call) && thought->used_ms >= live->aside_ms) {
        reply_live(live->call, thought);
        live->aside_ms = thought->used_ms + REPLY_LIVE_MS;
    }
}

/* Early enough to be seen at once, and late enough to say something.  */
static struct observer observe(struct live_search *live)
{
    enum { FIRST_MS = 50 };
    double const interval_ms = live->dialect->ends ? INFINITY : live->wish.interval_ms;
    bool const often = isfinite(interval_ms);
    return (struct observer){.first_ms = often ? fmin(interval_ms, FIRST_MS) : INFINITY,
                             .interval_ms = interval_ms,
                             .counts = true,
                             .look = look,
                             .self = live};
}

/* A search that was too short, or had nothing to search, ends before somebody has said
   that it shall.  */
static void wait_for_more(atomic_bool const *waits)
{
    while (!atomic_load(waits))
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
}

/* Arguments: see wish.h.  Fails: not these.  Returns: lines in DIALECT until there is
   something else to do.  */
static bool analyse(struct call *call, struct dialect const *dialect)
{
    struct live_search live = {.call = call, .dialect = dialect};
    if (!wish_parse(&live.wish, &call->args, session_board(call->session),
                    dialect->more, call->why))
        return false;
    struct observer observer = observe(&live);
    live.last = isinf(observer.interval_ms);
    stream_begin(call->stream);
    session_inquire(call->session,
                    &(struct inquiry){
                        .color = live.wish.color,
                        .budget_ms = INFINITY,
                        .limits = live.wish.limited ? &live.wish.limits : NULL,
                        .observer = &observer,
                        .stop = call->waits,
                    });
    wait_for_more(call->waits);
    reply_live_end(call);
    return true;
}

/* What was decided without a search, as if it had looked once.  */
static void tell_decision(struct live_search *live, struct decision const *decision)
{
    struct thought *const thought = xzalloc(sizeof *thought);
    point const at = decision->at == RESIGN ? PASS : decision->at;
    thought->count = thought->known = 1;
    thought->visits = 1;
    thought->win = decision->win;
    thought->score = decision->score;
    thought->move[0] = (struct thought_move){.at = at,
                                             .visits = 1,
                                             .win = decision->win,
                                             .prior = 1,
                                             .lead = decision->score,
                                             .line_length = 1,
                                             .line = {at},
                                             .line_visits = {1}};
    tell(live, thought);
    free(thought);
}

/* Decide on a move, as HOW says, with lines in DIALECT while it is thought about and in
   the end.  */
static bool think_aloud(struct call *call, struct dialect const *dialect,
                        enum genmove how, struct decision *decision)
{
    struct live_search live = {.call = call, .dialect = dialect, .last = true};
    if (!wish_parse(&live.wish, &call->args, session_board(call->session),
                    dialect->more, call->why))
        return false;
    struct observer observer = observe(&live);
    stream_begin(call->stream);
    session_observe(call->session, &observer);
    session_limit(call->session, live.wish.limited ? &live.wish.limits : NULL);
    bool const decided =
        session_genmove(call->session, live.wish.color, how, decision, call->why);
    session_observe(call->session, NULL);
    session_limit(call->session, NULL);
    reply_live_end(call);
    if (decided && !live.told)
        tell_decision(&live, decision);
    return decided;
}

static void tell_move(struct call *call, char const *move)
{
    char line[32];
    snprintf(line, sizeof line, "play %s", move);
    stream_line(call->stream, line);
}

/* Arguments: see wish.h.  Fails: not these.  Returns: lines in DIALECT while a move is
   thought about, as HOW says, and in the end; then `play' and the move.  */
static bool analyse_genmove(struct call *call, struct dialect const *dialect,
                            enum genmove how)
{
    struct decision decision;
    char text[POINT_TEXT];
    if (!think_aloud(call, dialect, how, &decision))
        return false;
    tell_move(call, point_format(decision.at, text));
    return true;
}

/* Status of these: Leela Zero.  */
static bool run_lz_analyze(struct call *call)
{
    return analyse(call, &dialect_lz);
}

static bool run_lz_genmove_analyze(struct call *call)
{
    return analyse_genmove(call, &dialect_lz, GENMOVE_PLAY);
}

/* Status of these: KataGo.  */
static bool run_kata_analyze(struct call *call)
{
    return analyse(call, &dialect_kata);
}

static bool run_kata_genmove_analyze(struct call *call)
{
    return analyse_genmove(call, &dialect_kata, GENMOVE_PLAY);
}

static bool run_kata_search_analyze(struct call *call)
{
    return analyse_genmove(call, &dialect_kata, GENMOVE_ASK);
}

/* The move, unless somebody wants something else by now.  */
static char const *move_if_wanted(struct call const *call, struct decision const *found,
                                  char text[POINT_TEXT])
{
    return atomic_load(call->waits) ? "cancelled" : point_format(found->at, text);
}

/* The same, broken off by the next line.  */
static bool run_kata_search_analyze_cancellable(struct call *call)
{
    atomic_bool const *const stop = session_stop(call->session);
    struct decision found;
    char text[POINT_TEXT];
    session_listen(call->session, call->waits);
    bool const decided = think_aloud(call, &dialect_kata, GENMOVE_ASK, &found);
    session_listen(call->session, stop);
    if (decided)
        tell_move(call, move_if_wanted(call, &found, text));
    return decided;
}

/* Arguments: color.  Fails: no such color.  Returns: what genmove would, or, when the
   next line has broken it off, `cancelled'.  Status: KataGo; LizGoban plays so.  */
static bool run_kata_search_cancellable(struct call *call)
{
    atomic_bool const *const stop = session_stop(call->session);
    struct decision found;
    enum color color;
    char text[POINT_TEXT];
    if (!arguments_color(&call->args, 0, &color, call->why))
        return false;
    session_listen(call->session, call->waits);
    bool const decided =
        session_genmove(call->session, color, GENMOVE_ASK, &found, call->why);
    session_listen(call->session, stop);
    if (decided)
        fputs(move_if_wanted(call, &found, text), call->reply);
    return decided;
}

/* Status: CGOS, "GTP tournament game expansion" 0.1.  */
static bool run_cgos_genmove_analyze(struct call *call)
{
    return analyse_genmove(call, &dialect_cgos, GENMOVE_PLAY);
}

/* Status: ours.  */
static bool run_hishi_analyze(struct call *call)
{
    return analyse(call, &dialect_hishi);
}

/* clang-format off */
#define WISHES "[COLOR] [INTERVAL] [KEY VALUE...]"

struct gtp_command const analysis_commands[] = {
    {"lz-analyze", run_lz_analyze, 0, MANY, WISHES, "what a search sees, every INTERVAL centiseconds, until the next line", NULL},
    {"lz-genmove_analyze", run_lz_genmove_analyze, 0, MANY, WISHES, "the same of the search for a move, and play it", NULL},
    {"kata-analyze", run_kata_analyze, 0, MANY, WISHES, "as lz-analyze, with fractions, and if wished ownership, rootInfo, pvVisits", NULL},
    {"kata-genmove_analyze", run_kata_genmove_analyze, 0, MANY, WISHES, "the same of the search for a move, and play it", NULL},
    {"kata-search_analyze", run_kata_search_analyze, 0, MANY, WISHES, "the same, and do not play it", NULL},
    {"kata-search_analyze_cancellable", run_kata_search_analyze_cancellable, 0, MANY, WISHES, "the same, broken off by the next line", NULL},
    {"kata-search_cancellable", run_kata_search_cancellable, 1, 1, "COLOR", "what genmove would play, or cancelled when the next line comes", NULL},
    {"cgos-genmove_analyze", run_cgos_genmove_analyze, 0, MANY, WISHES, "decide on a move and play it, with a line of JSON for those who watch", NULL},
    {"hishi-analyze", run_hishi_analyze, 0, MANY, WISHES, "a line of JSON every INTERVAL: candidates with voices, memories and games", NULL},
    /* Arguments: none.  Fails: never.  Returns: nothing; like any line it has ended an
       analysis.  Status: KataGo.  */
    {"stop", reply_nothing, 0, 0, "", "end an analysis, as any other line does", NULL},
    {0},
};
/* clang-format on */
