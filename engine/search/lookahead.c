#include <config.h>

#include "engine/search/lookahead.h"

#include "engine/reading/influence.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

struct lookahead {
    struct lookahead_tuning tuning;
    struct consultation *consultation; /* owned */
    struct tactics tactics;            /* of the position to decide about */
    struct tactics later;              /* of where a line ends */
    struct influence influence;
    struct move *moves; /* of the game, then of the line */
    int moves_capacity;
};

struct lookahead *lookahead_new(struct consultation const *consultation)
{
    struct lookahead *const self = xzalloc(sizeof *self);
    self->consultation = consultation_twin(consultation);
    tactics_clear(&self->tactics);
    tactics_clear(&self->later);
    return self;
}

void lookahead_free(struct lookahead *self)
{
    if (!self)
        return;
    consultation_free(self->consultation);
    free(self->moves);
    free(self);
}

void lookahead_tune(struct lookahead *self, struct lookahead_tuning const *tuning)
{
    self->tuning = *tuning;
}

/* The most probable move that can be played, or NULL.  */
static struct candidate const *find_answer(struct candidates const *answers,
                                           struct board const *board)
{
    enum color const color = (enum color)board->to_move;
    for (int i = 0; i < answers->count; i++) {
        struct candidate const *const answer = &answers->list[i];
        if (answer->at != PASS && board_is_legal(board, answer->at, color, false) &&
            !board_is_eye(board, answer->at, color))
            return answer;
    }
    return NULL;
}

/* Play the most probable moves on BOARD as long as they are sure, the first
   answer in any case.  COUNT moves of the game and the line are in self->moves;
   returns how many there are then.  */
static int follow(struct lookahead *self, struct board *board, int count)
{
    for (int i = 0; i < self->tuning.line; i++) {
        struct situation const situation = {board, self->moves, count};
        enum color const color = (enum color)board->to_move;
        struct candidate const *const answer =
            find_answer(consult(self->consultation, &situation, EFFORT_GLANCE), board);
        if (!answer || (i && (double)answer->p < self->tuning.sure))
            return count;
        assert(count < self->moves_capacity);
        self->moves[count++] = (struct move){(uint8_t)color, answer->at};
        board_play(board, answer->at, color);
    }
    return count;
}

/* How much a line is worth to who begins it that ends with BOARD, COUNT moves after the
   beginning of the game: as a logarithm, like that of its probability.  Somebody
   who looks what becomes of positions knows better than influence does.  */
static double worth_of(struct lookahead *self, struct board const *board, int count,
                       enum color color, double *lead)
{
    struct situation const situation = {board, self->moves, count};
    struct judgement judgement;
    bool const judged =
        consult_judges(self->consultation, &situation, EFFORT_QUICK, &judgement);
    if (judged)
        *lead = (double)judgement.lead;
    else {
        tactics_follow(&self->later, &self->tactics);
        tactics_besiege(&self->later, board);
        influence_judge(board, &self->later, &self->influence);
        *lead = (double)self->influence.lead;
    }
    *lead = color == BLACK ? *lead : -*lead;
    return *lead / (judged ? self->tuning.judged_points : self->tuning.points);
}

/* What it is worth to the side to move to play AT, and its LEAD then.  */
static double worth_after(struct lookahead *self, struct situation const *situation,
                          point at, double *lead)
{
    enum color const color = (enum color)situation->board->to_move;
    struct board board;
    assert(board_color(situation->board, at) == EMPTY);
    board_copy(&board, situation->board);
    self->moves[situation->move_count] = (struct move){(uint8_t)color, at};
    board_play(&board, at, color);
    int const count = follow(self, &board, situation->move_count + 1);
    return worth_of(self, &board, count, color, lead);
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

static bool pick(void *context, struct task const *task, struct decision *decision)
{
    struct lookahead *const self = context;
    struct candidates const *const candidates = task->candidates;
    int looked = 0;
    double best = -INFINITY, least = 0;

    assert(candidates && task->situation.move_count >= 0);
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
        double lead;
        double const value =
            log(p) + worth_after(self, &task->situation, candidate->at, &lead);
        if (value <= best)
            continue;
        best = value;
        decision->at = candidate->at;
        snprintf(decision->reason, sizeof decision->reason,
                 "%.1f %% probable, %.1f points ahead after what follows", 100 * p,
                 lead);
    }
    return looked > 0;
}

struct evaluator lookahead_row(struct lookahead *self)
{
    return (struct evaluator){.name = "lookahead", .pick = pick, .self = self};
}
