#include <config.h>

#include "engine/search.h"

#include "engine/playout.h"
#include "engine/tree.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
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

enum {
    SOURCES_MAX = 8,
    DEPTH_MAX = 200,    /* moves from the root to a leaf */
    DECIDED_EVERY = 32, /* playouts between two looks for an early end */
    ENOUGH = 1 << 22,   /* visits; sums of values have room for twice as many */
};

/* What one thread works on.  */
struct worker {
    struct search *search;
    pthread_t thread;
    void *state; /* of the policy */
    struct rng rng;
    struct history history;
    struct move *moves; /* of the game, then of the walk */
    int moves_capacity;
    struct board board;
    uint32_t path[DEPTH_MAX + 1];
    int depth;              /* path[depth] is the leaf */
    uint16_t first[POINTS]; /* when a stone was first played there: see backup */
    int length;             /* moves from the root to the end of the playout */
    double lead;            /* Black's, sum over all playouts */
};

struct search {
    struct search_tuning tuning;
    struct policy policy;
    struct source sources[SOURCES_MAX];
    int source_count;
    uint64_t seed;
    struct worker *workers; /* tuning.threads */

    struct tree tree, spare;
    pthread_mutex_t growing; /* of the tree, and the sources */
    struct candidates candidates;
    struct prior priors[AREA_MAX + 1];

    /* The search that runs, or ran last.  */
    struct task const *task;
    double needed; /* by Black, to win */
    double begin_ms;
    long limit; /* playouts, or -1 */
    atomic_long begun, done;
    atomic_bool halt;
    struct search_report report;

    /* Of what position the tree is.  */
    bool kept;
    struct board root;
    uint64_t past; /* sum over the positions that led there */
    int past_count, move_count;
    struct rules const *rules;
    double komi;
};

/* ---------------------------------------------------------------- making one */

static void add_workers(struct search *search)
{
    search->workers = xcalloc((size_t)search->tuning.threads, sizeof *search->workers);
    for (int i = 0; i < search->tuning.threads; i++) {
        struct worker *const worker = &search->workers[i];
        worker->search = search;
        worker->state = policy_new_state(&search->policy);
        history_init(&worker->history);
    }
    tree_init(&search->tree, search->tuning.memory_mb);
    tree_init(&search->spare, search->tuning.memory_mb);
    search->kept = false;
}

