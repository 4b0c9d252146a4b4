#include <config.h>

#include "books/joseki/joseki.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "engine/base/chunkfile.h"

_Static_assert(sizeof(struct joseki_node) == 40, "the layout of NODE");
_Static_assert(sizeof(struct near_state) == 36, "the layout of NEAR");

/* ---------------------------------------------------------------- the file */

static bool check_nodes(struct joseki const *joseki, struct failure *why)
{
    char const *const path = chunkfile_path(joseki->file);
    uint64_t next = 1; /* children stand in the order of their parents */
    for (uint32_t i = 0; i < joseki->count; i++) {
        struct joseki_node const *const node = &joseki->nodes[i];
        if (node->step >= SYMBOL_LIMIT)
            return failed(why, "%s: damaged: node %u has an unknown step", path, i);
        if (node->child_count && node->child != next)
            return failed(why, "%s: damaged: node %u has no children there", path, i);
        next += node->child_count;
    }
    if (next != joseki->count)
        return failed(why, "%s: damaged: %u nodes, but %llu have a parent", path,
                      joseki->count, (unsigned long long)next);
    return true;
}

/* Are the counts of NODE parts of each other, and those of its children, which stand in
   the order of their steps, parts of its own?  Then all shares are shares.  The root
   is nowhere on the board and counts nothing.  */
static bool adds_up(struct joseki const *joseki, struct joseki_node const *node)
{
    struct joseki_node const *const child = joseki->nodes + node->child;
    uint64_t at_once = 0, later = 0;
    if (node->at_once > node->reached || node->decided > node->reached ||
        node->won > node->decided)
        return false;
    for (int i = 0; i < node->child_count; i++) {
        if (i && child[i].step <= child[i - 1].step)
            return false;
        at_once += child[i].at_once;
        later += child[i].reached - child[i].at_once;
    }
    return node == joseki->nodes || (at_once <= node->reached && later <= node->waited);
}

static bool check_counts(struct joseki const *joseki, struct failure *why)
{
    for (uint32_t i = 0; i < joseki->count; i++)
        if (!adds_up(joseki, &joseki->nodes[i]))
            return failed(why, "%s: damaged: the counts of node %u do not add up",
                          chunkfile_path(joseki->file), i);
    return true;
}

static bool map_joseki(struct joseki *joseki, struct failure *why)
{
    struct chunk head, nodes, near;
    char const *const path = chunkfile_path(joseki->file);
    if (!chunkfile_verify(joseki->file, why) ||
        !chunkfile_find(joseki->file, "HEAD", 8, &head, why) ||
        !chunkfile_find(joseki->file, "NODE", sizeof *joseki->nodes, &nodes, why) ||
        !chunkfile_find(joseki->file, "NEAR", sizeof *joseki->near, &near, why))
        return false;
    if (head.size != 8 || get_le32(head.data) != CODE_BOARD)
        return failed(why, "%s: not of 19x19 games", path);
    joseki->count = (uint32_t)(nodes.size / sizeof *joseki->nodes);
    joseki->nodes = (struct joseki_node *)nodes.data;
    joseki->near = (struct near_state *)near.data;
    if (joseki->count == 0 || near.size / sizeof *joseki->near != joseki->count)
        return failed(why, "%s: damaged: nodes and surroundings differ in number",
                      path);
    return check_nodes(joseki, why) && check_counts(joseki, why) &&
           past_map(&joseki->past, joseki->file, joseki->count, why);
}

struct joseki *joseki_open(char const *path, struct failure *why)
{
    struct joseki *const joseki = xzalloc(sizeof *joseki);
    joseki->file = chunkfile_open(path, "JOSK", JOSEKI_VERSION, why);
    if (joseki->file && map_joseki(joseki, why))
        return joseki;
    joseki_close(joseki);
    return NULL;
}

void joseki_close(struct joseki *joseki)
{
    if (!joseki)
        return;
    if (joseki->file) {
        chunkfile_close(joseki->file);
    } else {
        free(joseki->nodes);
        free(joseki->near);
    }
    free(joseki);
}

