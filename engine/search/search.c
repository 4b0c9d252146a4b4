#include <config.h>

#include "engine/base/headroom.h"
#include "engine/base/seconds.h"
#include "engine/search/search_inside.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

struct search_tuning search_defaults(void)
{
    struct holder {
        struct search_tuning search;
    };
    static struct param const rows[] = {SEARCH_PARAMS(struct holder, search), {0}};
    struct holder holder;
    params_reset(rows, &holder);
    return holder.search;
}

/* ---------------------------------------------------------------- making one */

/* Two trees of MEMORY_MB together, and room for all else that thinking takes.  That is
   only tried out, which a compiler must not take for nothing at all.  */
static bool plant(struct search *search, double memory_mb)
{
    enum { ELSE_MB = 64 };
    void *volatile rest = NULL;
    bool const planted = tree_init(&search->tree, memory_mb) &&
                         tree_init(&search->spare, memory_mb) &&
                         (rest = malloc((size_t)ELSE_MB << 20));
    free(rest);
    if (!planted) {
        tree_release(&search->tree);
        tree_release(&search->spare);
    }
    return planted;
}

/* As much as is wanted, or else as much as there is: a tree that does not grow any
   more is a smaller evil than a program that ends.  */
static void plant_trees(struct search *search)
{
    static double const part = 0.8, least_mb = 0.01;
    double memory_mb = fmin(search->tuning.memory_mb, part * headroom_mb());
    while (!plant(search, memory_mb)) {
        if (memory_mb < least_mb)
            xalloc_die();
        memory_mb /= 2;
    }
    search->memory_mb = memory_mb;
}

static void add_workers(struct search *search)
{
    search->workers = xcalloc((size_t)search->tuning.threads, sizeof *search->workers);
    for (int i = 0; i < search->tuning.threads; i++) {
        struct worker *const worker = &search->workers[i];
        worker->search = search;
        worker->state = policy_new_state(&search->policy);
        history_init(&worker->history);
        worker->consultation = consultation_twin(search->consultation);
    }
    plant_trees(search);
    search->kept = false;
}

static void drop_workers(struct search *search)
{
    for (int i = 0; i < search->tuning.threads; i++) {
        struct worker *const worker = &search->workers[i];
        free(worker->state);
        free(worker->moves);
        free(worker->watch);
        history_release(&worker->history);
        consultation_free(worker->consultation);
    }
    free(search->workers);
    tree_release(&search->tree);
    tree_release(&search->spare);
}

struct search *search_new(struct search_parts const *parts,
                          struct search_tuning const *tuning, uint64_t seed)
{
    struct search *const search = xzalloc(sizeof *search);
    search->policy = parts->policy;
    search->consultation = parts->consultation;
    search->tuning = *tuning;
    search->seed = seed;
    add_workers(search);
    return search;
}

void search_free(struct search *search)
{
    if (!search)
        return;
    drop_workers(search);
    free(search);
}

void search_forget(struct search *search)
{
    search->kept = false;
}

void search_reseed(struct search *search, uint64_t seed)
{
    search->seed = seed;
    search_forget(search);
}

void search_tune(struct search *search, struct search_tuning const *tuning)
{
    bool const same = tuning->threads == search->tuning.threads &&
                      tuning->memory_mb == search->tuning.memory_mb;
    if (!same)
        drop_workers(search);
    search->tuning = *tuning;
    if (!same)
        add_workers(search);
}

double search_memory_mb(struct search const *search)
{
    return search->memory_mb;
}

/* ---------------------------------------------------------------- when to stop */

enum { DECIDED_EVERY = 32 }; /* playouts between two looks for an early end */

/* The two children of the root with most visits.  */
static void find_first_two(struct search const *search, struct node const *first_two[2])
{
    static struct node const none;
    struct tree const *const tree = &search->tree;
    struct children walk = tree_children(ROOT);
    first_two[0] = first_two[1] = &none;
    while (tree_next(tree, &walk)) {
        struct node const *const child = &tree->node[walk.at];
        if (node_load(&child->visits) > node_load(&first_two[0]->visits)) {
            first_two[1] = first_two[0];
            first_two[0] = child;
        } else if (node_load(&child->visits) > node_load(&first_two[1]->visits))
            first_two[1] = child;
    }
}

