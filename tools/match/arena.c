#include <config.h>

#include "tools/match/arena.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xalloc.h>

#include "engine/base/printed.h"
#include "tools/clock_text.h"
#include "tools/match/schedule.h"

enum { REFEREE = ROSTER_MAX }; /* its place among a worker's peers */

/* What the workers share.  */
struct hall {
    struct arena *arena;
    pthread_mutex_t lock; /* for all below, the outcomes, the ledger, the report */
    int next;             /* no earlier game is still to be begun */
    bool failed;
    struct failure why;
};

struct arena_worker {
    struct hall *hall;
    pthread_t thread;
    struct peer *peers[ROSTER_MAX + 1];
};

/* ---------------------------------------------------------------- engines */

static bool give_orders(struct contender const *contender, struct peer *peer,
                        double patience_s, struct reply *reply)
{
    for (int i = 0; i < contender->order_count; i++)
        if (!peer_ask(peer, patience_s, reply, "%s", contender->orders[i]))
            return false;
    return true;
}

/* A running CONTENDER that has had its orders, or NULL.  */
static struct peer *start(struct arena const *arena, struct contender const *contender,
                          enum fault *fault, struct failure *why)
{
    double const patience_s = arena->plan->terms->patience_s;
    struct reply reply;
    struct peer *const peer =
        peer_start(contender->command, patience_s, arena->stop, fault, why);
    if (!peer || give_orders(contender, peer, patience_s, &reply))
        return peer;
    *fault = reply.fault;
    *why = reply.why;
    peer_stop(peer);
    return NULL;
}

static bool rehearse(struct arena const *arena, struct contender const *contender,
                     char **title, struct failure *why)
{
    enum fault fault;
    struct reply reply;
    struct failure what;
    struct peer *const peer = start(arena, contender, &fault, &what);
    if (!peer)
        return failed(why, "engine %s does not start: %s", contender->name, what.text);
    bool const good = terms_tell(arena->plan->terms, peer, &reply) ||
                      failed(why, "engine %s cannot play this match: it %s",
                             contender->name, reply.why.text);
    if (good && title) {
        free(*title);
        *title = xstrdup(peer_title(peer));
    }
    peer_stop(peer);
    return good;
}

bool arena_rehearse(struct arena const *arena, struct roster *roster,
                    struct failure *why)
{
    for (int i = 0; i < roster->count; i++)
        if (!rehearse(arena, &roster->list[i], &roster->list[i].title, why))
            return false;
    return !arena->referee || rehearse(arena, arena->referee, NULL, why);
}

/* Put engine ROW (or REFEREE) into the seat of COLOR, started if need be.  */
static void take_seat(struct arena_worker *worker, int row, enum color color,
                      struct parties *parties)
{
    struct arena const *const arena = worker->hall->arena;
    struct contender const *const contender =
        row == REFEREE ? arena->referee : &arena->plan->roster->list[row];
    if (!contender)
        return;
    if (worker->peers[row] && !peer_works(worker->peers[row])) {
        peer_stop(worker->peers[row]);
        worker->peers[row] = NULL;
    }
    if (!worker->peers[row])
        worker->peers[row] =
            start(arena, contender, &parties->faults[color], &parties->why[color]);
    parties->peers[color] = worker->peers[row];
}

/* ---------------------------------------------------------------- one game */

static void head_record(struct match_plan const *plan, struct fixture const *fixture,
                        struct game *record)
{
    time_t const now = time(NULL);
    struct tm today;
    snprintf(record->black, sizeof record->black, "%s",
             plan->roster->list[fixture->black].name);
    snprintf(record->white, sizeof record->white, "%s",
             plan->roster->list[fixture->white].name);
    snprintf(record->rules, sizeof record->rules, "%s", plan->terms->rules->sgf);
    strftime(record->date, sizeof record->date, "%Y-%m-%d", localtime_r(&now, &today));
    record->komi = plan->terms->komi;
    record->komi_known = true;
}

static void describe_player(FILE *out, char const *side,
                            struct contender const *contender,
                            struct usage const *usage)
{
    fprintf(out, "%s: %s, %s: %s\n", side, contender->name,
            contender->title ? contender->title : "?", contender->command);
    fprintf(out,
            "%s's time: %d moves, wall %.3f s, longest %.3f s, CPU %.3f s, "
            "longest %.3f s\n",
            side, usage->moves, usage->wall_s, usage->wall_max_s, usage->cpu_s,
            usage->cpu_max_s);
}

