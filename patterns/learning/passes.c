#include <config.h>

#include "patterns/learning/passes.h"

#include "engine/base/rng.h"
#include "engine/records/players.h"
#include "engine/records/workers.h"

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum { BATCH_GAMES = 8192 }; /* between two marks of how far it is, usually */

struct passes {
    struct learn_task const *task;
    struct passes_work work;
    struct casebuilder *list; /* of the games */
    struct learn_folder folder;
    struct learn_state state;
    struct players *players;      /* of all games, when one is asked for */
    struct archive_account first; /* of the games in the first pass */
    struct archive_reader *reader;
    long seen_games; /* by the reading thread in this pass, skipped ones included */
    long skip;       /* so many were done before */
    int pass;
    bool stopped;         /* by the caller */
    bool enough;          /* games in this pass: stopped, or the limit is reached */
    pthread_mutex_t lock; /* for the number of runs, and for FAULT */
    bool faulty;
    struct failure fault;
};

struct passes *passes_new(struct learn_task const *task, struct passes_work const *work,
                          struct casebuilder *games)
{
    struct passes *const passes = xzalloc(sizeof *passes);
    passes->task = task;
    passes->work = *work;
    passes->list = games;
    passes->players = task->player ? players_new() : NULL;
    pthread_mutex_init(&passes->lock, NULL);
    return passes;
}

void passes_free(struct passes *passes)
{
    players_free(passes->players);
    pthread_mutex_destroy(&passes->lock);
    free(passes);
}

struct learn_folder const *passes_folder(struct passes const *passes)
{
    return &passes->folder;
}

struct learn_state const *passes_state(struct passes const *passes)
{
    return &passes->state;
}

int passes_next_run(struct passes *passes)
{
    pthread_mutex_lock(&passes->lock);
    int const number = passes->state.runs++;
    pthread_mutex_unlock(&passes->lock);
    return number;
}

void passes_fault(struct passes *passes, struct failure const *why)
{
    pthread_mutex_lock(&passes->lock);
    if (!passes->faulty)
        passes->fault = *why;
    passes->faulty = true;
    pthread_mutex_unlock(&passes->lock);
}

/* ---------------------------------------------------------------- which games */

bool passes_wanted_side(struct learn_task const *task, struct game const *game,
                        enum color color)
{
    assert(color == BLACK || color == WHITE);
    return !task->player ||
           strcmp(color == BLACK ? game->black : game->white, task->player) == 0;
}

static bool wanted(struct passes *passes, struct game const *game,
                   struct origin const *origin)
{
    struct learn_task const *const task = passes->task;
    if (passes->players && passes->pass == 1)
        players_add(passes->players, game);
    if (!(task->residues >> origin->number % 20 & 1))
        return false;
    return passes_wanted_side(task, game, BLACK) ||
           passes_wanted_side(task, game, WHITE);
}

static bool tell(struct passes *passes)
{
    struct learn_progress progress = {.pass = passes->pass,
                                      .games = passes->seen_games};
    archive_progress(passes->reader, &progress.done, &progress.total);
    return !passes->task->watch ||
           passes->task->watch(passes->task->context, &progress);
}

static bool select_game(void *context, struct game const *game,
                        struct origin const *origin)
{
    struct passes *const passes = context;
    long const limit = passes->task->limit;
    if (passes->enough || !wanted(passes, game, origin))
        return false;
    if (passes->pass == 1)
        casebuilder_remember(passes->list, game, origin);
    passes->seen_games++;
    passes->stopped = !tell(passes);
    passes->enough = passes->stopped || passes->seen_games == limit;
    return passes->seen_games > passes->skip;
}

/* ---------------------------------------------------------------- both passes */

static void gather(void *context, int worker, struct game const *game, long number)
{
    struct passes_work const *const work = &((struct passes *)context)->work;
    assert(worker >= 0 && number >= 0);
    work->gather(work->context, worker, game, number);
}

static void count(void *context, int worker, struct game const *game, long number)
{
    struct passes_work const *const work = &((struct passes *)context)->work;
    assert(worker >= 0 && number >= 0);
    work->count(work->context, worker, game, number);
}

/* A number that differs for tasks that would not learn the same; SUM is that of the
   files.  */
static uint64_t task_number(struct passes const *passes, char const *sum)
{
    struct learn_task const *const task = passes->task;
    uint64_t number = rng_mix(task->residues ^ (uint64_t)task->limit << 32);
    number = rng_mix(number ^ passes->work.number);
    number = rng_mix_text(number, task->player ? task->player : "");
    for (int i = 0; i < task->place_count; i++)
        number = rng_mix_text(number, task->places[i]);
    return rng_mix_text(rng_mix_text(number, sum), HISHI_VERSION);
}

static long batch_of(struct learn_task const *task)
{
    return task->batch ? task->batch : BATCH_GAMES;
}

static void open_reader(struct passes *passes)
{
    struct learn_task const *const task = passes->task;
    passes->reader =
        archive_open_up_to(task->places, task->place_count, task->max_expand,
                           passes->pass == 1 ? task->report : NULL, task->context);
    passes->seen_games = 0;
    passes->enough = false;
}

