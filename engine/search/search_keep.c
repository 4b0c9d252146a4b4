#include <config.h>

#include "engine/search/search_inside.h"

static uint64_t sum_past(struct history const *history, int count)
{
    uint64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum = rng_mix(sum ^ history->hash[i]);
    return sum;
}

/* Is the tree one of a position that this game has passed through?  If so, walk to
   where the game is now; NODE is there, or 0 when nobody has looked that far.  */
static bool walk_on(struct search *search, uint32_t *node)
{
    struct task const *const task = search->task;
    struct situation const *const now = &task->situation;
    int const more = task->history->count - search->past_count;
    if (!search->kept || !search->tuning.keep_tree || search->limited || task->limits ||
        search->rules != task->rules || search->komi != search->needed || more < 0 ||
        now->move_count - search->move_count != more ||
        search->past != sum_past(task->history, search->past_count))
        return false;
    *node = ROOT;
    for (int i = now->move_count - more; i < now->move_count; i++) {
        struct move const *const move = &now->moves[i];
        if (move->color != search->root.to_move)
            return false;
        board_play(&search->root, move->at, (enum color)move->color);
        *node = tree_child(&search->tree, *node, move->at);
        if (!*node)
            return false;
    }
    return search->root.to_move == now->board->to_move &&
           search->root.ko == now->board->ko &&
           board_same_stones(&search->root, now->board);
}

void search_keep(struct search *search)
{
    struct task const *const task = search->task;
    uint32_t node;
    bool const known = walk_on(search, &node);
    if (known && node != ROOT) {
        tree_prune(&search->tree, node, &search->spare);
        struct tree const swap = search->tree;
        search->tree = search->spare;
        search->spare = swap;
        search->tree.node[ROOT].at = NOWHERE;
    } else if (!known) {
        tree_clear(&search->tree);
        search->lead_weight = 0;
    }
    search->kept = true;
    board_copy(&search->root, task->situation.board);
    search->past_count = task->history->count;
    search->past = sum_past(task->history, task->history->count);
    search->move_count = task->situation.move_count;
    search->rules = task->rules;
    search->komi = search->needed;
    search->limited = task->limits != NULL;
}
