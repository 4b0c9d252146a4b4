/* engine/search/evaluator.h -- the interface of whoever picks among candidates.

   A task is a position with its rules, history and time; a decision is a move
   with its reason.  The player hands both to its evaluator after it has
   settled whether to resign or to pass.  */
#pragma once

#include <stdatomic.h>

#include "engine/go/rules.h"
#include "engine/search/source.h"

struct task {
    struct situation situation; /* the side to move is situation.board->to_move */
    struct rules const *rules;
    struct history const *history;
    double komi;
    int handicap;
    double budget_ms;        /* time for this move; below 0: no limit */
    double limit_ms;         /* time it may take if the choice is hard */
    double resign_below;     /* resign when the chance to win is lower; 0: never */
    bool cleanup;            /* do not pass while dead enemy stones are left */
    atomic_bool const *stop; /* set from another thread: answer now; or NULL */
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
};

struct evaluator {
    char const *name;
    /* Fill in the decision; false when it has no opinion.  */
    bool (*pick)(void *self, struct task const *task, struct decision *decision);
    void *self;
};

/* Whoever looks at what follows candidates before one is played.  */
struct check {
    /* Of CANDIDATES, sorted, the one to play, with what there is to say about it;
       NULL when none can be played.  */
    struct candidate const *(*best)(void *self, struct task const *task,
                                    struct candidates const *candidates,
                                    struct decision *decision);
    void *self;
};
