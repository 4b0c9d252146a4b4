#include <config.h>

#include "engine/base/seconds.h"
#include "engine/reading/playout.h"
#include "engine/search/search_inside.h"

#include <math.h>
#include <stdlib.h>
#include <xalloc.h>

/* ---------------------------------------------------------------- counting */

/* Only one thread writes each number, so that these need not be one operation.  */
static void add(_Atomic int64_t *number, int64_t more)
{
    atomic_store_explicit(number,
                          atomic_load_explicit(number, memory_order_relaxed) + more,
                          memory_order_relaxed);
}

static int64_t load(_Atomic int64_t const *number)
{
    return atomic_load_explicit(number, memory_order_relaxed);
}

void search_watch(struct worker *worker)
{
    struct observer const *const observer = worker->search->task->observer;
    free(worker->watch);
    worker->watch =
        observer && observer->counts ? xzalloc(sizeof *worker->watch) : NULL;
}

static void count_owners(struct counts *watch, struct board const *board)
{
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        enum color const owner = playout_owner(board, p);
        int32_t const sum =
            atomic_load_explicit(&watch->owner[p], memory_order_relaxed);
        atomic_store_explicit(&watch->owner[p],
                              sum + (owner == BLACK) - (owner == WHITE),
                              memory_order_relaxed);
    }
}

void search_watched(struct worker *worker, double lead)
{
    struct counts *const watch = worker->watch;
    int64_t const points = llrint(lead);
    count_owners(watch, &worker->board);
    add(&watch->playouts, 1);
    if (!worker->depth)
        return;
    struct lead_count *const counted =
        &watch->move[worker->search->tree.node[worker->path[1]].at];
    add(&counted->count, 1);
    add(&counted->lead, points);
    add(&counted->squares, points * points);
}

/* Numbers that can be worked with.  */
struct lead_sums {
    double count, lead, squares;
};

static struct lead_sums sum_of(struct search const *search, point at)
{
    struct lead_sums sums = {0};
    for (int i = 0; i < search->tuning.threads; i++) {
        struct counts const *const watch = search->workers[i].watch;
        sums.count += (double)load(&watch->move[at].count);
        sums.lead += (double)load(&watch->move[at].lead);
        sums.squares += (double)load(&watch->move[at].squares);
    }
    return sums;
}

/* Another thread may be between two of the numbers.  */
static double spread_of(struct lead_sums const *sums)
{
    double const mean = sums->lead / sums->count;
    return sqrt(fmax(sums->squares / sums->count - mean * mean, 0));
}

static double lead_sign(struct search const *search)
{
    return search->task->situation.board->to_move == BLACK ? 1 : -1;
}

/* How the leads of all moves spread; returns their mean, as it counts in values.  */
static double tell_root(struct search const *search, struct thought *thought)
{
    struct lead_sums all = {0};
    for (int i = 0; i < thought->known; i++) {
        struct lead_sums const sums = sum_of(search, thought->move[i].at);
        all.count += sums.count;
        all.lead += sums.lead;
        all.squares += sums.squares;
    }
    if (all.count < 1)
        return 0;
    thought->spread = spread_of(&all);
    return all.lead / all.count;
}

/* A move leads by more than the root as far as its playouts came to more than the MEAN
   of all; what was hardly tried leads by about as much as the root: that counts for so
   many playouts.  */
static void tell_lead(struct search const *search, struct thought const *thought,
                      double mean, struct thought_move *move)
{
    enum { ROOT_COUNTS = 16 };
    struct lead_sums const sums = sum_of(search, move->at);
    double const more = lead_sign(search) * (sums.lead - sums.count * mean);
    move->lead = thought->score + more / (sums.count + ROOT_COUNTS);
    move->spread = sums.count > ROOT_COUNTS ? spread_of(&sums) : thought->spread;
}

