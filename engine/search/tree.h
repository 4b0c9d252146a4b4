/* engine/search/tree.h -- what a search has seen: a tree of moves in fixed memory.

   A node gets its children in lots, most probable moves first, as few as are of
   use soon: a tree of all legal moves would be nearly all of moves that nobody
   ever tries.  The children of a lot lie side by side, and behind them one node
   more, the link, from which the next lot hangs as the first does from the
   parent:

       parent -> D4 Q16 ... C3 link -> K10 F2 ... A1 link

   Each child keeps two statistics from the view of whoever plays it: of playouts
   through it, and of playouts in which its move was played later (AMAF, all moves
   as first; Gelly and Silver 2007).  A playout's value is more than the chance to win
   that it stands for, so those are added up by themselves.  A node with children may
   have been judged when it got them.  When the pool is used up a leaf simply stays
   a leaf.

   Any number of threads may walk, update and grow at once: numbers are atomic, and
   an update lost to another thread now and then does no harm.  Who wants to grow
   the tree somewhere claims the place first.  Children appear whole: whoever sees a
   count sees the children.  */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "engine/go/point.h"

enum {
    ROOT = 0,
    VALUE_ONE = 512, /* the best playout adds so much */
    CLOSED = UINT16_MAX,
};

struct node {
    point at;               /* the move that leads here; NOWHERE in a link */
    _Atomic uint16_t count; /* of children in its lot; CLOSED: claimed, or complete */
    uint32_t first;         /* the first of them */
    _Atomic float prior;    /* won playouts that it begins with, from the sources */
    _Atomic uint32_t visits, value;
    _Atomic uint32_t amaf_visits, amaf_value;
    _Atomic uint32_t won;   /* chances to win, VALUE_ONE each */
    _Atomic int16_t judged; /* what it leads to: Black's lead in tenths of points, and
                               one more when he leads; 0: not judged */
};

struct tree {
    struct node *node; /* owned; node[ROOT] is the root */
    _Atomic uint32_t used;
    uint32_t capacity;
};

/* A move and its prior, for new children: what the tree keeps as it is.  */
struct prior {
    point at;
    float p;
};

/* One of two trees that tree_prune goes back and forth between and that share
   MEMORY_MB.  False when there is not so much memory; then it is as if released.  */
bool tree_init(struct tree *tree, double memory_mb);
void tree_release(struct tree *tree);
/* A root without children.  */
void tree_clear(struct tree *tree);

/* Nobody else may hang a lot from PLACE, a leaf or the last link of a node, until
   tree_grow; false when somebody has claimed it, when there is nothing left to hang
   from it, or hardly any room.  */
bool tree_claim(struct tree *tree, uint32_t place);
/* Hang the COUNT moves of LIST from PLACE, which the caller has claimed, in this
   order; they are the LAST, or more may be hung from their link.  Without any the
   place stays closed.  False when there is no room.  */
bool tree_grow(struct tree *tree, uint32_t place, struct prior const list[], int count,
               bool last);

/* The priors of the children of NODE have changed: most probable first again, with
   all that hangs from them.  While nobody else uses the tree.  */
void tree_sort(struct tree *tree, uint32_t node);

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

/* Black is expected to have so much more than he needs where NODE leads.  */
static inline void node_judge(struct node *node, double lead)
{
    double const most = INT16_MAX / 10;
    lead = lead < -most ? -most : lead > most ? most : lead;
    int16_t const tenths = (int16_t)(10 * lead);
    atomic_store_explicit(&node->judged, (int16_t)(tenths + (tenths >= 0)),
                          memory_order_relaxed);
}

/* The same again; false when nobody has judged.  */
static inline bool node_judged(struct node const *node, double *lead)
{
    int16_t const judged = atomic_load_explicit(&node->judged, memory_order_relaxed);
    if (judged)
        *lead = (judged - (judged > 0)) / 10.0;
    return judged;
}

/* How many children there are in the lot that hangs from NODE.  */
static inline uint32_t node_lot(struct node const *node)
{
    uint16_t const count = atomic_load_explicit(&node->count, memory_order_acquire);
    return count == CLOSED ? 0 : count;
}

/* All children of a node, one after the other:

       struct children walk = tree_children(node);
       while (tree_next(tree, &walk))
           ... tree->node[walk.at] ...

   and then walk.link is where more can be hung.  */
struct children {
    uint32_t at, link;
};

static inline struct children tree_children(uint32_t node)
{
    return (struct children){node, node};
}

static inline bool tree_next(struct tree const *tree, struct children *walk)
{
    if (walk->at + 1 < walk->link) {
        walk->at++;
        return true;
    }
    uint32_t const count = node_lot(&tree->node[walk->link]);
    if (!count)
        return false;
    walk->at = tree->node[walk->link].first;
    walk->link = walk->at + count;
    return true;
}
