#include <config.h>

#include "player/likeness.h"

#include "engine/base/rng.h"
#include "engine/search/prudence.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <xalloc.h>

/* Up to 5 nobody thinks: those play what comes to mind, with less and less chance in
   it. Up to 3 what reading says is heard less, so that captures are overlooked.  */
static struct likeness const levels[LEVEL_FULL] = {
    /* playouts  tolerance  temperature  plausible  heed; no taste */
    [1] = {-1, 1, 2.5, 0.01, 0, 0, 0},     [2] = {-1, 1, 1.5, 0.02, 0, 0, 0},
    [3] = {-1, 1, 1.0, 0.03, 0.5, 0, 0},   [4] = {-1, 1, 0.6, 0.05, 1, 0, 0},
    [5] = {-1, 1, 0.2, 0.1, 1, 0, 0},      [6] = {40, 0.15, 0.3, 0.1, 1, 0, 0},
    [7] = {100, 0.08, 0.3, 0.1, 1, 0, 0},  [8] = {300, 0.04, 0.3, 0.1, 1, 0, 0},
    [9] = {1200, 0.02, 0.3, 0.1, 1, 0, 0},
};

struct likeness likeness_of_level(int level)
{
    assert(level >= LEVEL_LEAST && level < LEVEL_FULL);
    return levels[level];
}

/* What may be lost goes by the cube: half followed, his taste counts by half where what
   thinking finds is about the same, and by an eighth in thinking itself, which it
   misleads.  */
struct likeness likeness_of_style(double followed)
{
    static double const most = 0.1;
    double const given = pow(followed, 3);
    assert(followed >= 0 && followed <= 1);
    return (struct likeness){.tolerance = most * given,
                             .plausible = 0.01,
                             .heed = 1,
                             .in_thought = given,
                             .in_choice = followed - given};
}

/* ---------------------------------------------------------------- picking */

/* A move that hardly anybody has looked at is taken to be somewhat worse than the
   best.  */
static double win_of(struct likened const *self, point at, double best)
{
    static double const worse = 0.1, weight = 4;
    assert(best >= 0 && best <= 1);
    struct insight *const view = xzalloc(sizeof *view);
    view->at = at;
    self->thinker.view(self->thinker.self, view);
    double const visits = view->visits;
    double const win = visits > 0 ? view->win : 0;
    free(view);
    return (visits * win + weight * (best - worse)) / (visits + weight);
}

static double chance_of(struct likened const *self, struct candidates const *candidates,
                        struct candidate const *candidate)
{
    struct likeness const *const likeness = &self->likeness;
    struct opinion const *const taste =
        self->taste >= 0 ? candidates_opinion(candidates, candidate, self->taste)
                         : NULL;
    assert(likeness->heed >= 0 && likeness->heed <= 1);
    return pow((double)candidate->p, likeness->heed) *
           pow((double)candidate->prediction, 1 - likeness->heed) *
           (taste ? exp(likeness->in_choice * (double)taste->term[0]) : 1);
}

/* Moves that are left to pick from, with their weights.  */
struct choice {
    int count;
    double sum;
    struct {
        struct candidate const *candidate;
        double weight;
    } list[AREA_MAX + 1];
};

static bool is_sensible(struct likened const *self, struct task const *task,
                        struct candidate const *candidate)
{
    struct tactics const *const facts = consultation_facts(self->consultation);
    return candidate->named && candidate->at != PASS &&
           is_playable(task->rules, task->history, task->situation.board,
                       candidate->at) &&
           !limits_forbid(task->limits, task->situation.board->to_move, candidate->at,
                          0) &&
           !prudence_forbids(&facts->move[candidate->at]);
}

/* May it pass as well?  The other side has, and nobody has to take dead stones off.  */
static bool may_end(struct task const *task)
{
    return task->situation.board->passes && task->judgement && !task->cleanup &&
           !task->rules->stones_stay;
}

/* Is it known for sure whose AT is, and is nothing there in a hurry?  Who goes on
   playing there after the other side has passed does not see that it is over.  */
static bool is_settled(struct likened const *self, struct task const *task, point at)
{
    static float const surely = 0.9f;
    static uint64_t const hurry = FACT_BIT(FACT_CAPTURE_SAVES) |
                                  FACT_BIT(FACT_CAPTURE_LIVE) | FACT_BIT(FACT_ESCAPES);
    struct tactics const *const facts = consultation_facts(self->consultation);
    return fabsf(task->judgement->owner[at]) > surely &&
           !(facts->move[at].claims & hurry);
}

/* Shares become weights; at no temperature all but the largest that is left come to
   nothing.  */
static void weigh(struct choice *choice, double temperature)
{
    double most = 0;
    for (int i = 0; i < choice->count; i++)
        most = fmax(most, choice->list[i].weight);
    for (int i = 0; i < choice->count; i++) {
        double *const weight = &choice->list[i].weight;
        *weight = pow(*weight / most, 1 / fmax(temperature, 1e-3));
        choice->sum += *weight;
    }
}

