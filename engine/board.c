/* Invariants, by number as board_check asserts them:

    1  color[p] is EDGE exactly where p is not on the board.
    2  empty[0 .. empty_count) are the empty points, and place[] inverts it.
    3  slot[] of two stones is equal exactly when they are connected.
    4  next[] links the stones of a chain to one ring of stone_count stones.
    5  liberties is the set of empty points next to the chain's stones, and
       liberty_count its size.
    6  The slots below slots_used that are not in free_slot are in use.
    7  hash is the exclusive or of the keys of the stones.
    8  stones[c] counts the stones of colour c.
    9  ko is NOWHERE or an empty point.  */
#include <config.h>

#include "engine/board.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

void board_init(struct board *board, int width, int height)
{
    memset(board, 0, offsetof(struct board, chain));
    memset(board->color, EDGE, sizeof board->color);
    board->width = (uint8_t)width;
    board->height = (uint8_t)height;
    board->to_move = BLACK;
    board->ko = board->last = board->last2 = NOWHERE;
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        board->color[p] = EMPTY;
        board->place[p] = board->empty_count;
        board->empty[board->empty_count++] = p;
    }
}

void board_copy(struct board *to, struct board const *from)
{
    memcpy(to, from, offsetof(struct board, chain));
    memcpy(to->chain, from->chain, from->slots_used * sizeof from->chain[0]);
}

int points_list(struct points const *set, point list[])
{
    int count = 0;
    for (int i = 0; i < POINT_WORDS; i++)
        for (uint64_t word = set->word[i]; word; word &= word - 1)
            list[count++] = (point)(64 * i + __builtin_ctzll(word));
    return count;
}

static inline void add_liberty(struct chain *chain, point p)
{
    uint64_t *const word = &chain->liberties.word[p >> 6];
    uint64_t const bit = (uint64_t)1 << (p & 63);
    chain->liberty_count = (uint16_t)(chain->liberty_count + !(*word & bit));
    *word |= bit;
}

static inline void drop_liberty(struct chain *chain, point p)
{
    uint64_t *const word = &chain->liberties.word[p >> 6];
    uint64_t const bit = (uint64_t)1 << (p & 63);
    chain->liberty_count = (uint16_t)(chain->liberty_count - !!(*word & bit));
    *word &= ~bit;
}

static inline uint16_t take_slot(struct board *board)
{
    if (board->free_slots)
        return board->free_slot[--board->free_slots];
    return board->slots_used++;
}

static inline void free_slot(struct board *board, uint16_t slot)
{
    board->free_slot[board->free_slots++] = slot;
}

/* A chain of the one stone at P, whose liberties are its empty neighbours.  */
static void new_chain(struct board *board, point p)
{
    uint16_t const slot = take_slot(board);
    struct chain *const chain = &board->chain[slot];
    memset(chain, 0, sizeof *chain);
    chain->stone_count = 1;
    chain->stone = p;
    board->slot[p] = slot;
    board->next[p] = p;
    for (int i = 0; i < 4; i++)
        if (board->color[p + neighbour[i]] == EMPTY)
            add_liberty(chain, (point)(p + neighbour[i]));
}

/* Join the chain of A to that of B, whichever is larger keeping its slot.  */
static void join(struct board *board, point a, point b)
{
    uint16_t keep = board->slot[a], drop = board->slot[b];
    if (keep == drop)
        return;
    if (board->chain[keep].stone_count < board->chain[drop].stone_count) {
        uint16_t const swap = keep;
        keep = drop;
        drop = swap;
    }
    struct chain *const large = &board->chain[keep];
    struct chain const *const small = &board->chain[drop];
    int liberties = 0;
    for (int i = 0; i < POINT_WORDS; i++) {
        large->liberties.word[i] |= small->liberties.word[i];
        liberties += __builtin_popcountll(large->liberties.word[i]);
    }
    large->liberty_count = (uint16_t)liberties;
    large->stone_count = (uint16_t)(large->stone_count + small->stone_count);
    point q = small->stone;
    do {
        board->slot[q] = keep;
        q = board->next[q];
    } while (q != small->stone);
    point const after = board->next[large->stone];
    board->next[large->stone] = board->next[small->stone];
    board->next[small->stone] = after;
    free_slot(board, drop);
}

