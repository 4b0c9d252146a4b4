#include <config.h>

#include "engine/reading/status.h"

#include "engine/reading/settling.h"

#include <assert.h>
#include <string.h>

/* A maximal set of connected points that COLOR has no stone on.  Benson calls
   it vital to a chain when each of its empty points is a liberty of the chain:
   then nobody else can make an eye there, and filling it needs a last move
   without a liberty.  */
struct region {
    point list[AREA_MAX];
    int size;
};

static void find_region(struct board const *board, enum color color, point first,
                        bool seen[POINTS], struct region *region)
{
    region->size = 0;
    region->list[region->size++] = first;
    seen[first] = true;
    for (int done = 0; done < region->size; done++)
        for (int i = 0; i < 4; i++) {
            point const near = (point)(region->list[done] + neighbour[i]);
            if (board->color[near] != EDGE && board->color[near] != color &&
                !seen[near]) {
                seen[near] = true;
                region->list[region->size++] = near;
            }
        }
}

static bool is_vital(struct board const *board, struct region const *region,
                     struct chain const *chain)
{
    for (int i = 0; i < region->size; i++) {
        point const p = region->list[i];
        if (board->color[p] == EMPTY && !points_have(&chain->liberties, p))
            return false;
    }
    return true;
}

/* The different chains of COLOR around REGION, by a stone of each.  */
static int find_walls(struct board const *board, enum color color,
                      struct region const *region, point walls[])
{
    bool seen[CHAIN_MAX] = {false};
    int count = 0;
    for (int i = 0; i < region->size; i++)
        for (int j = 0; j < 4; j++) {
            point const near = (point)(region->list[i] + neighbour[j]);
            if (board->color[near] == color && !seen[board->slot[near]]) {
                seen[board->slot[near]] = true;
                walls[count++] = near;
            }
        }
    return count;
}

enum { EYES_NEEDED = 2 };

/* A region of one round: if only living chains enclose it, it counts for those that
   it is vital to, and is SAFE if there are any.  */
static void count_region(struct board const *board, enum color color,
                         struct region const *region, bool const alive[CHAIN_MAX],
                         int vital[CHAIN_MAX], bool safe[POINTS])
{
    point walls[AREA_MAX];
    int const count = find_walls(board, color, region, walls);
    bool closed = count > 0, useful = false;
    for (int i = 0; i < count; i++)
        closed &= alive[board->slot[walls[i]]];
    for (int i = 0; i < count && closed; i++)
        if (is_vital(board, region, board_chain(board, walls[i]))) {
            vital[board->slot[walls[i]]]++;
            useful = true;
        }
    for (int i = 0; i < region->size && useful; i++)
        safe[region->list[i]] = true;
}

/* One round of Benson's algorithm: count for each chain still ALIVE its vital
   regions among those that only living chains enclose, and strike out those
   with fewer than two.  SAFE becomes what is enclosed.  */
static bool strike_out(struct board const *board, enum color color,
                       bool alive[CHAIN_MAX], bool safe[POINTS])
{
    int vital[CHAIN_MAX] = {0};
    bool seen[POINTS] = {false}, changed = false;
    memset(safe, false, POINTS * sizeof *safe);
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        struct region region;
        if (board->color[p] == color || seen[p])
            continue;
        find_region(board, color, p, seen, &region);
        count_region(board, color, &region, alive, vital, safe);
    }
    for (int slot = 0; slot < board->slots_used; slot++)
        if (alive[slot] && vital[slot] < EYES_NEEDED) {
            alive[slot] = false;
            changed = true;
        }
    return changed;
}

void status_unconditional(struct board const *board, enum color color,
                          bool safe[POINTS])
{
    assert(color == BLACK || color == WHITE);
    bool alive[CHAIN_MAX] = {false};
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board->color[p] == color)
            alive[board->slot[p]] = true;
    while (strike_out(board, color, alive, safe))
        ;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board->color[p] == color && alive[board->slot[p]])
            safe[p] = true;
}

enum { PLAYOUTS = 256, SEED = 1976 };

/* The verdict on the chain of P from what became of its stones.  */
static enum status verdict(struct board const *board, struct outlook const *outlook,
                           point p)
{
    int const sign = board->color[p] == BLACK ? 1 : -1;
    int kept = 0, shared = 0, stones = 0;
    point q = p;
    do {
        kept += sign * outlook->owner[q];
        shared += outlook->shared[q];
        stones++;
        q = board->next[q];
    } while (q != p);
    assert(stones == board_chain(board, p)->stone_count);
    if (kept < 0)
        return STATUS_DEAD;
    return 2 * shared > stones * outlook->playouts ? STATUS_SEKI : STATUS_ALIVE;
}

void status_judge(struct board const *board, enum status status[POINTS])
{
    struct outlook outlook;
    bool safe[3][POINTS];
    outlook_start(&outlook, board, 0, SEED);
    outlook.start.ko = outlook.start.last = NOWHERE;
    for (int i = 0; i < PLAYOUTS; i++)
        outlook_look(&outlook, i % 2 ? WHITE : BLACK);
    status_unconditional(board, BLACK, safe[BLACK]);
    status_unconditional(board, WHITE, safe[WHITE]);
    for (point p = 0; p < POINTS; p++)
        status[p] = STATUS_ALIVE;
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        enum color const color = board_color(board, p);
        if (color == EMPTY || safe[color][p])
            continue;
        status[p] =
            safe[opponent(color)][p] ? STATUS_DEAD : verdict(board, &outlook, p);
    }
}
