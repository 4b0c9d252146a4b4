#include <config.h>

#include "books/joseki/explorer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

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

/* ---------------------------------------------------------------- in words */

/* A tree on its way out.  */
struct written_tree {
    struct joseki const *joseki;
    int depth;
    double least;
    FILE *out;
};

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static void write_head(struct written_tree const *tree)
{
    struct past const *const past = &tree->joseki->past;
    fprintf(tree->out, "%-4s%*s   share     times      won  at once ", "",
            2 * tree->depth, "");
    for (uint32_t i = 0; i < past->period_count; i++) {
        struct period const *const years = &past->periods[i];
        char text[16];
        snprintf(text, sizeof text, years->first < years->last ? "%u-%02u" : "%u",
                 years->first, years->last % 100u);
        fprintf(tree->out, " %7s", text);
    }
}

/* In what share of its cases PARENT was continued by NODE, period by period.  */
static void write_periods(struct written_tree const *tree, uint32_t parent,
                          uint32_t node)
{
    struct past const *const past = &tree->joseki->past;
    for (uint32_t i = 0; i < past->period_count; i++) {
        double const whole = past_times(past, parent, i);
        if (whole > 0)
            fprintf(tree->out, " %6.0f%%",
                    fmin(100, percent(past_times(past, node, i), whole)));
        else
            fprintf(tree->out, " %7s", "-");
    }
}

static void write_branch(struct written_tree const *tree, uint32_t parent,
                         struct branch const *branch, int level)
{
    char text[POINT_TEXT];
    FILE *const out = tree->out;
    struct joseki_node const node = explorer_node(tree->joseki, &branch->path);
    fprintf(out, "\n%*s%-4s%*s %6.1f%% %9u", 2 * level, "",
            point_format(branch->at, text), 2 * (tree->depth - level), "",
            100 * branch->share, node.reached);
    if (parent) {
        fprintf(out, "  %6.1f%%  %6.1f%% ", percent(node.won, node.decided),
                percent(node.at_once, node.reached));
        write_periods(tree, parent, branch->path.node);
    } else {
        fprintf(out, "  begins #%u", node.best);
    }
    if (node.rank)
        fprintf(out, "  #%u", node.rank);
    if (joseki_is_finished(tree->joseki, branch->path.node))
        fputs("  finished", out);
}

static void write_branches(struct written_tree const *tree, struct path const *path,
                           int level)
{
    enum { BEGINNINGS = 12 };
    if (level == tree->depth)
        return;
    struct branch *const list = xnmalloc(BRANCHES_MAX, sizeof *list);
    int const count = explorer_branches(tree->joseki, path, list);
    for (int i = 0; i < count; i++) {
        if (path->node ? list[i].share < tree->least : i >= BEGINNINGS)
            break;
        write_branch(tree, path->node, &list[i], level);
        write_branches(tree, &list[i].path, level + 1);
    }
    free(list);
}

void explorer_write(struct joseki const *joseki, struct path const *path, int depth,
                    double least, FILE *out)
{
    struct written_tree const tree = {joseki, depth, least, out};
    write_head(&tree);
    write_branches(&tree, path, 0);
}

void explorer_write_games(struct joseki const *joseki, struct path const *path,
                          FILE *out)
{
    struct precedent list[PRECEDENTS_MAX];
    int const count = path->node ? past_games(&joseki->past, path->node, list) : 0;
    for (int i = 0; i < count; i++)
        fprintf(out, "%s%s/%u move %d (%s-%s, %s)", i ? "; " : "e.g. ", list[i].file,
                list[i].number, list[i].move, list[i].black, list[i].white,
                list[i].date);
    if (count)
        fputs("\n", out);
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
