#include <config.h>

#include "patterns/local_source.h"

static void propose(void *self, struct situation const *situation,
                    struct candidates *candidates)
{
    struct board const *const board = situation->board;
    float p[POINTS];
    local_state_begin(self, board);
    local_state_chances(self, board, p);
    for (int i = 0; i < board->empty_count; i++)
        if (p[board->empty[i]] > 0)
            candidates_propose(candidates, VOICE_WINDOW, board->empty[i],
                               p[board->empty[i]], 1);
}

struct source local_source_row(struct local_state *self)
{
    return (struct source){
        .name = "local", .voice = VOICE_WINDOW, .propose = propose, .self = self};
}
