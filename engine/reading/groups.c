#include <config.h>

#include "engine/reading/groups.h"

#include <assert.h>
#include <string.h>

/* Light from which on a point is ruled, a safety below which stones are captives,
   and what a captive is worth in room: it leaves a point that cannot be filled.  Set
   by hand.  */
static float const ruled = 0.15f, lost = 0.25f, captive = 1.5f;

/* One flood: over the stones of COLOR and what holds them together.  */
struct flood {
    struct board const *board;
    float const *owner, *safety;
    enum color color;
    float sign; /* of the light of COLOR */
    int count;
    point list[AREA_MAX];
    bool reached[POINTS]; /* or looked at from outside */
};

static bool joins(struct flood const *flood, point p)
{
    enum color const there = board_color(flood->board, p);
    if (there == flood->color)
        return true;
    return there == EMPTY ? flood->sign * flood->owner[p] > ruled
                          : flood->safety[p] < lost;
}

static float room_of(struct flood const *flood, point p)
{
    enum color const there = board_color(flood->board, p);
    return there == flood->color ? 0
           : there == EMPTY      ? flood->sign * flood->owner[p]
                                 : captive;
}

/* All that hangs together with the stone FIRST.  */
static struct group spread_from(struct flood *flood, point first)
{
    assert(flood->board->color[first] == flood->color);
    struct board const *const board = flood->board;
    struct group group = {0, 0, 0};

    memset(flood->reached, false, sizeof flood->reached);
    flood->count = 0;
    flood->list[flood->count++] = first;
    flood->reached[first] = true;
    for (int done = 0; done < flood->count; done++) {
        point const p = flood->list[done];
        group.stones += board->color[p] == flood->color;
        group.room += room_of(flood, p);
        for (int i = 0; i < 4; i++) {
            point const near = (point)(p + neighbour[i]);
            if (board->color[near] == EDGE || flood->reached[near])
                continue;
            bool const joined = joins(flood, near);
            bool const dark = board->color[near] == EMPTY &&
                              flood->sign * flood->owner[near] >= -ruled;
            if (!joined && !dark)
                continue;
            flood->reached[near] = true;
            if (joined)
                flood->list[flood->count++] = near;
            else
                group.ways_out++;
        }
    }
    return group;
}

void groups_find(struct board const *board, float const owner[static POINTS],
                 float const safety[static POINTS],
                 struct group group[static CHAIN_MAX])
{
    bool known[CHAIN_MAX] = {false};
    struct flood flood = {.board = board, .owner = owner, .safety = safety};

    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        if (board->color[p] == EMPTY || known[board->slot[p]])
            continue;
        flood.color = board_color(board, p);
        flood.sign = flood.color == BLACK ? 1 : -1;
        struct group const found = spread_from(&flood, p);
        for (int i = 0; i < flood.count; i++)
            if (board->color[flood.list[i]] == flood.color) {
                group[board->slot[flood.list[i]]] = found;
                known[board->slot[flood.list[i]]] = true;
            }
    }
}