static bool trouble(struct passes const *passes, struct failure *why)
{
    if (passes->faulty)
        return failed(why, "%s", passes->fault.text);
    if (passes->stopped)
        return failed(why, "stopped; the same command goes on from here");
    if (passes->seen_games >= MEMORY_GAMES)
        return failed(why, "a memory names at most %d games", MEMORY_GAMES - 1);
    return true;
}

static bool first_pass(struct passes *passes, struct failure *why)
{
    struct learn_state *const state = &passes->state;
    struct workers const crew = {passes->task->threads, select_game, gather, passes,
                                 &passes->enough};
    passes->skip = state->pass == 1 ? state->games : LONG_MAX;
    long const batch = batch_of(passes->task);
    long done = state->pass == 1 ? state->games : 0, now;
    do {
        now = workers_run(&crew, passes->reader, done, batch);
        if (!trouble(passes, why))
            return false;
        state->moves += passes->work.flush(passes->work.context);
        if (state->pass > 1)
            continue;
        state->games = done += now;
        if (!trouble(passes, why) || !runs_save_state(&passes->folder, state, why))
            return false;
    } while (now == batch);
    state->pass = 2;
    return runs_save_state(&passes->folder, state, why);
}

static bool second_pass(struct passes *passes, struct failure *why)
{
    struct workers const crew = {passes->task->threads, select_game, count, passes,
                                 &passes->enough};
    passes->skip = 0;
    if (!passes->work.load(passes->work.context, &passes->skip, why))
        return false;
    long const batch = batch_of(passes->task);
    long done = passes->skip, now;
    int unsaved = 0;
    do {
        now = workers_run(&crew, passes->reader, done, batch);
        if (!trouble(passes, why))
            return false;
        done += now;
        if (++unsaved % passes->work.batches == 0 &&
            !passes->work.save(passes->work.context, done, why))
            return false;
    } while (now == batch);
    return true;
}

/* Are these games to be learnt from, and which folder is theirs?  */
static bool check_games(struct passes *passes, struct failure *why)
{
    struct learn_task const *const task = passes->task;
    char sum[CONTENT_HEX] = "";
    if (!archive_repeats(passes->reader, why) ||
        (!task->keep_going && !archive_whole(passes->reader, why)) ||
        (!archive_sum(passes->reader, sum, why) && !task->keep_going))
        return false;
    passes->folder = (struct learn_folder){task->folder, task_number(passes, sum)};
    return true;
}

/* The first reading has come to its end: was it all there, and was it anything?  */
static bool check_first(struct passes *passes, struct failure *why)
{
    struct learn_task const *const task = passes->task;
    passes->first = *archive_account(passes->reader);
    if (!task->keep_going && !archive_whole(passes->reader, why))
        return false;
    if (!passes->seen_games && passes->players &&
        !players_games(passes->players, task->player))
        return players_refuse(passes->players, task->player, why);
    if (!passes->seen_games)
        return failed(why, "there was no game to learn from");
    if (!passes->state.moves)
        return failed(why, "in %ld games there was no move to learn from",
                      passes->seen_games);
    archive_tell(passes->reader, -1, task->made);
    if (!task->keep_going && !archive_whole(passes->reader, why))
        return false;
    provenance_say(task->made, "learnt from", "%ld games, %llu moves",
                   passes->seen_games, (unsigned long long)passes->state.moves);
    return true;
}

/* And the second one: was it the same?  */
static bool check_second(struct passes *passes, struct failure *why)
{
    struct archive_account const *const again = archive_account(passes->reader);
    return again->digest == passes->first.digest ||
           failed(why,
                  "the games were not the same when they were read again: %ld, and "
                  "%ld before",
                  again->games, passes->first.games);
}

/* Every move that was learnt is in the runs.  */
static bool merge(struct passes *passes, struct failure *why)
{
    uint64_t played = 0;
    if (!passes->work.merge(passes->work.context, &played, why))
        return false;
    return played == passes->state.moves ||
           failed(why, "%s: the runs hold %llu moves, and %llu were learnt",
                  passes->folder.path, (unsigned long long)played,
                  (unsigned long long)passes->state.moves);
}

static bool run_first(struct passes *passes, struct failure *why)
{
    passes->pass = 1;
    open_reader(passes);
    bool const good = check_games(passes, why) &&
                      runs_open(&passes->folder, &passes->state, why) &&
                      first_pass(passes, why);
    bool const sound = good && check_first(passes, why);
    if (good && !sound)
        runs_remove(&passes->folder, &passes->state);
    archive_close(passes->reader);
    return sound;
}

static bool run_second(struct passes *passes, struct failure *why)
{
    passes->pass = 2;
    open_reader(passes);
    bool const good = second_pass(passes, why);
    bool const same = good && check_second(passes, why);
    if (good)
        runs_remove(&passes->folder, &passes->state);
    archive_close(passes->reader);
    return same;
}

bool passes_run(struct passes *passes, struct failure *why)
{
    return run_first(passes, why) && merge(passes, why) && run_second(passes, why);
}
