/* engine/tree.h -- what a search has seen: a tree of moves in fixed memory.

   All children of a node lie side by side, in the order of their prior, and
   each keeps two statistics from the view of whoever plays it: of playouts
   through it, and of playouts in which its move was played later (AMAF, all
   moves as first; Gelly and Silver 2007).  When the pool is used up a leaf
   simply stays a leaf.

   Any number of threads may walk and update at once: numbers are atomic, and
   an update lost to another thread now and then does no harm.  Children
   appear whole: whoever sees a count sees the children.  tree_grow is for one
   thread at a time.  */
#pragma once

#include <stdatomic.h>

#include "engine/point.h"

enum {
    ROOT = 0,
    VALUE_ONE = 512, /* a won playout adds so much */
};

struct node {
    point at;               /* the move that leads here */
    _Atomic uint16_t count; /* of children */
    uint32_t first;         /* the first of them */
    float prior;            /* P(move), from the sources */
    _Atomic uint32_t visits, value;
    _Atomic uint32_t amaf_visits, amaf_value;
};

struct tree {
    struct node *node; /* owned; node[ROOT] is the root */
    uint32_t used, capacity;
};

/* A move and its prior, for new children.  */
struct prior {
    point at;
    float p;
};

/* One of two trees that tree_prune goes back and forth between and that share
   MEMORY_MB.  */
void tree_init(struct tree *tree, double memory_mb);
void tree_release(struct tree *tree);
/* A root without children.  */
void tree_clear(struct tree *tree);

/* Give NODE children, most probable first; false when there is no room, or no
   child.  Sorts LIST.  */
bool tree_grow(struct tree *tree, uint32_t node, struct prior list[], int count);

/* The child of NODE that plays AT, or 0.  */
uint32_t tree_child(struct tree const *tree, uint32_t node, point at);

/* The child of NODE with most visits, ties by prior; 0 without children.  */
uint32_t tree_best(struct tree const *tree, uint32_t node);

/* NODE becomes the root of TO, a tree as large, with everything below it.  */
void tree_prune(struct tree const *from, uint32_t node, struct tree *to);

static inline uint32_t node_load(_Atomic uint32_t const *number)
{
    return atomic_load_explicit(number, memory_order_relaxed);
}

/* Not one operation: two threads may lose one of their updates.  */
static inline void node_add(_Atomic uint32_t *number, uint32_t more)
{
    atomic_store_explicit(number, node_load(number) + more, memory_order_relaxed);
}

static inline int node_children(struct node const *node)
{
    return atomic_load_explicit(&node->count, memory_order_acquire);
}