/* BEST: what thinking came to, or NULL.  */
static void choose_from(struct likened const *self, struct task const *task,
                        struct decision const *best, struct choice *choice)
{
    struct candidates const *const candidates = task->candidates;
    struct likeness const *const likeness = &self->likeness;
    bool const ends = !best && may_end(task);
    double most = 0;
    choice->count = 0;
    choice->sum = 0;
    for (int i = 0; i < candidates->count; i++)
        if (is_sensible(self, task, &candidates->list[i]))
            most = fmax(most, chance_of(self, candidates, &candidates->list[i]));
    for (int i = 0; i < candidates->count; i++) {
        struct candidate const *const candidate = &candidates->list[i];
        double const share = chance_of(self, candidates, candidate) / most;
        if (!(share >= likeness->plausible) || !is_sensible(self, task, candidate))
            continue;
        if (ends && is_settled(self, task, candidate->at))
            continue;
        if (best && candidate->at != best->at &&
            win_of(self, candidate->at, best->win) < best->win - likeness->tolerance)
            continue;
        choice->list[choice->count].candidate = candidate;
        choice->list[choice->count++].weight = share;
    }
    weigh(choice, likeness->temperature);
}

static struct candidate const *draw(struct likened const *self, struct task const *task,
                                    struct choice const *choice)
{
    struct board const *const board = task->situation.board;
    struct rng rng;
    assert(choice->count > 0 && choice->sum > 0);
    rng_seed(&rng, *self->seed ^ rng_mix(board->hash + board->moves));
    double rest = choice->sum * rng_unit(&rng);
    int i = 0;
    while (i < choice->count - 1 && (rest -= choice->list[i].weight) >= 0)
        i++;
    return choice->list[i].candidate;
}

static void explain(struct likened const *self, struct candidate const *picked,
                    struct decision *decision, struct decision const *best)
{
    char text[POINT_TEXT];
    int const used = snprintf(decision->reason, sizeof decision->reason,
                              "%s: %.1f %% of the moves there", self->name,
                              100 * (double)picked->prediction);
    assert(used > 0 && (size_t)used < sizeof decision->reason);
    if (best && best->at != picked->at)
        snprintf(decision->reason + used, sizeof decision->reason - (size_t)used,
                 "; %.1f %% to win, %s %.1f %%", 100 * decision->win,
                 point_format(best->at, text), 100 * best->win);
    else if (best)
        snprintf(decision->reason + used, sizeof decision->reason - (size_t)used,
                 "; %.1f %% to win", 100 * decision->win);
}

/* Nothing comes to mind that is not settled.  */
static bool pass_too(struct likened const *self, struct task const *task,
                     struct decision *decision)
{
    if (!may_end(task))
        return false;
    decision->at = PASS;
    snprintf(decision->reason, sizeof decision->reason,
             "%s: passes too, as all is settled", self->name);
    return true;
}

static bool pick(void *context, struct task const *task, struct decision *decision)
{
    struct likened const *const self = context;
    bool const thinks = self->likeness.playouts >= 0;
    struct task thinking = *task;
    if (self->likeness.playouts > 0 &&
        (!task->playouts || self->likeness.playouts < task->playouts))
        thinking.playouts = self->likeness.playouts;
    if (thinks && !self->thinker.pick(self->thinker.self, &thinking, decision))
        return false;
    if (thinks && decision->at == PASS)
        return true;
    struct decision *const best = thinks ? xmalloc(sizeof *best) : NULL;
    struct choice *const choice = xmalloc(sizeof *choice);
    if (best)
        *best = *decision;
    choose_from(self, task, best, choice);
    bool const picked = choice->count > 0;
    if (picked) {
        struct candidate const *const candidate = draw(self, task, choice);
        decision->at = candidate->at;
        if (best && best->at != candidate->at)
            decision->win = win_of(self, candidate->at, best->win);
        explain(self, candidate, decision, best);
    }
    free(best);
    free(choice);
    return thinks || picked || pass_too(self, task, decision);
}

/* What the thinker found; who does not think has found nothing.  */
static void view(void *context, struct insight *view_of)
{
    struct likened const *const self = context;
    if (self->likeness.playouts >= 0)
        self->thinker.view(self->thinker.self, view_of);
}

static int best(void *context, point list[], int most)
{
    struct likened const *const self = context;
    return self->thinker.best(self->thinker.self, list, most);
}

struct evaluator likened_row(struct likened *self)
{
    bool const thinks = self->likeness.playouts >= 0;
    assert(!thinks || (self->thinker.pick && self->thinker.view));
    return (struct evaluator){
        .name = thinks ? self->thinker.name : "memory",
        .pick = pick,
        .view = thinks ? view : NULL,
        .best = thinks && self->thinker.best ? best : NULL,
        .self = self,
    };
}