/* Can no other move overtake the first one with MORE playouts?  */
static bool is_decided(struct search const *search, double more)
{
    struct node const *move[2];
    find_first_two(search, move);
    return node_load(&move[0]->visits) > node_load(&move[1]->visits) + more;
}

/* Is the choice a hard one: the second move about as much visited as the first,
   or visited less and yet better?  */
static bool is_torn(struct search const *search)
{
    struct node const *move[2];
    double visits[2], won[2];
    find_first_two(search, move);
    for (int i = 0; i < 2; i++) {
        visits[i] = node_load(&move[i]->visits) + 1e-9;
        won[i] = node_load(&move[i]->value) / visits[i];
    }
    return visits[1] > 0.8 * visits[0] ||
           (visits[1] > 0.4 * visits[0] && won[1] > won[0]);
}

static bool must_stop(struct search *search, long done)
{
    struct task const *const task = search->task;
    if (node_load(&search->tree.node[ROOT].visits) > ENOUGH ||
        (task->stop && atomic_load_explicit(task->stop, memory_order_relaxed)))
        return true;
    double more = search->limit >= 0 ? (double)(search->limit - done) : INFINITY;
    if (task->budget_ms >= 0) {
        double const used_ms = now_ms() - search->begin_ms;
        double const left_ms = task->budget_ms - used_ms;
        if (left_ms <= 0)
            return used_ms >= task->limit_ms ||
                   (done % DECIDED_EVERY == 0 && !is_torn(search));
        more = fmin(more, (double)done * left_ms / used_ms);
    }
    return done % DECIDED_EVERY == 0 && is_decided(search, more);
}

/* ---------------------------------------------------------------- running */

/* How long a playout took, or the machine did something else.  */
static void note_gap(struct worker *worker)
{
    double const at_ms = now_ms(), gap_ms = at_ms - worker->looked_ms;
    if (gap_ms > worker->gap_ms)
        worker->gap_ms = gap_ms;
    worker->looked_ms = at_ms;
}

static void *run_worker(void *context)
{
    struct worker *const worker = context;
    struct search *const search = worker->search;
    while (!atomic_load_explicit(&search->halt, memory_order_relaxed)) {
        long const begun =
            atomic_fetch_add_explicit(&search->begun, 1, memory_order_relaxed);
        if (search->limit >= 0 && begun >= search->limit)
            break;
        search_round(worker);
        note_gap(worker);
        long const done =
            atomic_fetch_add_explicit(&search->done, 1, memory_order_relaxed) + 1;
        if (worker == search->workers)
            search_tell(search);
        if (must_stop(search, done))
            atomic_store_explicit(&search->halt, true, memory_order_relaxed);
    }
    return NULL;
}

static void prepare_worker(struct worker *worker, int number)
{
    struct search const *const search = worker->search;
    struct situation const *const situation = &search->task->situation;
    struct history const *const past = search->task->history;
    worker->played = 0;
    worker->leads = (struct leads){0};
    worker->gap_ms = 0;
    worker->looked_ms = now_ms();
    rng_seed(&worker->rng,
             rng_mix(search->seed + (uint64_t)number) ^
                 rng_mix(situation->board->hash + situation->board->moves));
    if (worker->moves_capacity < situation->move_count + DEPTH_MAX) {
        worker->moves_capacity = 2 * situation->move_count + DEPTH_MAX;
        worker->moves = xreallocarray(worker->moves, (size_t)worker->moves_capacity,
                                      sizeof *worker->moves);
    }
    if (situation->move_count)
        memcpy(worker->moves, situation->moves,
               (size_t)situation->move_count * sizeof *worker->moves);
    history_clear(&worker->history);
    history_append(&worker->history, past, DEPTH_MAX);
    search_watch(worker);
}

/* All threads but the first are started, which is the caller's own; returns how many
   could not be.  */
static int run(struct search *search)
{
    int started = 1;
    for (int i = 0; i < search->tuning.threads; i++)
        prepare_worker(&search->workers[i], i);
    for (; started < search->tuning.threads; started++)
        if (pthread_create(&search->workers[started].thread, NULL, run_worker,
                           &search->workers[started]))
            break; /* then with fewer */
    run_worker(&search->workers[0]);
    for (int i = 1; i < started; i++)
        pthread_join(search->workers[i].thread, NULL);
    return search->tuning.threads - started;
}

