#include <config.h>

#include "tools/book/search_judge.h"

#include <xalloc.h>

#include <stdlib.h>

#include "player/session.h"

struct search_judge {
    struct session *session;
    int size, handicap;
    atomic_bool const *stop; /* or NULL */
};

struct search_judge *search_judge_new(int size, int handicap, double komi,
                                      uint64_t seed)
{
    struct session_options options = session_defaults();
    struct search_judge *const judge = xzalloc(sizeof *judge);
    options.width = options.height = size;
    options.komi = komi;
    options.fixed_seed = true;
    options.seed = seed;
    options.tuning.resign_below = 0;
    options.tuning.book_depth = 0; /* a judge thinks for itself */
    options.tuning.sources.opening = 0;
    *judge = (struct search_judge){session_new(&options), size, handicap, NULL};
    return judge;
}

void search_judge_free(struct search_judge *judge)
{
    if (judge)
        session_free(judge->session);
    free(judge);
}

void search_judge_listen(struct search_judge *judge, atomic_bool const *stop)
{
    judge->stop = stop;
    session_listen(judge->session, stop);
}

/* A new game that begins as books with this handicap do.  */
static bool begin(struct search_judge *judge, struct failure *why)
{
    point stones[AREA_MAX];
    session_clear(judge->session);
    return judge->handicap == 0 ||
           (rules_handicap(judge->size, judge->size, judge->handicap, stones, why) &&
            session_give_handicap(judge->session, stones, judge->handicap, why));
}

static bool play(struct search_judge *judge, struct way way, struct failure *why)
{
    struct move moves[WAY_MAX + 1];
    enum color color = judge->handicap ? WHITE : BLACK;
    for (int i = 0; i < way.count; i++, color = opponent(color))
        moves[i] = (struct move){(uint8_t)color, way.moves[i]};
    return session_play(judge->session, moves, way.count, why);
}

/* The move, and what else was looked at more than SELDOM.  */
static void tell_choices(struct decision const *decision, struct verdict *verdict)
{
    enum { SELDOM = 200 }; /* once in so many playouts */
    struct evidence const *const evidence = &decision->evidence;
    verdict->choice[verdict->choices++] = decision->at;
    for (int i = 0; i < evidence->count && verdict->choices < CHOICES_MAX; i++)
        if (evidence->insight[i].at != decision->at &&
            (long)evidence->insight[i].visits * SELDOM >= verdict->playouts)
            verdict->choice[verdict->choices++] = evidence->insight[i].at;
}

static bool judge_way(void *self, struct way way, uint32_t playouts,
                      struct verdict *verdict, struct failure *why)
{
    struct search_judge *const judge = self;
    struct session *const session = judge->session;
    struct decision decision;
    session_tuning(session)->search.playouts = (int)playouts;
    if (!begin(judge, why) || !play(judge, way, why))
        return false;
    enum color const color = (enum color)session_board(session)->to_move;
    if (!session_genmove(session, color, GENMOVE_ASK, &decision, why))
        return false;
    *verdict = (struct verdict){
        .win = decision.win, .lead = decision.score, .playouts = playouts};
    tell_choices(&decision, verdict);
    return true;
}

static bool is_stopped(struct search_judge const *judge)
{
    return judge->stop && atomic_load(judge->stop);
}

bool search_judge_ask(struct search_judge *judge, struct verdicts *verdicts,
                      struct way way, struct aspect const *view, uint32_t playouts,
                      struct verdict *verdict, struct failure *why)
{
    struct verdict const *known = verdicts_find(verdicts, view->key, playouts);
    why->text[0] = '\0';
    if (!known) {
        bool const judged =
            !is_stopped(judge) && judge_way(judge, way, playouts, verdict, why);
        if (is_stopped(judge))
            why->text[0] = '\0'; /* a search that was cut off is worth nothing */
        if (!judged || is_stopped(judge))
            return false;
        verdict_settle(verdict, view);
        if (!verdicts_add(verdicts, view, way, verdict, why))
            return false;
        known = verdicts_find(verdicts, view->key, playouts);
    }
    *verdict = *known;
    return true;
}

struct verdict_judge search_judge_row(struct search_judge *judge)
{
    return (struct verdict_judge){judge_way, judge};
}
