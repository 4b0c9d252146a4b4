/* engine/search/search_inside.h -- what the files of the search share.

       search.c        making one, and a move from the first look to the answer; when
                       enough has been searched
       search_round.c  one round: select, expand, playout, backup
       search_keep.c   the tree from move to move
       search_tell.c   what it has found, for people and programs, and what is counted
                       of playouts for somebody who looks on

   Threads share the tree, which needs no lock (tree.h), and read the rest, but for
   a few atomic numbers; everything else that changes is a worker's own.  */
#pragma once

#include "engine/search/evaluator.h"
#include "engine/search/search.h"
#include "engine/search/tree.h"

#include <pthread.h>

enum {
    DEPTH_MAX = 200,  /* moves from the root to a leaf */
    ENOUGH = 1 << 22, /* visits; sums of values have room for twice as many */
    LEAD_KEPT = 500,  /* playouts: what the lead of the last search counts for */
};

/* Of the playouts that began with one move: Black's points, komi apart.  */
struct lead_count {
    _Atomic int64_t count, lead, squares;
};

/* What one thread has counted for an observer, while another may read it.  */
struct counts {
    _Atomic int64_t playouts;
    _Atomic int32_t owner[POINTS];  /* that ended Black's, less those White's */
    struct lead_count move[POINTS]; /* by the move at the root */
};

/* Black's lead as it counts in values, as playouts end, and as the judge saw it on the
   way there (as they end where he saw nothing).  */
struct leads {
    double valued, played, judged;
};

/* What one thread works on.  */
struct worker {
    struct search *search;
    pthread_t thread;
    void *state; /* of the policy */
    struct rng rng;
    struct consultation *consultation; /* a twin of the search's; owned */
    struct prior priors[AREA_MAX + 1];
    struct history history;
    struct move *moves; /* of the game, then of the walk */
    int moves_capacity;
    struct board board;
    uint32_t path[DEPTH_MAX + 1];
    int depth;                  /* path[depth] is the leaf */
    uint16_t first[POINTS];     /* when a stone was first played there: see backup */
    struct favour favour;       /* of the playout */
    int length;                 /* moves from the root to the end of the playout */
    bool judged;                /* has the path come by a judged node? */
    double judged_lead;         /* ... Black's, by the last of them */
    struct judgement judgement; /* scratch */
    long played;                /* playouts */
    double looked_ms;           /* when the last one ended */
    double gap_ms;              /* the longest time between two ends */
    struct leads leads;         /* sums over them */
    struct counts *watch;       /* owned; NULL when nobody wants to know */
};

/* How far the judge is trusted: the share, the playouts that a judged move begins with,
   and the points by which it is 73 % sure.  */
struct trust {
    double share, even, unsure;
};

struct search {
    struct search_tuning tuning;
    struct policy policy;
    struct consultation const *consultation;
    uint64_t seed;
    struct worker *workers; /* tuning.threads */
    struct tree tree, spare;
    double memory_mb; /* of both: what the tuning wants, or as much as there is */

    /* The search that runs, or ran last.  */
    struct task const *task;
    double needed;      /* by Black, to win */
    struct trust judge; /* as tuned, for this size of board */
    double favour;      /* the same */
    double prior;       /* the same */
    double begin_ms;
    long limit; /* playouts, or -1 */
    atomic_long begun, done;
    atomic_bool halt;
    struct thought thought; /* told last */
    double tell_ms;         /* when the observer is told next, since begin_ms */
    struct search_report report;
    double lead, lead_weight; /* Black's by the last search of this game, and of how
                                 many playouts that counts for */

    /* Of what position the tree is.  */
    bool kept;
    struct board root;
    uint64_t past; /* sum over the positions that led there */
    int past_count, move_count;
    struct rules const *rules;
    double komi;
    bool limited; /* some moves were left out */
};

/* One playout, from the root to the end of a game and back.  */
void search_round(struct worker *worker);

/* Give the root children, with priors from all who know, before the first playout:
   so even a search without time has an answer.  */
void search_open(struct worker *worker);

/* The lead that is told, of means over playouts.  */
double search_lead(struct search const *search, struct leads const *means);
/* What has been found out so far.  */
void search_think(struct search const *search, struct thought *thought);
/* One line for a person, about the move of node BEST.  */
void search_reason(struct search const *search, uint32_t best,
                   struct decision *decision);
/* As struct evaluator has them.  */
void search_view(void *self, struct insight *view);
int search_best(void *self, point list[], int most);
/* Tell the observer of the task, if there is one and it is time; and in the end.  */
void search_tell(struct search *search);
void search_tell_last(struct search *search);

/* Begin to count, or not, as the task's observer wants.  */
void search_watch(struct worker *worker);
/* Count a playout that ended on the worker's board with LEAD for Black, komi apart.  */
void search_watched(struct worker *worker, double lead);

/* The tree is of the position of the task: what is left of the last one, if this
   game has come that way, or a root alone.  */
void search_keep(struct search *search);
