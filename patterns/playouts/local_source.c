#include <config.h>

#include "patterns/playouts/local_source.h"

#include <stdlib.h>
#include <xalloc.h>

struct local_source {
    struct local_policy const *policy;
    struct local_policy *owned; /* by the first; NULL in a twin */
    struct local_state *state;
};

void *local_source_new(struct local_policy const *policy)
{
    struct local_source *const self = xzalloc(sizeof *self);
    self->policy = policy;
    self->state = local_state_new(policy);
    return self;
}

static void *open_policy(char const *path, struct failure *why)
{
    struct local_policy *const policy = local_policy_open(path, local_sharpness, why);
    struct local_source *const self = policy ? local_source_new(policy) : NULL;
    if (self)
        self->owned = policy;
    return self;
}

static void ask(void *context, struct question const *question, int voice,
                struct candidates *candidates)
{
    struct local_source *const self = context;
    struct board const *const board = question->situation.board;
    float p[POINTS];
    local_state_begin(self->state, board, NULL);
    local_state_chances(self->state, board, p);
    for (int i = 0; i < board->empty_count; i++) {
        point const at = board->empty[i];
        if (p[at] > 0)
            candidates_name(candidates, voice, at, p[at], 1)->term[0] = said_p(p[at]);
    }
}

static void *twin(void const *context)
{
    struct local_source const *const self = context;
    return local_source_new(self->policy);
}

static void drop(void *context)
{
    struct local_source *const self = context;
    free(self->state);
    local_policy_free(self->owned);
    free(self);
}

struct source_kind const local_kind = {
    .name = "playouts",
    .data = "playout.hishi",
    .stand_in = true,
    .effort = EFFORT_GLANCE,
    .terms = {"log P"},
    .open = open_policy,
    .ask = ask,
    .twin = twin,
    .drop = drop,
};