/* The comment of the record: who played, how it ended, and who says so.  */
static char *describe(struct match_plan const *plan, int number,
                      struct fixture const *fixture, struct opening const *opening,
                      struct game_outcome const *outcome)
{
    char clock[CLOCK_TEXT], result[RESULT_TEXT];
    struct printed printed;
    FILE *const out = printed_begin(&printed);
    clock_text_format(&plan->terms->clock, clock);
    game_outcome_format(outcome, result);
    fprintf(out, "Game %d of %d. Clock %s. The first %d moves are the opening.\n",
            number + 1, plan->games, clock, opening->count);
    describe_player(out, "Black", &plan->roster->list[fixture->black],
                    &outcome->usage[BLACK]);
    describe_player(out, "White", &plan->roster->list[fixture->white],
                    &outcome->usage[WHITE]);
    fprintf(out, "Result: %s by %s", result, ending_names[outcome->ending]);
    if (outcome->ending == ENDING_COUNT)
        fprintf(out, ": %s", source_table[outcome->source].tale);
    if (outcome->ending == ENDING_FORFEIT)
        fprintf(out, ": %s %s: %s", color_name(outcome->culprit),
                fault_table[outcome->fault].tale, outcome->note.text);
    return printed_end(&printed);
}

static void set_result(struct game_outcome const *outcome, struct game *record)
{
    game_outcome_format(outcome, record->result);
    record->winner =
        outcome->ending == ENDING_NO_RESULT ? EMPTY : (uint8_t)outcome->winner;
    record->scored = outcome->ending == ENDING_COUNT;
    record->score = outcome->score;
}

/* Hand in a finished game.  */
static void conclude(struct hall *hall, int number, struct game const *record,
                     struct game_outcome const *outcome)
{
    struct arena *const arena = hall->arena;
    pthread_mutex_lock(&hall->lock);
    assert(arena->outcomes[number].ending == ENDING_STOPPED && "played once");
    arena->outcomes[number] = *outcome;
    if (arena->ledger &&
        !ledger_add(arena->ledger, number, record, outcome, &hall->why)) {
        hall->failed = true;
        atomic_store(arena->stop, true);
    }
    if (arena->report && !arena->report(arena->context, number, outcome))
        atomic_store(arena->stop, true);
    pthread_mutex_unlock(&hall->lock);
}

static void play(struct arena_worker *worker, int number)
{
    struct arena const *const arena = worker->hall->arena;
    struct match_plan const *const plan = arena->plan;
    struct fixture const fixture =
        schedule_game(number, plan->roster->count, plan->gauntlet);
    struct opening const opening = openings_get(arena->openings, fixture.opening);
    struct parties parties = {.stop = arena->stop};
    struct game_outcome outcome;
    struct game record;

    take_seat(worker, fixture.black, BLACK, &parties);
    take_seat(worker, fixture.white, WHITE, &parties);
    take_seat(worker, REFEREE, EMPTY, &parties);
    game_init(&record, plan->terms->size, plan->terms->size);
    referee_play(plan->terms, plan->policy, &parties, &opening, &record, &outcome);
    if (outcome.ending != ENDING_STOPPED) {
        head_record(plan, &fixture, &record);
        set_result(&outcome, &record);
        record.comment = describe(plan, number, &fixture, &opening, &outcome);
        conclude(worker->hall, number, &record, &outcome);
    }
    game_release(&record);
}

/* ---------------------------------------------------------------- all games */

/* A game nobody plays or has played, or -1.  */
static int next_game(struct hall *hall)
{
    struct arena const *const arena = hall->arena;
    pthread_mutex_lock(&hall->lock);
    while (hall->next < arena->plan->games &&
           arena->outcomes[hall->next].ending != ENDING_STOPPED)
        hall->next++;
    bool const more = hall->next < arena->plan->games && !atomic_load(arena->stop);
    int const number = more ? hall->next++ : -1;
    pthread_mutex_unlock(&hall->lock);
    return number;
}

static void *work(void *context)
{
    struct arena_worker *const worker = context;
    for (int number; (number = next_game(worker->hall)) >= 0;)
        play(worker, number);
    for (int i = 0; i <= ROSTER_MAX; i++)
        peer_stop(worker->peers[i]);
    return NULL;
}

/* The signals are for the thread that waits, not for those that work.  */
static int start_worker(struct arena_worker *worker)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int const error = pthread_create(&worker->thread, NULL, work, worker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

bool arena_run(struct arena *arena, struct failure *why)
{
    struct hall hall = {.arena = arena, .lock = PTHREAD_MUTEX_INITIALIZER};
    struct arena_worker *const workers = xcalloc(arena->jobs, sizeof *workers);
    int started = 0, error = 0;
    for (; started < arena->jobs && !error; started += !error) {
        workers[started].hall = &hall;
        error = start_worker(&workers[started]);
    }
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    free(workers);
    if (started == 0)
        return failed(why, "cannot start a thread: %s", strerror(error));
    return !hall.failed || failed(why, "%s", hall.why.text);
}
