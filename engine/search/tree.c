#include <config.h>

#include "engine/search/tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A place is not claimed when less room is left.  */
enum { HARDLY_ANY = 64 };

bool tree_init(struct tree *tree, double memory_mb)
{
    double const nodes = memory_mb * 1048576 / 2 / sizeof *tree->node;
    tree->capacity = nodes < 2 ? 2 : nodes > UINT32_MAX ? UINT32_MAX : (uint32_t)nodes;
    tree->node = reallocarray(NULL, tree->capacity, sizeof *tree->node);
    if (!tree->node)
        return false;
    assert(tree->capacity > ROOT + 1 && "a root, and a child");
    tree_clear(tree);
    return true;
}

void tree_release(struct tree *tree)
{
    free(tree->node);
    tree->node = NULL;
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
    atomic_store(&tree->used, 1);
}

bool tree_claim(struct tree *tree, uint32_t place)
{
    uint16_t none = 0;
    assert(place < node_load(&tree->used));
    return node_load(&tree->used) + HARDLY_ANY < tree->capacity &&
           atomic_load_explicit(&tree->node[place].count, memory_order_relaxed) == 0 &&
           atomic_compare_exchange_strong(&tree->node[place].count, &none, CLOSED);
}

/* COUNT nodes that nobody else has, or 0.  */
static uint32_t take(struct tree *tree, uint32_t count)
{
    uint32_t first = node_load(&tree->used);
    do {
        if (count > tree->capacity - first)
            return 0;
    } while (!atomic_compare_exchange_weak(&tree->used, &first, first + count));
    return first;
}

bool tree_grow(struct tree *tree, uint32_t place, struct prior const list[], int count,
               bool last)
{
    struct node *const from = &tree->node[place];
    uint32_t const lot = (uint32_t)count;
    assert(place < node_load(&tree->used) && count >= 0 && count <= AREA_MAX + 1);
    assert(atomic_load(&from->count) == CLOSED && "claimed by the caller");
    if (!count)
        return false;
    uint32_t const first = take(tree, lot + 1);
    if (!first) {
        atomic_store(&from->count, 0);
        return false;
    }
    for (uint32_t i = 0; i < lot; i++)
        set_node(&tree->node[first + i], list[i].at, list[i].p);
    set_node(&tree->node[first + lot], NOWHERE, 0);
    if (last)
        atomic_store_explicit(&tree->node[first + lot].count, CLOSED,
                              memory_order_relaxed);
    from->first = first;
    atomic_store_explicit(&from->count, (uint16_t)count, memory_order_release);
    return true;
}

void tree_sort(struct tree *tree, uint32_t node)
{
    struct node sorted[AREA_MAX + 1];
    struct children walk = tree_children(node);
    size_t count = 0;
    while (tree_next(tree, &walk)) {
        size_t place = count++;
        assert(place <= AREA_MAX && "no move stands twice in a node");
        for (; place && sorted[place - 1].prior < tree->node[walk.at].prior; place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = tree->node[walk.at];
    }
    walk = tree_children(node);
    for (size_t i = 0; i < count && tree_next(tree, &walk); i++)
        tree->node[walk.at] = sorted[i];
}

uint32_t tree_child(struct tree const *tree, uint32_t node, point at)
{
    struct children walk = tree_children(node);
    while (tree_next(tree, &walk))
        if (tree->node[walk.at].at == at)
            return walk.at;
    return 0;
}

uint32_t tree_best(struct tree const *tree, uint32_t node)
{
    struct children walk = tree_children(node);
    uint32_t best = 0, most = 0;
    while (tree_next(tree, &walk)) {
        uint32_t const visits = node_load(&tree->node[walk.at].visits);
        if (!best || visits > most) {
            best = walk.at;
            most = visits;
        }
    }
    return best;
}

/* What was copied lies in TO in the order of its places there, so that the queue of
   nodes and links whose lots are still to come is TO itself.  */
void tree_prune(struct tree const *from, uint32_t node, struct tree *to)
{
    assert(from != to && node < node_load(&from->used));
    uint32_t used = 1;
    to->node[ROOT] = from->node[node];
    for (uint32_t i = 0; i < used; i++) {
        struct node *const place = &to->node[i];
        uint32_t const lot = node_lot(place);
        if (!lot)
            continue;
        assert(used + lot < to->capacity && "no more below a node than in all");
        memcpy(&to->node[used], &from->node[place->first],
               (size_t)(lot + 1) * sizeof *to->node);
        place->first = used;
        used += lot + 1;
    }
    atomic_store(&to->used, used);
}