/* As playouts end, and the judge has its share.  */
static void tell_owners(struct search const *search, struct thought *thought)
{
    struct board const *const board = search->task->situation.board;
    struct judgement const *const judgement = search->task->judgement;
    float const sign = board->to_move == BLACK ? 1 : -1;
    for (int i = 0; i < search->tuning.threads; i++)
        thought->counted += (long)load(&search->workers[i].watch->playouts);
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        long sum = 0;
        for (int i = 0; i < search->tuning.threads; i++)
            sum += atomic_load_explicit(&search->workers[i].watch->owner[p],
                                        memory_order_relaxed);
        float owner = thought->counted ? (float)sum / (float)thought->counted : 0;
        if (judgement)
            owner += (float)search->judge.share * (judgement->owner[p] - owner);
        thought->owner[p] = sign * fmaxf(-1, fminf(owner, 1));
    }
}

static void tell_counts(struct search const *search, struct thought *thought)
{
    bool const counted = search->workers[0].watch != NULL;
    thought->counted = 0;
    thought->spread = 0;
    if (counted)
        tell_owners(search, thought);
    double const mean = counted ? tell_root(search, thought) : 0;
    for (int i = 0; i < thought->known; i++) {
        thought->move[i].lead = thought->score;
        thought->move[i].spread = thought->spread;
        if (counted)
            tell_lead(search, thought, mean, &thought->move[i]);
    }
}

/* ---------------------------------------------------------------- telling */

/* The nodes of the line that is expected from NODE on, while anybody has looked there,
   at most MOST.  */
static int follow_nodes(struct search const *search, uint32_t node, int most,
                        uint32_t line[])
{
    int length = 0;
    while (length < most && node && node_load(&search->tree.node[node].visits)) {
        line[length++] = node;
        node = tree_best(&search->tree, node);
    }
    return length;
}

/* The same as moves.  */
static int follow_line(struct search const *search, uint32_t node,
                       point line[static LINE_MOVES])
{
    uint32_t nodes[LINE_MOVES];
    int const length = follow_nodes(search, node, LINE_MOVES, nodes);
    for (int i = 0; i < length; i++)
        line[i] = search->tree.node[nodes[i]].at;
    return length;
}

static double win_of(struct node const *node)
{
    uint32_t const visits = node_load(&node->visits);
    return visits ? (double)node_load(&node->won) / VALUE_ONE / visits : 0.5;
}

/* "58.1 % to win and +3.4 points in 7000 playouts; expects D4 Q16 R4"  */
void search_reason(struct search const *search, uint32_t best,
                   struct decision *decision)
{
    enum { SHOWN = 6 };
    struct search_report const *const report = &search->report;
    char text[POINT_TEXT];
    point line[LINE_MOVES];
    int const length = follow_line(search, best, line);
    int used = snprintf(decision->reason, sizeof decision->reason,
                        "%.1f %% to win and %+.1f points in %ld playouts; expects",
                        100 * report->win, report->score, report->playouts);
    for (int i = 0; i < length && i < SHOWN; i++)
        used +=
            snprintf(decision->reason + used, sizeof decision->reason - (size_t)used,
                     " %s", point_format(line[i], text));
}

void search_view(void *self, struct insight *view)
{
    struct search const *const search = self;
    uint32_t const child = tree_child(&search->tree, ROOT, view->at);
    view->lead = NAN;
    if (!child)
        return;
    struct node const *const node = &search->tree.node[child];
    view->visits = node_load(&node->visits);
    view->win = win_of(node);
    if (view->at == search->report.best)
        view->lead = search->report.score;
    view->line_length = follow_line(search, child, view->line);
}

static int more_visited(void const *left, void const *right)
{
    struct thought_move const *const a = left, *const b = right;
    if (a->visits != b->visits)
        return a->visits > b->visits ? -1 : 1;
    return a->prior != b->prior ? (a->prior < b->prior) - (a->prior > b->prior)
                                : (a->at > b->at) - (a->at < b->at);
}

/* How probable a move was that begins with PRIOR won playouts.  */
static double chance_of(struct search const *search, double prior)
{
    return search->prior > 0
               ? pow(prior / search->prior, 1 / search->tuning.prior_power)
               : 0;
}

