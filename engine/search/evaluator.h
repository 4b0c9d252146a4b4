/* engine/search/evaluator.h -- the interface of whoever picks among candidates.

   A task is a position with its rules, history and time, and the one list of candidates
   that the sources have come to; a decision is a move with its reason and its evidence.
   The player hands both to its evaluator after it has settled whether to pass.  */
#pragma once

#include <stdatomic.h>

#include "engine/go/rules.h"
#include "engine/search/candidate.h"
#include "engine/search/evidence.h"
#include "engine/search/source.h"

enum { THOUGHT_LINE = 16 }; /* moves of an expected line */

struct thought_move {
    point at;
    uint32_t visits;
    double win;   /* of the side to move, if it plays there */
    double prior; /* P(move) that it began with */
    double lead;  /* of the side to move: the mean of what was counted, or the root's */
    double spread; /* the standard deviation of that */
    int line_length;
    point line[THOUGHT_LINE]; /* expected, from this move on */
    uint32_t line_visits[THOUGHT_LINE];
};

/* How far a search is: every move at the root that it has tried, most visited first. */
struct thought {
    long playouts;
    uint32_t nodes, visits;    /* of the tree, and of its root */
    double win, score, spread; /* of the side to move; points */
    enum color color;          /* the side to move */
    double used_ms;
    bool last;           /* the search is over */
    long counted;        /* playouts whose owners were counted */
    float owner[POINTS]; /* their mean, from -1 the enemy's to 1 the mover's */
    int count;
    int known; /* behind the first COUNT moves, those not tried so far, by prior */
    struct thought_move move[AREA_MAX + 1];
};

/* Whoever looks on while somebody thinks: told now and then and once in the end, by the
   thread that thinks, which waits as long; so it takes what it needs and returns.  Who
   owned what, and by how much each move's playouts were won, is counted only for an
   observer that wants it.  */
struct observer {
    double first_ms;    /* told first when the search has run so long */
    double interval_ms; /* then no more often than this; INFINITY: in the end only */
    bool counts;        /* owners and leads are counted */
    void (*look)(void *self, struct thought const *thought);
    void *self;
};

/* Moves that a search leaves out, as somebody wishes who asks "what if not there?" or
   "what of these two?".  */
struct limits {
    /* [color][at]: left out by that color in the first so many moves from the root.  */
    uint16_t until[3][POINTS];
};

/* Is AT left out, DEPTH moves from the root?  */
static inline bool limits_forbid(struct limits const *limits, int color, point at,
                                 int depth)
{
    return limits && depth < limits->until[color][at];
}

struct task {
    struct situation situation; /* the side to move is situation.board->to_move */
    struct rules const *rules;
    struct history const *history;
    double komi;
    int handicap;
    double budget_ms;        /* time for this move; below 0: no limit */
    double limit_ms;         /* time it may take if the choice is hard */
    long playouts;           /* at most so many in that time; 0: any number */
    double resign_below;     /* resign when the chance to win is lower; 0: never */
    bool cleanup;            /* do not pass while dead enemy stones are left */
    atomic_bool const *stop; /* set from another thread: answer now; or NULL */
    struct observer const *observer; /* told how far thinking is; or NULL */
    struct limits const *limits;     /* moves that are left out; or NULL */

    /* What the sources have come to with all effort, most probable first: filled in
       by the player.  */
    struct candidates const *candidates;
    struct judgement const *judgement; /* what becomes of the position; or NULL */
};

/* Is P a move for the side to move: legal by the rules, and no eye of its own?  */
static inline bool is_playable(struct rules const *rules, struct history const *history,
                               struct board const *board, point p)
{
    enum color const color = (enum color)board->to_move;
    return board->color[p] == EMPTY && !board_is_eye(board, p, color) &&
           rules_permit(rules, history, board, p, color);
}

struct decision {
    point at;         /* a legal point, PASS or RESIGN */
    double win;       /* chance of the side to move, as the player sees it */
    double score;     /* expected lead of the side to move in points */
    char reason[512]; /* one line for a person */
    struct evidence evidence;
};

struct evaluator {
    char const *name;
    /* Fill in the decision; false when it has no opinion.  */
    bool (*pick)(void *self, struct task const *task, struct decision *decision);
    /* Whose evidence is VIEW: what was found about its move when it was picked.  May
       be NULL.  */
    void (*view)(void *self, struct insight *view);
    /* The moves that were looked at most, best first, at most MOST; returns how many.
       NULL: the most probable ones.  */
    int (*best)(void *self, point list[], int most);
    void *self;
};
