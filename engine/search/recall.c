#include <config.h>

#include "engine/search/recall.h"

#include "engine/base/rng.h"

#include <stdio.h>

static bool pick(void *self, struct task const *task, struct decision *decision)
{
    static float const about = 0.85f; /* of the best: as good */
    uint64_t const *const seed = self;
    struct board const *const board = task->situation.board;
    struct candidates const *const candidates = task->candidates;
    struct candidate const *chosen = NULL;
    float best = 0;
    uint32_t count = 0;
    struct rng rng;

    rng_seed(&rng, *seed ^ rng_mix(board->hash + board->moves));
    for (int i = 0; i < candidates->count; i++) {
        struct candidate const *const candidate = &candidates->list[i];
        if (chosen && candidate->p < about * best)
            break;
        if (!candidate->named ||
            !is_playable(task->rules, task->history, board, candidate->at))
            continue;
        best = chosen ? best : candidate->p;
        if (rng_below(&rng, ++count) == 0)
            chosen = candidate;
    }
    if (!chosen)
        return false;
    decision->at = chosen->at;
    snprintf(decision->reason, sizeof decision->reason,
             "%.1f %% of strong players' moves", 100 * (double)chosen->prediction);
    return true;
}

struct evaluator recall_row(uint64_t const *seed)
{
    return (struct evaluator){.name = "memory", .pick = pick, .self = (void *)seed};
}
