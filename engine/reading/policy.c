#include <config.h>

#include "engine/reading/policy.h"

#include <assert.h>

#include "engine/reading/playout.h"

static point play_uniform(void *state, struct board *board, struct rng *rng)
{
    (void)state;
    point const p = playout_draw(board, rng);
    board_play(board, p, (enum color)board->to_move);
    return p;
}

struct policy const uniform_policy = {.name = "uniform", .play = play_uniform};

void *policy_new_state(struct policy const *policy)
{
    return policy->new_state ? policy->new_state(policy->self) : NULL;
}

int policy_playout(struct policy const *policy, void *state, struct board *board,
                   struct rng *rng, struct favour const *favour, uint16_t first[POINTS],
                   int number)
{
    assert(number >= 0 && number <= UINT16_MAX - playout_limit(board));
    int const limit = playout_limit(board);
    int moves = 0;
    board->passes = 0;
    if (policy->begin)
        policy->begin(state, board, favour);
    while (board->passes < 2 && moves < limit) {
        point const p = policy->play(state, board, rng);
        moves++;
        if (first && p != PASS && !first[p])
            first[p] = (uint16_t)(number + moves);
    }
    return moves;
}
