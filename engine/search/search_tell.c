#include <config.h>

#include "engine/base/seconds.h"
#include "engine/search/search_inside.h"

#include <math.h>
#include <stdlib.h>

/* The line that is expected from NODE on, while anybody has looked there.  */
static int follow_line(struct search const *search, uint32_t node,
                       point line[LINE_MOVES])
{
    int length = 0;
    while (length < LINE_MOVES && node && node_load(&search->tree.node[node].visits)) {
        line[length++] = search->tree.node[node].at;
        node = tree_best(&search->tree, node);
    }
    return length;
}

static double win_of(struct node const *node)
{
    uint32_t const visits = node_load(&node->visits);
    return visits ? (double)node_load(&node->won) / 2 / visits : 0.5;
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
    return search->tuning.prior > 0
               ? pow(prior / search->tuning.prior, 1 / search->tuning.prior_power)
               : 0;
}

static void think_of_moves(struct search const *search, struct thought *thought)
{
    struct tree const *const tree = &search->tree;
    struct children walk = tree_children(ROOT);
    thought->count = 0;
    while (tree_next(tree, &walk)) {
        struct node const *const node = &tree->node[walk.at];
        struct thought_move *const move = &thought->move[thought->count];
        move->visits = node_load(&node->visits);
        if (!move->visits)
            continue;
        move->at = node->at;
        move->win = win_of(node);
        move->prior = chance_of(search, (double)node->prior);
        move->line_length = follow_line(search, walk.at, move->line);
        thought->count++;
    }
    qsort(thought->move, (size_t)thought->count, sizeof *thought->move, more_visited);
}

void search_think(struct search const *search, struct thought *thought)
{
    struct worker const *const mine = &search->workers[0];
    double const lead = mine->played ? mine->lead / (double)mine->played : 0;
    bool const black = search->task->situation.board->to_move == BLACK;
    think_of_moves(search, thought);
    thought->playouts = atomic_load(&search->done);
    thought->nodes = node_load(&search->tree.used);
    thought->win = thought->count ? thought->move[0].win : 0.5;
    thought->score = black ? lead : -lead;
    thought->used_ms = now_ms() - search->begin_ms;
}

/* The clock is looked at now and then only.  */
void search_tell(struct search *search)
{
    enum { EVERY = 16 }; /* playouts of the first thread */
    struct observer const *const observer = search->task->observer;
    if (!observer || search->workers[0].played % EVERY)
        return;
    double const used_ms = now_ms() - search->begin_ms;
    if (used_ms - search->told_ms < observer->interval_ms)
        return;
    search->told_ms = used_ms;
    search_think(search, &search->thought);
    observer->look(observer->self, &search->thought);
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
