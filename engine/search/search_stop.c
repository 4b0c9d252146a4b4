#include <config.h>

#include "engine/base/seconds.h"
#include "engine/search/search_inside.h"

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

bool search_must_stop(struct search *search, long done)
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
