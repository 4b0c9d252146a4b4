#include <config.h>

#include "engine/search/lookahead.h"

#include "engine/reading/influence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum { SOURCES_MAX = 8 };

struct lookahead {
    struct lookahead_tuning tuning;
    struct source sources[SOURCES_MAX];
    int source_count;
    struct tactics tactics; /* of the position to decide about */
    struct tactics later;   /* of where a line ends */
    struct influence influence;
    float owner[POINTS];          /* after playouts of the position to decide about */
    float const *seen;            /* that, or NULL when there were none */
    struct candidates candidates; /* of the position to decide about */
    struct candidates answers;    /* along a line */
    struct move *moves;           /* of the game, then of the line */
    int moves_capacity;
};

struct lookahead *lookahead_new(struct source const sources[], int count)
{
    struct lookahead *const self = xzalloc(sizeof *self);
    for (int i = 0; i < count && i < SOURCES_MAX; i++)
        self->sources[self->source_count++] = sources[i];
    tactics_clear(&self->tactics);
    tactics_clear(&self->later);
    return self;
}

void lookahead_free(struct lookahead *self)
{
    if (!self)
        return;
    free(self->moves);
    free(self);
}

void lookahead_tune(struct lookahead *self, struct lookahead_tuning const *tuning)
{
    self->tuning = *tuning;
}

/* What the sources propose, most probable first; without a model all voices
   count alike.  */
static void ask(struct lookahead *self, struct situation const *situation, bool follow,
                struct candidates *candidates)
{
    candidates_clear(candidates);
    for (int i = 0; i < self->source_count; i++) {
        struct source const *const source = &self->sources[i];
        (follow && source->follow ? source->follow : source->propose)(
            source->self, situation, candidates);
    }
    candidates_mix(candidates);
    candidates_sort(candidates);
}

/* Play the most probable moves on BOARD as long as they are sure, the first
   answer in any case.  COUNT moves of the game and the line are in self->moves.  */
static void follow(struct lookahead *self, struct board *board, int count)
{
    for (int i = 0; i < self->tuning.line; i++) {
        struct situation const situation = {board, self->moves, count};
        enum color const color = (enum color)board->to_move;
        ask(self, &situation, true, &self->answers);
        struct candidate const *answer = NULL;
        for (int j = 0; j < self->answers.count && !answer; j++)
            if (board_is_legal(board, self->answers.list[j].at, color, false) &&
                !board_is_eye(board, self->answers.list[j].at, color))
                answer = &self->answers.list[j];
        if (!answer || (i && (double)answer->p < self->tuning.sure))
            return;
        self->moves[count++] = (struct move){(uint8_t)color, answer->at};
        board_play(board, answer->at, color);
    }
}

/* The lead of the side to move in the situation after it has played AT.  */
static double lead_after(struct lookahead *self, struct situation const *situation,
                         point at)
{
    enum color const color = (enum color)situation->board->to_move;
    struct board board;
    board_copy(&board, situation->board);
    self->moves[situation->move_count] = (struct move){(uint8_t)color, at};
    board_play(&board, at, color);
    follow(self, &board, situation->move_count + 1);
    tactics_follow(&self->later, &self->tactics);
    tactics_besiege(&self->later, &board);
    influence_judge(&board, &self->later, &self->influence);
    return (double)(color == BLACK ? self->influence.lead : -self->influence.lead);
}

static void make_room(struct lookahead *self, struct situation const *situation)
{
    int const needed = situation->move_count + 1 + self->tuning.line;
    if (needed > self->moves_capacity) {
        self->moves_capacity = 2 * needed;
        self->moves = xreallocarray(self->moves, (size_t)self->moves_capacity,
                                    sizeof *self->moves);
    }
    if (situation->move_count)
        memcpy(self->moves, situation->moves,
               (size_t)situation->move_count * sizeof *self->moves);
}

static bool must_answer(struct task const *task)
{
    return task->stop && atomic_load_explicit(task->stop, memory_order_relaxed);
}

static struct candidate const *best_of(void *context, struct task const *task,
                                       struct candidates const *candidates,
                                       struct decision *decision)
{
    struct lookahead *const self = context;
    struct candidate const *chosen = NULL;
    int looked = 0;
    double best = -INFINITY, least = 0;

    make_room(self, &task->situation);
    tactics_besiege(&self->tactics, task->situation.board);
    for (int i = 0; i < candidates->count && looked < self->tuning.candidates; i++) {
        struct candidate const *const candidate = &candidates->list[i];
        double const p = (double)candidate->p;
        if (p < least || (looked && must_answer(task)))
            break;
        if (!is_playable(task->rules, task->history, task->situation.board,
                         candidate->at))
            continue;
        if (!looked++)
            least = self->tuning.least * p;
        double const lead = lead_after(self, &task->situation, candidate->at);
        double const value = log(p) + lead / self->tuning.points;
        if (value <= best)
            continue;
        best = value;
        chosen = candidate;
        decision->at = candidate->at;
        snprintf(decision->reason, sizeof decision->reason,
                 "%.1f %% probable, %.1f points of area ahead after what follows",
                 100 * p, lead);
    }
    return chosen;
}

static bool pick(void *context, struct task const *task, struct decision *decision)
{
    struct lookahead *const self = context;
    ask(self, &task->situation, false, &self->candidates);
    return best_of(self, task, &self->candidates, decision) != NULL;
}

struct evaluator lookahead_row(struct lookahead *self)
{
    return (struct evaluator){.name = "static", .pick = pick, .self = self};
}

struct check lookahead_check_row(struct lookahead *self)
{
    return (struct check){.best = best_of, .self = self};
}