static void drop_workers(struct search *search)
{
    for (int i = 0; i < search->tuning.threads; i++) {
        struct worker *const worker = &search->workers[i];
        free(worker->state);
        free(worker->moves);
        history_release(&worker->history);
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
    for (int i = 0; i < parts->source_count && i < SOURCES_MAX; i++)
        search->sources[search->source_count++] = parts->sources[i];
    search->tuning = *tuning;
    search->seed = seed;
    pthread_mutex_init(&search->growing, NULL);
    add_workers(search);
    return search;
}

void search_free(struct search *search)
{
    if (!search)
        return;
    drop_workers(search);
    pthread_mutex_destroy(&search->growing);
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

/* ---------------------------------------------------------------- select */

/* How many children of a node with VISITS are open: a few at first, then one more
   each time the visits have grown by the factor.  */
static int open_children(struct search const *search, uint32_t visits)
{
    struct search_tuning const *const tuning = &search->tuning;
    double const grown = 1 + (double)visits / tuning->expand_at;
    return tuning->candidates + (int)(log(grown) / log(tuning->widening));
}

/* The child of most promise.  Each begins with some playouts like its parent's and
   with won ones by its prior (the root of it, as in Pachi: what is improbable is
   not hopeless), and its own playouts are mixed with AMAF as long as they are few
   (Gelly and Silver 2011).  */
static uint32_t select_child(struct search const *search, uint32_t from)
{
    struct search_tuning const *const tuning = &search->tuning;
    struct node const *const parent = &search->tree.node[from];
    uint32_t const visits = node_load(&parent->visits);
    int const open = open_children(search, visits), all = node_children(parent);
    int const count = open < all ? open : all;
    /* Seen from the side to move, and before anything else is known.  */
    float const value =
        visits ? 1 - (float)node_load(&parent->value) / (VALUE_ONE * (float)visits)
               : 0.5f;
    float const prior = (float)tuning->prior, even = (float)tuning->even;
    float const wish = (float)tuning->exploration * sqrtf((float)visits + 1);
    float const fade = 1 / (float)tuning->amaf;
    uint32_t best = 0;
    float most = -INFINITY;
    for (int i = 0; i < count; i++) {
        struct node const *const child =
            &search->tree.node[parent->first + (uint32_t)i];
        float const won = prior * sqrtf(child->prior);
        float const n = (float)node_load(&child->visits) + even + won;
        float const r = (float)node_load(&child->amaf_visits) + 1;
        float const own = ((float)node_load(&child->value) * (1.0f / VALUE_ONE) +
                           even * value + won) /
                          n;
        float const amaf =
            ((float)node_load(&child->amaf_value) * (1.0f / VALUE_ONE) + value) / r;
        float const beta = r / (r + n + n * r * fade);
        float const promise = own + beta * (amaf - own) + wish * child->prior / n;
        if (promise > most) {
            most = promise;
            best = parent->first + (uint32_t)i;
        }
    }
    return best;
}

static void play(struct worker *worker, point at)
{
    struct board *const board = &worker->board;
    int const count = worker->search->task->situation.move_count + worker->depth;
    worker->moves[count] = (struct move){board->to_move, at};
    board_play(board, at, (enum color)board->to_move);
    history_push(&worker->history, board);
}

/* From the root to a leaf.  Every node on the way counts a visit at once, and its
   win only later, so that other threads think less of it meanwhile.  */
static void select_leaf(struct worker *worker)
{
    struct search *const search = worker->search;
    board_copy(&worker->board, search->task->situation.board);
    worker->depth = 0;
    worker->path[0] = ROOT;
    uint32_t at = ROOT;
    atomic_fetch_add_explicit(&search->tree.node[at].visits, 1, memory_order_relaxed);
    while (node_children(&search->tree.node[at]) && worker->depth < DEPTH_MAX &&
           worker->board.passes < 2) {
        at = select_child(search, at);
        play(worker, search->tree.node[at].at);
        worker->path[++worker->depth] = at;
        atomic_fetch_add_explicit(&search->tree.node[at].visits, 1,
                                  memory_order_relaxed);
    }
}

/* ---------------------------------------------------------------- expand */

/* Of pass, and the weight of what no source proposes.  */
static float const pass_prior = 1e-3f, unproposed = 1e-6f;

/* Every legal move that fills no eye, as the sources see it, and pass.  */
static int list_priors(struct search *search, struct worker const *worker)
{
    struct board const *const board = &worker->board;
    enum color const color = (enum color)board->to_move;
    struct situation const situation = {
        board, worker->moves, search->task->situation.move_count + worker->depth};
    struct candidates *const candidates = &search->candidates;
    float sum = 0;
    int count = 0;

    candidates_clear(candidates);
    for (int i = 0; i < search->source_count; i++)
        if (search->tuning.model || search->sources[i].voice != VOICE_MODEL)
            search->sources[i].propose(search->sources[i].self, &situation, candidates);
    candidates_mix(candidates);
    for (int i = 0; i < board->empty_count; i++) {
        point const p = board->empty[i];
        if (board_is_eye(board, p, color) ||
            !rules_permit(search->task->rules, &worker->history, board, p, color))
            continue;
        float weight = unproposed;
        if (candidates->index[p])
            weight += candidates->list[candidates->index[p] - 1].p;
        search->priors[count++] = (struct prior){p, weight};
        sum += weight;
    }
    for (int i = 0; i < count; i++)
        search->priors[i].p /= sum;
    search->priors[count++] = (struct prior){PASS, pass_prior};
    return count;
}

static void expand(struct worker *worker)
{
    struct search *const search = worker->search;
    uint32_t const leaf = worker->path[worker->depth];
    pthread_mutex_lock(&search->growing);
    if (!node_children(&search->tree.node[leaf]))
        tree_grow(&search->tree, leaf, search->priors, list_priors(search, worker));
    pthread_mutex_unlock(&search->growing);
}

static bool is_ripe(struct worker const *worker)
{
    struct search const *const search = worker->search;
    struct node const *const leaf = &search->tree.node[worker->path[worker->depth]];
    return !node_children(leaf) && worker->board.passes < 2 &&
           node_load(&leaf->visits) > (uint32_t)search->tuning.expand_at;
}

/* ---------------------------------------------------------------- playout */

/* Black's lead at the end, less what he needs.  After two passes dead stones are
   found out by playing on, where they would be taken off at all.  */
static double play_out(struct worker *worker)
{
    struct search const *const search = worker->search;
    memset(worker->first, 0, sizeof worker->first);
    worker->length = worker->depth;
    if (worker->board.passes >= 2 && search->task->rules->stones_stay)
        return rules_score(search->task->rules, &worker->board, NULL,
                           search->task->komi, search->task->handicap);
    struct policy const *const policy =
        search->tuning.learnt ? &search->policy : &uniform_policy;
    worker->length += policy_playout(policy, worker->state, &worker->board,
                                     &worker->rng, worker->first, worker->depth);
    return playout_score(&worker->board) - search->needed;
}

/* ---------------------------------------------------------------- backup */

/* The value of a lead for Black, 0 to VALUE_ONE.  */
static uint32_t value_of(struct search const *search, double lead)
{
    struct board const *const board = search->task->situation.board;
    double const share = search->tuning.score_share;
    double const win = lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
    double const score = 0.5 + lead / (2.0 * board->width * board->height);
    double const bounded = score < 0 ? 0 : score > 1 ? 1 : score;
    return (uint32_t)lrint(VALUE_ONE * ((1 - share) * win + share * bounded));
}

/* Tell the children of the node at DEPTH of all moves that its side played later.
   What was played soon counts for more (Pachi's distance_rave): three times at
   first, once in the last third.  */
static void backup_amaf(struct worker const *worker, int depth, uint32_t value)
{
    struct search const *const search = worker->search;
    struct tree const *const tree = &search->tree;
    uint32_t const parent = worker->path[depth];
    int const count = node_children(&tree->node[parent]);
    uint32_t const soon = (uint32_t)search->tuning.amaf_soon;
    uint32_t const length = (uint32_t)(worker->length - depth) + 1;
    for (int i = 0; i < count; i++) {
        struct node *const child = &tree->node[tree->node[parent].first + (uint32_t)i];
        uint32_t const after = (uint32_t)(worker->first[child->at] - 1 - depth);
        if (after >= length || after % 2 || node_load(&child->amaf_visits) > ENOUGH)
            continue; /* not played, before, or by the other side */
        uint32_t const weight = 1 + soon * (length - 1 - after) / length;
        node_add(&child->amaf_visits, weight);
        node_add(&child->amaf_value, weight * value);
    }
}

/* Sides alternate, so move number I is by the side to move at the root when I is
   even; worker->first has 1 more than the number, and 0 for never.  */
static void backup(struct worker *worker, double lead)
{
    struct tree const *const tree = &worker->search->tree;
    uint32_t const black = value_of(worker->search, lead);
    enum color color = (enum color)worker->search->task->situation.board->to_move;
    if (worker->depth % 2)
        color = opponent(color);
    for (int i = worker->depth; i >= 0; i--, color = opponent(color)) {
        struct node *const node = &tree->node[worker->path[i]];
        uint32_t const mine = color == BLACK ? black : VALUE_ONE - black;
        backup_amaf(worker, i, mine);
        node_add(&node->value, VALUE_ONE - mine); /* to whoever moved here */
        if (node->at != PASS && node->at != NOWHERE)
            worker->first[node->at] = (uint16_t)i; /* it was move number i - 1 */
    }
    worker->lead += lead;
}

static void run_round(struct worker *worker)
{
    select_leaf(worker);
    if (is_ripe(worker))
        expand(worker);
    int const depth = worker->depth;
    double const lead = play_out(worker);
    backup(worker, lead);
    history_pop(&worker->history, depth);
}

/* ---------------------------------------------------------------- running */

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

/* The two children of the root with most visits.  */
static void find_first_two(struct search const *search, struct node const *first_two[2])
{
    static struct node const none;
    struct node const *const root = &search->tree.node[ROOT];
    first_two[0] = first_two[1] = &none;
    for (int i = 0; i < node_children(root); i++) {
        struct node const *const child = &search->tree.node[root->first + (uint32_t)i];
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
    if (search->limit >= 0)
        return done % DECIDED_EVERY == 0 &&
               is_decided(search, (double)(search->limit - done));
    double const used_ms = now_ms() - search->begin_ms;
    double const left_ms = task->budget_ms - used_ms;
    if (left_ms <= 0)
        return used_ms >= task->limit_ms ||
               (done % DECIDED_EVERY == 0 && !is_torn(search));
    return done % DECIDED_EVERY == 0 && done &&
           is_decided(search, (double)done * left_ms / used_ms);
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
        run_round(worker);
        long const done =
            atomic_fetch_add_explicit(&search->done, 1, memory_order_relaxed) + 1;
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
    worker->lead = 0;
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
}

/* All threads but the first are started, which is the caller's own.  */
static void run(struct search *search)
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
}

/* ---------------------------------------------------------------- the tree kept */

static uint64_t sum_past(struct history const *history, int count)
{
    uint64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum = rng_mix(sum ^ history->hash[i]);
    return sum;
}

/* Is the tree one of a position that this game has passed through?  If so, walk to
   where the game is now; NODE is there, or 0 when nobody has looked that far.  */
static bool walk_on(struct search *search, uint32_t *node)
{
    struct task const *const task = search->task;
    struct situation const *const now = &task->situation;
    int const more = task->history->count - search->past_count;
    if (!search->kept || !search->tuning.keep_tree || search->rules != task->rules ||
        search->komi != search->needed || more < 0 ||
        now->move_count - search->move_count != more ||
        search->past != sum_past(task->history, search->past_count))
        return false;
    *node = ROOT;
    for (int i = now->move_count - more; i < now->move_count; i++) {
        struct move const *const move = &now->moves[i];
        if (move->color != search->root.to_move)
            return false;
        board_play(&search->root, move->at, (enum color)move->color);
        *node = tree_child(&search->tree, *node, move->at);
        if (!*node)
            return false;
    }
    return search->root.to_move == now->board->to_move &&
           search->root.ko == now->board->ko &&
           board_same_stones(&search->root, now->board);
}

static void keep_or_clear(struct search *search)
{
    struct task const *const task = search->task;
    uint32_t node;
    if (walk_on(search, &node)) {
        tree_prune(&search->tree, node, &search->spare);
        struct tree const swap = search->tree;
        search->tree = search->spare;
        search->spare = swap;
        search->tree.node[ROOT].at = NOWHERE;
    } else
        tree_clear(&search->tree);
    search->kept = true;
    board_copy(&search->root, task->situation.board);
    search->past_count = task->history->count;
    search->past = sum_past(task->history, task->history->count);
    search->move_count = task->situation.move_count;
    search->rules = task->rules;
    search->komi = search->needed;
}

/* ---------------------------------------------------------------- picking */

/* The root has children before the first playout, so that even a search without
   time has an answer.  */
static void expand_root(struct search *search)
{
    struct worker *const worker = &search->workers[0];
    prepare_worker(worker, 0);
    board_copy(&worker->board, search->task->situation.board);
    worker->depth = 0;
    worker->path[0] = ROOT;
    if (!node_children(&search->tree.node[ROOT]))
        expand(worker);
}

static void report(struct search *search, uint32_t best)
{
    struct node const *const node = &search->tree.node[best];
    uint32_t const visits = node_load(&node->visits);
    double lead = 0;
    for (int i = 0; i < search->tuning.threads; i++)
        lead += search->workers[i].lead;
    long const done = atomic_load(&search->done);
    lead = done ? lead / (double)done : 0;
    search->report = (struct search_report){
        .playouts = done,
        .nodes = search->tree.used,
        .win = visits ? (double)node_load(&node->value) / VALUE_ONE / visits : 0.5,
        .score = search->task->situation.board->to_move == BLACK ? lead : -lead,
        .best = node->at,
    };
}

/* "D4, then Q16 R4" */
static void tell(struct search const *search, uint32_t best, struct decision *decision)
{
    struct search_report const *const report = &search->report;
    char text[POINT_TEXT];
    int used = snprintf(decision->reason, sizeof decision->reason,
                        "%.1f %% to win and %+.1f points in %ld playouts; expects",
                        100 * report->win, report->score, report->playouts);
    uint32_t at = best;
    for (int i = 0; i < 6 && at && node_load(&search->tree.node[at].visits); i++) {
        used +=
            snprintf(decision->reason + used, sizeof decision->reason - (size_t)used,
                     " %s", point_format(search->tree.node[at].at, text));
        at = tree_best(&search->tree, at);
    }
}

static bool pick(void *self, struct task const *task, struct decision *decision)
{
    struct search *const search = self;
    search->task = task;
    search->begin_ms = now_ms();
    search->needed = task->komi + rules_compensation(task->rules, task->handicap);
    search->limit = task->budget_ms < 0 ? search->tuning.playouts : -1;
    atomic_store(&search->begun, 0);
    atomic_store(&search->done, 0);
    atomic_store(&search->halt, false);

    keep_or_clear(search);
    expand_root(search);
    run(search);
    uint32_t const best = tree_best(&search->tree, ROOT);
    if (best) {
        report(search, best);
        decision->at = search->report.best;
        decision->win = search->report.win;
        decision->score = search->report.score;
        tell(search, best, decision);
    }
    search->task = NULL;
    return best != 0;
}

struct evaluator search_evaluator(struct search *search)
{
    return (struct evaluator){.name = "search", .pick = pick, .self = search};
}

void search_last(struct search const *search, struct search_report *out)
{
    *out = search->report;
}