/* Put a stone on the empty point P and connect it; nobody is captured.  */
static void put_stone(struct board *board, point p, enum color color)
{
    uint16_t const place = board->place[p];
    point const moved = board->empty[--board->empty_count];
    board->empty[place] = moved;
    board->place[moved] = place;
    board->color[p] = (uint8_t)color;
    board->hash ^= zobrist_stone[p][color - 1];
    board->stones[color]++;
    for (int i = 0; i < 4; i++) {
        uint8_t const near = board->color[p + neighbour[i]];
        if (near == BLACK || near == WHITE)
            drop_liberty(&board->chain[board->slot[p + neighbour[i]]], p);
    }
    new_chain(board, p);
    for (int i = 0; i < 4; i++)
        if (board->color[p + neighbour[i]] == color)
            join(board, p, (point)(p + neighbour[i]));
}

static void lift_stone(struct board *board, point p)
{
    enum color const color = board_color(board, p);
    board->color[p] = EMPTY;
    board->hash ^= zobrist_stone[p][color - 1];
    board->stones[color]--;
    board->place[p] = board->empty_count;
    board->empty[board->empty_count++] = p;
}

/* Take the chain of P off the board; its neighbours gain liberties.  */
static int lift_chain(struct board *board, point p)
{
    uint16_t const slot = board->slot[p];
    int count = 0;
    point q = p;
    do {
        lift_stone(board, q);
        for (int i = 0; i < 4; i++) {
            point const near = (point)(q + neighbour[i]);
            uint8_t const color = board->color[near];
            if ((color == BLACK || color == WHITE) && board->slot[near] != slot)
                add_liberty(&board->chain[board->slot[near]], q);
        }
        count++;
        q = board->next[q];
    } while (q != p);
    free_slot(board, slot);
    return count;
}

bool board_is_suicide(struct board const *board, point p, enum color color)
{
    for (int i = 0; i < 4; i++) {
        point const near = (point)(p + neighbour[i]);
        uint8_t const there = board->color[near];
        if (there == EMPTY)
            return false;
        if (there != EDGE && (board_liberties(board, near) > 1) == (there == color))
            return false; /* a friend with another liberty, or a capture */
    }
    return true;
}

bool board_is_legal(struct board const *board, point p, enum color color, bool suicide)
{
    if (p == PASS)
        return true;
    if (p >= POINTS || board->color[p] != EMPTY ||
        (p == board->ko && color == board->to_move))
        return false;
    if (!board_is_suicide(board, p, color))
        return true;
    if (!suicide)
        return false;
    for (int i = 0; i < 4; i++) /* of one stone alone it changes nothing */
        if (board->color[p + neighbour[i]] == color)
            return true;
    return false;
}

void board_play(struct board *board, point p, enum color color)
{
    board->to_move = (uint8_t)opponent(color);
    board->ko = NOWHERE;
    board->last2 = board->last;
    board->last = p;
    board->moves++;
    if (p == PASS) {
        board->passes++;
        return;
    }
    board->passes = 0;
    put_stone(board, p, color);

    int captured = 0;
    point captive = NOWHERE;
    for (int i = 0; i < 4; i++) {
        point const near = (point)(p + neighbour[i]);
        if (board->color[near] == opponent(color) && !board_liberties(board, near)) {
            captive = near;
            captured += lift_chain(board, near);
        }
    }
    board->prisoners[opponent(color)] =
        (uint16_t)(board->prisoners[opponent(color)] + captured);

    struct chain const *const own = board_chain(board, p);
    if (captured == 1 && own->stone_count == 1 && own->liberty_count == 1)
        board->ko = captive;
    if (!own->liberty_count)
        board->prisoners[color] =
            (uint16_t)(board->prisoners[color] + lift_chain(board, p));
#ifdef BOARD_CHECK
    board_check(board);
#endif
}

void board_set(struct board *board, point p, enum color color)
{
    uint8_t colors[POINTS];
    memcpy(colors, board->color, sizeof colors);
    colors[p] = (uint8_t)color;

    struct board fresh;
    board_init(&fresh, board->width, board->height);
    for (point q = board_first_point(); q; q = board_next_point(board, q))
        if (colors[q] != EMPTY)
            put_stone(&fresh, q, (enum color)colors[q]);
    fresh.to_move = board->to_move;
    fresh.moves = board->moves;
    memcpy(fresh.prisoners, board->prisoners, sizeof fresh.prisoners);
    board_copy(board, &fresh);
}

