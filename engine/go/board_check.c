/* engine/go/board_check.c -- the invariants of a board, numbered as in board.c.

   Some modes check the whole board after every move, so that this is most of what
   their tests cost.  What holds point by point is therefore gone through without
   branches, which compilers turn into a few points at a time, and asserted of all.  */
#include <config.h>

#include "engine/go/board.h"

#include <assert.h>
#include <string.h>

/* What is found while the chains are walked.  */
struct inventory {
    struct points seen;
    uint64_t hash;
    int stones[3];
};

static void check_edge(struct board const *board)
{
    uint8_t edge[POINTS];
    unsigned wrong = 0;
    memset(edge, true, sizeof edge);
    for (int row = 1; row <= board->height; row++)
        memset(edge + point_at(1, row), false, board->width);
    for (point p = 0; p < POINTS; p++)
        wrong |= (board->color[p] == EDGE) ^ edge[p];
    assert(!wrong && "1: the edge is off the board");
    (void)wrong;
}

static void check_empty(struct board const *board)
{
    unsigned wrong = 0, count = 0;
    for (int i = 0; i < board->empty_count; i++)
        wrong |= (unsigned)(board->color[board->empty[i]] != EMPTY) |
                 (board->place[board->empty[i]] ^ (unsigned)i);
    assert(!wrong && "2: place inverts empty");
    for (point p = 0; p < POINTS; p++)
        count += board->color[p] == EMPTY;
    assert(count == board->empty_count && "2: empty_count");
    (void)wrong;
    (void)count;
}

/* What around[p] must be.  */
static inline uint16_t code_around(uint8_t const *at)
{
    return (uint16_t)(at[PITCH - 1] | at[PITCH] << 2 | at[PITCH + 1] << 4 |
                      at[-1] << 6 | at[1] << 8 | at[-PITCH - 1] << 10 |
                      at[-PITCH] << 12 | at[-PITCH + 1] << 14);
}

static void check_around(struct board const *board)
{
    int const end = point_at(board->width, board->height);
    uint16_t wrong = 0;
    for (int p = point_at(1, 1); p <= end; p++) {
        uint16_t const differs = code_around(&board->color[p]) ^ board->around[p];
        wrong |= board->color[p] == EDGE ? 0 : differs;
    }
    assert(!wrong && "11: around is the 3x3 code");
    (void)wrong;
}

/* What differs in the slots of P and of the point STEP further, if their colours do
   not: two points without stones are both of NO_CHAIN.  */
static inline uint16_t torn(struct board const *board, int p, int step)
{
    uint16_t const differs = board->slot[p] ^ board->slot[p + step];
    return board->color[p] == board->color[p + step] ? differs : 0;
}

static void check_slots(struct board const *board)
{
    int const end = point_at(board->width, board->height);
    uint16_t torn_apart = 0, of_none = 0;
    for (int p = 0; p < POINTS; p++) {
        bool const stone = board->color[p] == BLACK || board->color[p] == WHITE;
        of_none |= stone ? NO_CHAIN : board->slot[p];
    }
    assert(of_none == NO_CHAIN && "10: only stones are of chains");
    for (int p = point_at(1, 1); p < end; p++)
        torn_apart |= torn(board, p, 1) | torn(board, p, PITCH);
    assert(!torn_apart && "3: connected, one slot");
    (void)torn_apart;
    (void)of_none;
}

static bool same_points(struct points const *a, struct points const *b)
{
    uint64_t differs = 0;
    for (int i = 0; i < POINT_WORDS; i++)
        differs |= a->word[i] ^ b->word[i];
    return !differs;
}

static void check_chain(struct board const *board, point p, struct inventory *inventory)
{
    struct chain const *const chain = board_chain(board, p);
    uint8_t const color = board->color[p];
    struct points liberties = {{0}};
    int stones = 0, count = 0;
    point q = p;
    do {
        assert(board->color[q] == color && "3: one chain, one colour");
        assert(board->slot[q] == board->slot[p] && "3: one chain, one slot");
        assert(!points_have(&inventory->seen, q) && "4: rings are disjoint");
        points_add(&inventory->seen, q);
        inventory->hash ^= zobrist_stone[q][color - 1];
        stones++;
        for (int i = 0; i < 4; i++) {
            point const near = (point)(q + neighbour[i]);
            if (board->color[near] == EMPTY)
                count += points_add(&liberties, near);
        }
        q = board->next[q];
    } while (q != p);
    inventory->stones[color] += stones;
    bool const same = same_points(&liberties, &chain->liberties);
    assert(stones == chain->stone_count && "4: the ring has stone_count stones");
    assert(same && "5: liberties are the empty neighbours");
    assert(count == chain->liberty_count && "5: liberty_count is their number");
    assert(board->slot[p] < board->slots_used && "6: slots below slots_used");
    (void)count;
    (void)same;
}

static void check_free_slots(struct board const *board)
{
    assert(board->free_slots && "6: there is always a free slot");
    for (int i = 0; i < board->free_slots; i++) {
        struct chain const *const unused = &board->chain[board->free_slot[i]];
        uint64_t left = unused->stone_count | unused->liberty_count;
        assert(board->free_slot[i] < board->slots_used && "6: free slots");
        for (int j = 0; j < POINT_WORDS; j++)
            left |= unused->liberties.word[j];
        assert(!left && "6: they are empty");
        (void)left;
    }
}

static void check_no_chain(struct board const *board)
{
    struct chain const *const none = &board->chain[NO_CHAIN];
    assert(none->liberty_count == 1 && "10: NO_CHAIN");
    for (int i = 0; i < POINT_WORDS; i++)
        assert(!none->liberties.word[i] && "10: NO_CHAIN");
    (void)none;
}

void board_check(struct board const *board)
{
    struct inventory inventory = {.hash = 0};
    check_edge(board);
    check_empty(board);
    check_around(board);
    check_slots(board);
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board->color[p] != EMPTY && !points_have(&inventory.seen, p))
            check_chain(board, p, &inventory);
    check_no_chain(board);
    check_free_slots(board);
    assert(inventory.hash == board->hash && "7: hash of the stones");
    assert(inventory.stones[BLACK] == board->stones[BLACK] && "8: black stones");
    assert(inventory.stones[WHITE] == board->stones[WHITE] && "8: white stones");
    assert((board->ko == NOWHERE || board->color[board->ko] == EMPTY) && "9: ko");
}