uint32_t joseki_child(struct joseki const *joseki, uint32_t node, symbol step)
{
    uint32_t low = joseki->nodes[node].child;
    uint32_t high = low + joseki->nodes[node].child_count;
    while (low < high) {
        uint32_t const middle = low + (high - low) / 2;
        if (joseki->nodes[middle].step == step)
            return middle;
        if (joseki->nodes[middle].step < step)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

/* ---------------------------------------------------------------- paths */

void paths_start(struct paths *paths)
{
    paths->count = 0;
    paths->moves = 0;
}

static bool is_close(point a, point b)
{
    return abs(point_column(a) - point_column(b)) + abs(point_row(a) - point_row(b)) <=
           NEAR_REACH;
}

/* Carry PATH on over MOVE; what became of it, and its node then.  */
static enum path_fate carry_on(struct path *path, struct joseki const *joseki,
                               struct move move, uint16_t number)
{
    struct coder coder = path->coder;
    symbol const step = move.color == path->to_play
                            ? coder_step(&coder, CODE_RELATIVE, move.at)
                            : (symbol)NO_SYMBOL;
    uint32_t const child =
        step == NO_SYMBOL ? 0 : joseki_child(joseki, path->node, step);
    if (!child)
        return is_close(path->coder.last, move.at) ? PATH_BREAKS : PATH_WAITS;
    *path = (struct path){.node = child,
                          .coder = coder,
                          .to_play = (uint8_t)opponent((enum color)move.color),
                          .length = (uint8_t)(path->length + 1),
                          .since = number};
    return PATH_GOES_ON;
}

/* Begin a path with MOVE; the oldest makes room for it.  */
static void begin(struct paths *paths, struct joseki const *joseki, struct move move,
                  path_watch *watch, void *context)
{
    struct path path = {.to_play = (uint8_t)opponent((enum color)move.color),
                        .length = 1,
                        .since = paths->moves};
    path.node = joseki_child(joseki, 0, coder_start(&path.coder, move.at, NULL));
    if (!path.node)
        return;
    if (paths->count == PATHS_MAX) {
        if (watch)
            watch(context, &paths->list[0], PATH_BREAKS, 0);
        paths->count--;
        memmove(paths->list, paths->list + 1,
                (size_t)paths->count * sizeof *paths->list);
    }
    paths->list[paths->count++] = path;
    if (watch)
        watch(context, NULL, PATH_GOES_ON, path.node);
}

void paths_play(struct paths *paths, struct joseki const *joseki, struct move move,
                path_watch *watch, void *context)
{
    paths->moves++;
    if (move.at == PASS)
        return;
    int kept = 0;
    for (int i = 0; i < paths->count; i++) {
        struct path const before = paths->list[i];
        struct path *const path = &paths->list[kept];
        *path = before;
        enum path_fate const fate = carry_on(path, joseki, move, paths->moves);
        if (watch)
            watch(context, &before, fate, path->node);
        kept += fate != PATH_BREAKS;
    }
    paths->count = kept;
    begin(paths, joseki, move, watch, context);
}

/* Up to two lines away, in the axes of the sequence.  */
static int8_t const near_offsets[NEAR_POINTS][2] = {
    {0, 1},  {1, 0},   {0, -1}, {-1, 0}, {1, 1},  {1, -1},
    {-1, 1}, {-1, -1}, {0, 2},  {2, 0},  {0, -2}, {-2, 0},
};

bool path_look(struct path const *path, symbol step, struct board const *board,
               point *at, uint8_t states[NEAR_POINTS])
{
    struct coder coder = path->coder;
    *at = coder_follow(&coder, step);
    if (!*at || board_color(board, *at) != EMPTY)
        return false;
    struct frame const frame = coder.frame;
    if (!frame_is_settled(path->coder.frame)) {
        memset(states, 2, NEAR_POINTS);
        return true;
    }
    for (int i = 0; i < NEAR_POINTS; i++) {
        int const x = near_offsets[i][0], y = near_offsets[i][1];
        int const columns = (frame.turned > 0 ? y : x) * frame.across;
        int const rows = (frame.turned > 0 ? x : y) * frame.along;
        int const column = point_column(*at) + columns, row = point_row(*at) + rows;
        bool const on =
            column >= 1 && column <= CODE_BOARD && row >= 1 && row <= CODE_BOARD;
        enum color const there = on ? board_color(board, point_at(column, row)) : EMPTY;
        states[i] = there == EMPTY ? 2 : there == path->to_play ? 0 : 1;
    }
    return true;
}

int path_images(struct path const *path, struct path images[SYMMETRIES])
{
    struct frame ways[SYMMETRIES];
    int const count = frame_ways(path->coder.frame, ways);
    for (int i = 0; i < count; i++) {
        images[i] = *path;
        images[i].coder.frame = ways[i];
    }
    return count;
}

/* ---------------------------------------------------------------- continuing */

/* How far to believe the surroundings, whose points are not independent: of a few
   values the best on the validation games.  `hishi report follow' measures it; no
   command looks for it.  */
static double const near_trust = 0.5;

static double near_evidence(struct near_state const *near,
                            uint8_t const states[NEAR_POINTS])
{
    int sum = 0;
    for (int i = 0; i < NEAR_POINTS; i++)
        sum += near->log[i][states[i]];
    return near_trust * sum / NEAR_SCALE;
}

/* The chance of STEP now, by what games did at the node: at once, or for a path
   that has been waiting, in one of the turns that games waited.  What is added to the
   counts was set by hand.  */
static double plain_chance(struct joseki_node const *node,
                           struct joseki_node const *step, bool at_once)
{
    uint32_t const later = step->reached - step->at_once;
    return at_once ? (step->at_once + 0.1) / (node->reached + 2.0)
                   : (later + 0.1) / (node->waited + 50.0);
}

/* Put PROPOSAL into LIST unless its point is there with a better one.  */
static int add_proposal(struct proposal list[], int count,
                        struct proposal const *proposal)
{
    for (int i = 0; i < count; i++)
        if (list[i].at == proposal->at) {
            if (list[i].p < proposal->p)
                list[i] = *proposal;
            return count;
        }
    list[count] = *proposal;
    return count + 1;
}

/* The continuations of PATH, weighed; WAYS has room for as many as there are points.
 */
static int weigh_ways(struct joseki const *joseki, struct path const *path,
                      struct board const *board, bool at_once, bool surroundings,
                      struct proposal ways[])
{
    struct joseki_node const *const node = &joseki->nodes[path->node];
    double known = 0, weighed = 0;
    int count = 0;
    for (uint32_t i = 0; i < node->child_count && count < AREA_MAX; i++) {
        struct joseki_node const *const step = &joseki->nodes[node->child + i];
        uint8_t states[NEAR_POINTS];
        struct proposal *const way = &ways[count];
        if (!path_look(path, step->step, board, &way->at, states))
            continue;
        double const chance = plain_chance(node, step, at_once);
        double const evidence =
            surroundings ? near_evidence(&joseki->near[node->child + i], states) : 0;
        way->node = node->child + i;
        way->parent = path->node;
        way->length = (uint8_t)(path->length + 1);
        way->at_once = at_once;
        way->alike = (float)(1 / (1 + exp(-evidence)));
        way->p = (float)(chance * exp(evidence));
        known += chance;
        weighed += way->p;
        count++;
    }
    double const elsewhere = known < 1 ? 1 - known : 0;
    for (int i = 0; i < count; i++)
        ways[i].p = (float)(ways[i].p / (elsewhere + weighed));
    return count;
}

/* Add what PATH proposes; its mirror images share the chance.  */
static int propose_path(struct joseki const *joseki, struct path const *path,
                        struct board const *board, bool at_once, bool surroundings,
                        struct proposal list[], int count)
{
    struct proposal ways[AREA_MAX];
    struct path images[SYMMETRIES];
    bool const settled = frame_is_settled(path->coder.frame);
    int const image_count = settled ? 1 : path_images(path, images);
    for (int image = 0; image < image_count; image++) {
        int const way_count = weigh_ways(joseki, settled ? path : &images[image], board,
                                         at_once, surroundings, ways);
        for (int i = 0; i < way_count; i++) {
            ways[i].p /= (float)image_count;
            count = add_proposal(list, count, &ways[i]);
        }
    }
    return count;
}

static int more_probable(void const *left, void const *right)
{
    struct proposal const *const a = left, *const b = right;
    if (a->p != b->p)
        return a->p > b->p ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

int joseki_propose(struct joseki const *joseki, struct paths const *paths,
                   struct board const *board, int shortest, bool surroundings,
                   struct proposal list[])
{
    int count = 0;
    for (int i = 0; i < paths->count; i++) {
        struct path const *const path = &paths->list[i];
        enum color const last = opponent((enum color)path->to_play);
        if (path->to_play != board->to_move || path->length + 1 < shortest ||
            board_color(board, path->coder.last) != last)
            continue;
        bool const at_once = path->since == paths->moves;
        count = propose_path(joseki, path, board, at_once, surroundings, list, count);
    }
    qsort(list, (size_t)count, sizeof *list, more_probable);
    return count;
}

bool joseki_is_finished(struct joseki const *joseki, uint32_t node)
{
    uint64_t continued = 0;
    for (uint32_t i = 0; i < joseki->nodes[node].child_count; i++)
        continued += joseki->nodes[joseki->nodes[node].child + i].reached;
    return continued * 2 < joseki->nodes[node].reached;
}