bool board_is_eye(struct board const *board, point p, enum color color)
{
    for (int i = 0; i < 4; i++) {
        uint8_t const near = board->color[p + neighbour[i]];
        if (near != color && near != EDGE)
            return false;
    }
    int hostile = 0, edge = 0;
    for (int i = 0; i < 4; i++) {
        uint8_t const near = board->color[p + diagonal[i]];
        hostile += near == opponent(color);
        edge |= near == EDGE;
    }
    return hostile + edge < 2;
}

uint64_t board_hash_after(struct board const *board, point p, enum color color)
{
    if (p == PASS)
        return board->hash;
    enum color const enemy = opponent(color);
    uint64_t hash = board->hash ^ zobrist_stone[p][color - 1];
    uint16_t taken[4];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        point const near = (point)(p + neighbour[i]);
        if (board->color[near] != enemy || board_liberties(board, near) != 1)
            continue;
        uint16_t const slot = board->slot[near];
        bool seen = false;
        for (int j = 0; j < count; j++)
            seen |= taken[j] == slot;
        if (seen)
            continue;
        taken[count++] = slot;
        point q = near;
        do {
            hash ^= zobrist_stone[q][enemy - 1];
            q = board->next[q];
        } while (q != near);
    }
    if (!count && board_is_suicide(board, p, color)) {
        struct board after;
        board_copy(&after, board);
        board_play(&after, p, color);
        return after.hash;
    }
    return hash;
}

bool board_same_stones(struct board const *a, struct board const *b)
{
    return a->width == b->width && a->height == b->height &&
           memcmp(a->color, b->color, sizeof a->color) == 0;
}

static void check_chain(struct board const *board, point p, bool seen[POINTS])
{
    struct chain const *const chain = board_chain(board, p);
    struct points liberties = {{0}};
    int stones = 0, count = 0;
    point q = p;
    do {
        assert(board->color[q] == board->color[p] && "3: one chain, one colour");
        assert(board->slot[q] == board->slot[p] && "3: one chain, one slot");
        assert(!seen[q] && "4: rings are disjoint");
        seen[q] = true;
        stones++;
        for (int i = 0; i < 4; i++) {
            point const near = (point)(q + neighbour[i]);
            if (board->color[near] == EMPTY)
                liberties.word[near >> 6] |= (uint64_t)1 << (near & 63);
            if (board->color[near] == board->color[p])
                assert(board->slot[near] == board->slot[p] && "3: connected, one slot");
        }
        q = board->next[q];
    } while (q != p);
    for (int i = 0; i < POINT_WORDS; i++)
        count += __builtin_popcountll(liberties.word[i]);
    assert(stones == chain->stone_count && "4: the ring has stone_count stones");
    assert(memcmp(&liberties, &chain->liberties, sizeof liberties) == 0 &&
           "5: liberties are the empty neighbours");
    assert(count == chain->liberty_count && "5: liberty_count is their number");
    assert(board->slot[p] < board->slots_used && "6: slots below slots_used");
    (void)count;
    (void)stones;
    (void)chain;
}

void board_check(struct board const *board)
{
    bool seen[POINTS] = {false};
    uint64_t hash = 0;
    int stones[3] = {0};
    for (point p = 0; p < POINTS; p++) {
        bool const on_board = point_row(p) >= 1 && point_row(p) <= board->height &&
                              point_column(p) >= 1 && point_column(p) <= board->width;
        assert(on_board == (board->color[p] != EDGE) && "1: the edge is off the board");
        if (!on_board)
            continue;
        stones[board->color[p]]++;
        if (board->color[p] == EMPTY) {
            assert(board->place[p] < board->empty_count &&
                   board->empty[board->place[p]] == p && "2: place inverts empty");
            continue;
        }
        hash ^= zobrist_stone[p][board->color[p] - 1];
        if (!seen[p])
            check_chain(board, p, seen);
    }
    for (int i = 0; i < board->free_slots; i++)
        assert(board->free_slot[i] < board->slots_used && "6: free slots");
    assert(hash == board->hash && "7: hash of the stones");
    assert(stones[EMPTY] == board->empty_count && "2: empty_count");
    assert(stones[BLACK] == board->stones[BLACK] && "8: black stones");
    assert(stones[WHITE] == board->stones[WHITE] && "8: white stones");
    assert((board->ko == NOWHERE || board->color[board->ko] == EMPTY) && "9: ko");
    (void)hash;
    (void)stones;
}