/* ---------------------------------------------------------------- picking */

/* How long the sides of BOARD are, beside those of 19x19.  */
static double scale_of(struct board const *board)
{
    return (board->width + board->height) / 38.0;
}

/* The judge has learnt from games on 19x19: the smaller the board, the less is it
   trusted, and the fewer points decide.  */
static struct trust trust_on(struct search_tuning const *tuning,
                             struct board const *board)
{
    double const scale = scale_of(board), share = scale < 1 ? scale : 1;
    return (struct trust){.share = share * tuning->judge,
                          .even = share * tuning->judge_even,
                          .unsure = scale * tuning->judge_unsure};
}

/* The larger the board, the less one move changes: so much more counts what it does. */
static double favour_on(struct search_tuning const *tuning, struct board const *board)
{
    return tuning->favour * board->width * board->height / (19 * 19);
}

/* What is best on 9x9 is too much on 19x19: search.h has the games.  */
static double prior_on(struct search_tuning const *tuning, struct board const *board)
{
    return tuning->prior * pow(scale_of(board), -2.0 / 3);
}

static void begin(struct search *search, struct task const *task)
{
    search->task = task;
    search->begin_ms = now_ms();
    search->tell_ms = task->observer ? task->observer->first_ms : 0;
    search->needed = task->komi + rules_compensation(task->rules, task->handicap);
    search->judge = trust_on(&search->tuning, task->situation.board);
    search->favour = favour_on(&search->tuning, task->situation.board);
    search->prior = prior_on(&search->tuning, task->situation.board);
    search->limit = task->budget_ms < 0 ? search->tuning.playouts : -1;
    if (task->playouts && (search->limit < 0 || task->playouts < search->limit))
        search->limit = task->playouts;
    atomic_store(&search->begun, 0);
    atomic_store(&search->done, 0);
    atomic_store(&search->halt, false);
}

static struct leads mean_leads(struct search const *search, long done)
{
    struct leads mean = {0};
    for (int i = 0; done && i < search->tuning.threads; i++) {
        struct leads const *const leads = &search->workers[i].leads;
        mean.valued += leads->valued / (double)done;
        mean.played += leads->played / (double)done;
        mean.judged += leads->judged / (double)done;
    }
    return mean;
}

static double longest_gap_ms(struct search const *search)
{
    double longest_ms = 0;
    for (int i = 0; i < search->tuning.threads; i++)
        if (search->workers[i].gap_ms > longest_ms)
            longest_ms = search->workers[i].gap_ms;
    return longest_ms;
}

static void report(struct search *search, uint32_t best)
{
    struct node const *const node = &search->tree.node[best];
    uint32_t const visits = node_load(&node->visits);
    long const done = atomic_load(&search->done);
    struct leads const means = mean_leads(search, done);
    double const lead = search_lead(search, &means);
    search->lead = means.valued;
    search->lead_weight = done < LEAD_KEPT ? (double)done : LEAD_KEPT;
    search->report = (struct search_report){
        .playouts = done,
        .nodes = node_load(&search->tree.used),
        .win = visits ? (double)node_load(&node->won) / VALUE_ONE / visits : 0.5,
        .score = search->task->situation.board->to_move == BLACK ? lead : -lead,
        .gap_ms = longest_gap_ms(search),
        .best = node->at,
    };
}

static bool pick(void *self, struct task const *task, struct decision *decision)
{
    struct search *const search = self;
    assert(task->candidates);
    begin(search, task);
    search_keep(search);
    prepare_worker(&search->workers[0], 0);
    search_open(&search->workers[0]);
    int const missing = run(search);
    uint32_t const best = tree_best(&search->tree, ROOT);
    if (best) {
        report(search, best);
        decision->at = search->report.best;
        decision->win = search->report.win;
        decision->score = search->report.score;
        decision->evidence.playouts = search->report.playouts;
        decision->evidence.threads_missing = missing;
        search_reason(search, best, decision);
        search_tell_last(search);
    }
    search->task = NULL;
    return best != 0;
}

struct evaluator search_evaluator(struct search *search)
{
    return (struct evaluator){.name = "search",
                              .pick = pick,
                              .view = search_view,
                              .best = search_best,
                              .self = search};
}

void search_last(struct search const *search, struct search_report *out)
{
    *out = search->report;
}