/* A move that nobody has tried yet is expected by itself.  */
static void think_of_line(struct search const *search, uint32_t child,
                          struct thought_move *move)
{
    uint32_t nodes[THOUGHT_LINE] = {child};
    int const length = follow_nodes(search, child, THOUGHT_LINE, nodes);
    move->line_length = length ? length : 1;
    for (int i = 0; i < move->line_length; i++) {
        move->line[i] = search->tree.node[nodes[i]].at;
        move->line_visits[i] = node_load(&search->tree.node[nodes[i]].visits);
    }
}

static void think_of_moves(struct search const *search, struct thought *thought)
{
    struct tree const *const tree = &search->tree;
    struct children walk = tree_children(ROOT);
    thought->count = thought->known = 0;
    while (tree_next(tree, &walk)) {
        struct node const *const node = &tree->node[walk.at];
        struct thought_move *const move = &thought->move[thought->known++];
        *move = (struct thought_move){.at = node->at,
                                      .visits = node_load(&node->visits),
                                      .win = win_of(node),
                                      .prior = chance_of(search, (double)node->prior)};
        think_of_line(search, walk.at, move);
        thought->count += move->visits > 0;
    }
    qsort(thought->move, (size_t)thought->known, sizeof *thought->move, more_visited);
}

/* In close games the judge is nearer to the truth, who has learnt from such; where
   somebody is far ahead playouts are, so they count the more, the larger the lead is:
   half at FAR, which is two sides of the board.  (tests/data/judgement, 400 playouts:
   who is ahead is right in 202 of 247, instead of 183 where both counted half; close
   games are missed by 8.1 points instead of 9.1, all by 12.1 instead of 12.8.)  */
double search_lead(struct search const *search, struct leads const *means)
{
    struct board const *const board = search->task->situation.board;
    double const far = board->width + board->height,
                 square = means->played * means->played,
                 share = square / (square + far * far);
    return means->judged + share * (means->played - means->judged);
}

void search_think(struct search const *search, struct thought *thought)
{
    struct worker const *const mine = &search->workers[0];
    double const played = mine->played ? (double)mine->played : 1;
    struct leads const means = {.played = mine->leads.played / played,
                                .judged = mine->leads.judged / played};
    double const lead = search_lead(search, &means);
    bool const black = search->task->situation.board->to_move == BLACK;
    think_of_moves(search, thought);
    thought->playouts = atomic_load(&search->done);
    thought->color = (enum color)search->task->situation.board->to_move;
    thought->nodes = node_load(&search->tree.used);
    thought->visits = node_load(&search->tree.node[ROOT].visits);
    thought->win = thought->count ? thought->move[0].win : 0.5;
    thought->score = black ? lead : -lead;
    thought->used_ms = now_ms() - search->begin_ms;
    tell_counts(search, thought);
}

static void tell(struct search *search, bool last)
{
    struct observer const *const observer = search->task->observer;
    search_think(search, &search->thought);
    search->thought.last = last;
    observer->look(observer->self, &search->thought);
}

/* The clock is looked at now and then only.  */
void search_tell(struct search *search)
{
    enum { EVERY = 16 }; /* playouts of the first thread */
    struct observer const *const observer = search->task->observer;
    if (!observer || search->workers[0].played % EVERY)
        return;
    double const used_ms = now_ms() - search->begin_ms;
    if (used_ms < search->tell_ms)
        return;
    search->tell_ms = used_ms + observer->interval_ms;
    tell(search, false);
}

void search_tell_last(struct search *search)
{
    if (search->task->observer)
        tell(search, true);
}

int search_best(void *self, point list[], int most)
{
    struct search *const search = self;
    struct thought *const thought = &search->thought;
    think_of_moves(search, thought);
    int const count = thought->count < most ? thought->count : most;
    for (int i = 0; i < count; i++)
        list[i] = thought->move[i].at;
    return count;
}
