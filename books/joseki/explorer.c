#include <config.h>

#include "books/joseki/explorer.h"

#include <stdlib.h>
#include <string.h>

bool explorer_seek(struct joseki const *joseki, point const *moves, int count,
                   struct path *path, struct failure *why)
{
    char text[POINT_TEXT];
    *path = (struct path){.to_play = BLACK};
    for (int i = 0; i < count; i++) {
        if (!point_is_coded(moves[i]))
            return failed(why, "move %d is not on 19x19", i + 1);
        symbol const step = i == 0 ? coder_start(&path->coder, moves[0], NULL)
                                   : coder_step(&path->coder, CODE_RELATIVE, moves[i]);
        path->node = step == NO_SYMBOL ? 0 : joseki_child(joseki, path->node, step);
        if (!path->node)
            return failed(why, "no sequence that is known goes on with move %d, %s",
                          i + 1, point_format(moves[i], text));
        path->to_play = (uint8_t)opponent((enum color)path->to_play);
        path->length++;
    }
    return true;
}

/* The point at the upper right that STEP, a first symbol, means.  */
static point first_place(symbol step)
{
    for (int column = CODE_BOARD; column > CODE_BOARD / 2; column--)
        for (int row = column; row > CODE_BOARD / 2; row--)
            if (first_symbol(point_at(column, row)) == step)
                return point_at(column, row);
    return 0;
}

static bool make_branch(struct path const *path, uint32_t node, symbol step,
                        struct branch *branch)
{
    branch->path = *path;
    branch->path.node = node;
    branch->path.to_play = (uint8_t)opponent((enum color)path->to_play);
    branch->path.length++;
    branch->at =
        path->node ? coder_follow(&branch->path.coder, step) : first_place(step);
    if (!path->node && branch->at)
        coder_start(&branch->path.coder, branch->at, NULL);
    return branch->at != 0;
}

/* The more played first; of the beginnings, which are all moves of all games, those
   of the better sequences.  */
static bool comes_before(struct joseki const *joseki, struct branch const *a,
                         struct branch const *b)
{
    if (a->path.length > 1)
        return a->share > b->share;
    /* 0, for no rank, comes last */
    return joseki->nodes[a->path.node].best - 1 < joseki->nodes[b->path.node].best - 1;
}

int explorer_branches(struct joseki const *joseki, struct path const *path,
                      struct branch list[BRANCHES_MAX])
{
    struct joseki_node const parent = explorer_node(joseki, path);
    int count = 0;
    for (uint32_t i = parent.child; i < parent.child + parent.child_count; i++) {
        struct joseki_node const *const node = &joseki->nodes[i];
        struct branch branch;
        if (!make_branch(path, i, node->step, &branch))
            continue;
        branch.share = parent.reached ? (double)node->reached / parent.reached : 0;
        int place = count;
        while (place > 0 && comes_before(joseki, &branch, &list[place - 1]))
            place--;
        if (place == BRANCHES_MAX)
            continue;
        count += count < BRANCHES_MAX;
        memmove(list + place + 1, list + place,
                (size_t)(count - 1 - place) * sizeof *list);
        list[place] = branch;
    }
    return count;
}

struct joseki_node explorer_node(struct joseki const *joseki, struct path const *path)
{
    struct joseki_node node = joseki->nodes[path->node];
    for (uint32_t i = 0; path->node == 0 && i < node.child_count; i++) {
        struct joseki_node const *const child = &joseki->nodes[node.child + i];
        node.reached += child->reached;
        node.decided += child->decided;
        node.won += child->won;
    }
    return node;
}
