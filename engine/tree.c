#include <config.h>

#include "engine/tree.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

void tree_init(struct tree *tree, double memory_mb)
{
    double const nodes = memory_mb * 1048576 / 2 / sizeof *tree->node;
    tree->capacity = nodes < 2 ? 2 : nodes > UINT32_MAX ? UINT32_MAX : (uint32_t)nodes;
    tree->node = xnmalloc(tree->capacity, sizeof *tree->node);
    tree_clear(tree);
}

void tree_release(struct tree *tree)
{
    free(tree->node);
}

static void set_node(struct node *node, point at, float prior)
{
    memset(node, 0, sizeof *node);
    node->at = at;
    node->prior = prior;
}

void tree_clear(struct tree *tree)
{
    set_node(&tree->node[ROOT], NOWHERE, 1);
    tree->used = 1;
}

static int more_probable(void const *left, void const *right)
{
    struct prior const *const a = left, *const b = right;
    if (a->p != b->p)
        return a->p > b->p ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

bool tree_grow(struct tree *tree, uint32_t node, struct prior list[], int count)
{
    if (!count || (uint32_t)count > tree->capacity - tree->used)
        return false;
    qsort(list, (size_t)count, sizeof *list, more_probable);
    uint32_t const first = tree->used;
    for (int i = 0; i < count; i++)
        set_node(&tree->node[first + (uint32_t)i], list[i].at, list[i].p);
    tree->used += (uint32_t)count;
    tree->node[node].first = first;
    atomic_store_explicit(&tree->node[node].count, (uint16_t)count,
                          memory_order_release);
    return true;
}

uint32_t tree_child(struct tree const *tree, uint32_t node, point at)
{
    struct node const *const parent = &tree->node[node];
    for (int i = 0; i < node_children(parent); i++)
        if (tree->node[parent->first + (uint32_t)i].at == at)
            return parent->first + (uint32_t)i;
    return 0;
}

uint32_t tree_best(struct tree const *tree, uint32_t node)
{
    struct node const *const parent = &tree->node[node];
    uint32_t best = 0, most = 0;
    for (int i = 0; i < node_children(parent); i++) {
        uint32_t const child = parent->first + (uint32_t)i;
        uint32_t const visits = node_load(&tree->node[child].visits);
        if (!best || visits > most) {
            best = child;
            most = visits;
        }
    }
    return best;
}

/* What was copied lies in TO in the order of its places there, so that the
   queue of nodes whose children are still to come is TO itself.  */
void tree_prune(struct tree const *from, uint32_t node, struct tree *to)
{
    to->node[ROOT] = from->node[node];
    to->used = 1;
    for (uint32_t i = 0; i < to->used; i++) {
        struct node *const parent = &to->node[i];
        int const count = node_children(parent);
        if (!count)
            continue;
        memcpy(&to->node[to->used], &from->node[parent->first],
               (size_t)count * sizeof *to->node);
        parent->first = to->used;
        to->used += (uint32_t)count;
    }
}
