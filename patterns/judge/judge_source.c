#include <config.h>

#include "patterns/judge/judge_source.h"

#include "patterns/judge/judge.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

struct judge_voice {
    struct judge const *judge;
    struct judge *owned; /* by the first; NULL in a twin */
    struct judge_desk *desk;
    float needed; /* for the last question, as the opinion is */
    struct judge_opinion opinion;
};

static struct judge_voice *voice_of(struct judge const *judge, struct judge *owned)
{
    struct judge_voice *const self = xzalloc(sizeof *self);
    self->judge = judge;
    self->owned = owned;
    self->desk = judge_desk_new();
    return self;
}

static void *open_judge(char const *path, struct failure *why)
{
    struct judge *const judge = judge_open(path, why);
    return judge ? voice_of(judge, judge) : NULL;
}

static void *twin(void const *context)
{
    struct judge_voice const *const self = context;
    return voice_of(self->judge, NULL);
}

static void drop(void *context)
{
    struct judge_voice *const self = context;
    judge_desk_free(self->desk);
    judge_free(self->owned);
    free(self);
}

/* It has learnt from games on 19x19 alone; where it helps all the same stands in the
   README of this room.  */
static bool suits(struct board const *board)
{
    enum { LEAST = 9 };
    return board->width == board->height && board->width >= LEAST;
}

/* With all effort it looks from all sides.  */
static void ask(void *context, struct question const *question, int voice,
                struct candidates *candidates)
{
    struct judge_voice *const self = context;
    struct board const *const board = question->situation.board;
    self->needed = (float)question->needed;
    (question->effort == EFFORT_FULL ? judge_look_around : judge_look)(
        self->judge, self->desk, &question->situation, question->facts,
        question->needed, &self->opinion);
    for (int i = 0; i < board->empty_count; i++) {
        point const at = board->empty[i];
        float const p = self->opinion.move[at];
        if (p > 0)
            candidates_name(candidates, voice, at, p, 1)->term[0] = said_p(p);
    }
}

static bool judge(void *context, struct judgement *judgement)
{
    struct judge_voice const *const self = context;
    judgement->win = self->opinion.win;
    judgement->lead = self->opinion.lead - self->needed;
    memcpy(judgement->owner, self->opinion.owner, sizeof judgement->owner);
    return true;
}

bool judge_source_look(struct judge_voice *self, struct situation const *situation)
{
    struct judge_opinion opinion;
    if (!suits(situation->board))
        return false;
    judge_look(self->judge, self->desk, situation, NULL, (double)self->needed,
               &opinion);
    return true;
}

float const *judge_source_numbers(struct judge_voice const *self, point at)
{
    return judge_desk_numbers(self->desk, self->judge, at);
}

static float const *see(void const *context, point at)
{
    return judge_source_numbers(context, at);
}

struct source_kind const judge_kind = {
    .name = "judge",
    .data = "judge.hishi",
    .effort = EFFORT_QUICK,
    .terms = {"log P"},
    .suits = suits,
    .open = open_judge,
    .ask = ask,
    .judge = judge,
    .see = see,
    .numbers = CHANNELS,
    .twin = twin,
    .drop = drop,
};
