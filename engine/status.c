#include <config.h>

#include "engine/status.h"

#include "engine/settle.h"

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
        point walls[AREA_MAX];
        if (board->color[p] == color || seen[p])
            continue;
        find_region(board, color, p, seen, &region);
        int const count = find_walls(board, color, &region, walls);
        bool closed = count > 0, useful = false;
        for (int i = 0; i < count; i++)
            closed &= alive[board->slot[walls[i]]];
        for (int i = 0; i < count && closed; i++)
            if (is_vital(board, &region, board_chain(board, walls[i]))) {
                vital[board->slot[walls[i]]]++;
                useful = true;
            }
        for (int i = 0; i < region.size && useful; i++)
            safe[region.list[i]] = true;
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

/* How the playouts ended for each stone.  */
struct tally {
    int playouts;
    int kept[POINTS]; /* its point was its colour's at the end */
    int seki[POINTS]; /* and its chain shared a last liberty with the enemy */
};

/* The stones of BOARD put down in a fixed order, so that how they came about
   makes no difference.  */
static void rebuild(struct board const *board, struct board *fresh)
{
    board_init(fresh, board->width, board->height);
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board->color[p] != EMPTY)
            board_set(fresh, p, board_color(board, p));
}

/* The owner of the finished region of P: 1 << BLACK, 1 << WHITE, or both.  */
static unsigned owners(struct board const *board, point p, bool seen[POINTS],
                       point list[], int *size)
{
    unsigned colors = 0;
    *size = 0;
    list[(*size)++] = p;
    seen[p] = true;
    for (int done = 0; done < *size; done++)
        for (int i = 0; i < 4; i++) {
            point const near = (point)(list[done] + neighbour[i]);
            enum color const color = board_color(board, near);
            if (color == BLACK || color == WHITE)
                colors |= 1u << color;
            else if (color == EMPTY && !seen[near]) {
                seen[near] = true;
                list[(*size)++] = near;
            }
        }
    return colors;
}

/* Note in SHARED the chains around the shared region LIST.  */
static void mark_shared(struct board const *board, point const list[], int size,
                        bool shared[CHAIN_MAX])
{
    for (int i = 0; i < size; i++)
        for (int j = 0; j < 4; j++) {
            point const near = (point)(list[i] + neighbour[j]);
            if (board->color[near] == BLACK || board->color[near] == WHITE)
                shared[board->slot[near]] = true;
        }
}

static void count_end(struct board const *start, struct board const *end,
                      struct tally *tally)
{
    bool seen[POINTS] = {false}, shared[CHAIN_MAX] = {false};
    uint8_t owner[POINTS];
    memcpy(owner, end->color, sizeof owner);
    for (int i = 0; i < end->empty_count; i++) {
        point list[AREA_MAX];
        int size;
        if (seen[end->empty[i]])
            continue;
        unsigned const colors = owners(end, end->empty[i], seen, list, &size);
        if (colors == (1u << BLACK | 1u << WHITE))
            mark_shared(end, list, size, shared);
        for (int j = 0; j < size; j++)
            owner[list[j]] = colors == 1u << BLACK   ? BLACK
                             : colors == 1u << WHITE ? WHITE
                                                     : EMPTY;
    }
    tally->playouts++;
    for (point p = board_first_point(); p; p = board_next_point(start, p)) {
        if (start->color[p] == EMPTY || owner[p] != start->color[p])
            continue;
        tally->kept[p]++;
        tally->seki[p] += end->color[p] != EMPTY && shared[end->slot[p]];
    }
}

enum { PLAYOUTS = 256 };

static void play_out(struct board const *start, struct tally *tally)
{
    struct rng rng;
    rng_seed(&rng, 1976);
    memset(tally, 0, sizeof *tally);
    for (int i = 0; i < PLAYOUTS; i++) {
        struct board end;
        board_copy(&end, start);
        end.to_move = i % 2 ? WHITE : BLACK;
        settle_play(&end, &rng);
        count_end(start, &end, tally);
    }
}

/* The verdict on a chain from what happened to its stones.  */
static enum status verdict(struct board const *board, struct tally const *tally,
                           point p)
{
    int kept = 0, seki = 0, stones = 0;
    point q = p;
    do {
        stones++;
        kept += tally->kept[q];
        seki += tally->seki[q];
        q = board->next[q];
    } while (q != p);
    if (2 * kept < stones * tally->playouts)
        return STATUS_DEAD;
    return 2 * seki > kept ? STATUS_SEKI : STATUS_ALIVE;
}

void status_judge(struct board const *board, enum status status[POINTS])
{
    struct board start;
    struct tally tally;
    bool safe[3][POINTS];
    rebuild(board, &start);
    play_out(&start, &tally);
    status_unconditional(&start, BLACK, safe[BLACK]);
    status_unconditional(&start, WHITE, safe[WHITE]);
    for (point p = 0; p < POINTS; p++)
        status[p] = STATUS_ALIVE;
    for (point p = board_first_point(); p; p = board_next_point(&start, p)) {
        enum color const color = board_color(&start, p);
        if (color == EMPTY || safe[color][p])
            continue;
        status[p] = safe[opponent(color)][p] ? STATUS_DEAD : verdict(&start, &tally, p);
    }
}
