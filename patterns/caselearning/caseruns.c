#include <config.h>

#include "patterns/caselearning/caseruns.h"

#include <stdlib.h>

static int by_code(void const *left, void const *right)
{
    struct vicinity_play const *const a = left, *const b = right;
    if (a->high != b->high)
        return a->high < b->high ? -1 : 1;
    return (a->low > b->low) - (a->low < b->low);
}

static size_t join_plays(struct vicinity_play *plays, size_t count)
{
    size_t kept = 0;
    qsort(plays, count, sizeof *plays, by_code);
    for (size_t i = 0; i < count; i++) {
        struct vicinity_play *const last = &plays[kept ? kept - 1 : 0];
        if (!kept || by_code(last, &plays[i]) != 0 ||
            last->played + plays[i].played > UINT16_MAX) {
            plays[kept++] = plays[i];
            continue;
        }
        last->played = (uint16_t)(last->played + plays[i].played);
        last->won = (uint16_t)(last->won + plays[i].won);
        sources_join(last->source, plays[i].source);
    }
    return kept;
}

static struct run_kind const plays_kind = {sizeof(struct vicinity_play), by_code};

bool caseruns_write(struct learn_folder const *folder, int number,
                    struct vicinity_play *plays, size_t count, struct failure *why)
{
    size_t const kept = join_plays(plays, count);
    return runs_write(folder, number, &plays_kind, plays, kept, why);
}

static bool add_to_tree(void *context, void const *record)
{
    struct vicinity_play const *const play = record;
    struct casetree *const tree = context;
    if (!sources_are_within(play->source, tree->games.game_count) ||
        play->won > play->played)
        return false;
    casetree_add(tree, (vicinitycode)play->high << 64 | play->low, play->played,
                 play->won, play->source);
    return true;
}

bool caseruns_merge(struct learn_folder const *folder, int runs, struct casetree *tree,
                    struct failure *why)
{
    return runs_merge(folder, runs, &plays_kind, add_to_tree, tree, why);
}
