#include <config.h>

#include "patterns/playouts/local_source.h"

#include <stdlib.h>
#include <xalloc.h>

struct local_source {
    struct local_policy const *policy;
    struct local_state *state; /* owned */
};

struct local_source *local_source_new(struct local_policy const *policy)
{
    struct local_source *const self = xzalloc(sizeof *self);
    self->policy = policy;
    self->state = local_state_new(policy);
    return self;
}

void local_source_free(struct local_source *self)
{
    if (!self)
        return;
    free(self->state);
    free(self);
}

static void propose(void *context, struct situation const *situation,
                    struct candidates *candidates)
{
    struct local_source *const self = context;
    struct board const *const board = situation->board;
    float p[POINTS];
    local_state_begin(self->state, board);
    local_state_chances(self->state, board, p);
    for (int i = 0; i < board->empty_count; i++)
        if (p[board->empty[i]] > 0)
            candidates_propose(candidates, VOICE_WINDOW, board->empty[i],
                               p[board->empty[i]], 1);
}

static void *twin(void const *context)
{
    struct local_source const *const self = context;
    return local_source_new(self->policy);
}

static void drop(void *self)
{
    local_source_free(self);
}

struct source local_source_row(struct local_source *self)
{
    return (struct source){
        .name = "local",
        .voice = VOICE_WINDOW,
        .propose = propose,
        .twin = twin,
        .drop = drop,
        .self = self,
    };
}
