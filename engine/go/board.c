/* Invariants, by number as board_check, in board_check.c, asserts them:

    1  color[p] is EDGE exactly where p is not on the board.
    2  empty[0 .. empty_count) are the empty points, and place[] inverts it.
    3  slot[] of two stones is equal exactly when they are connected.
    4  next[] links the stones of a chain to one ring of stone_count stones.
    5  liberties is the set of empty points next to the chain's stones, and
       liberty_count its size.
    6  The slots below slots_used that are not in free_slot are in use; a free one
       has no liberties and no stones, and there is always one.
    7  hash is the exclusive or of the keys of the stones.
    8  stones[c] counts the stones of colour c.
    9  ko is NOWHERE or an empty point.
   10  The slot of an empty point and of the edge is NO_CHAIN, whose chain has no
       liberties and the liberty_count 1, so that the branch-free code may
       treat it as a chain: it is never captured and gives nobody life.
   11  around[p] codes the colours of the eight points around a point of the
       board.  (Off the board it means nothing.)  */
#include <config.h>

#include "engine/go/board.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static void add_free_slots(struct board *board)
{
    memset(&board->chain[board->slots_used], 0, SPARE_SLOTS * sizeof *board->chain);
    for (int i = 0; i < SPARE_SLOTS; i++)
        board->free_slot[board->free_slots++] = board->slots_used++;
}

void board_init(struct board *board, int width, int height)
{
    memset(board, 0, offsetof(struct board, chain));
    board->chain[NO_CHAIN] = (struct chain){.liberty_count = 1};
    board->slots_used = NO_CHAIN + 1;
    add_free_slots(board);
    memset(board->color, EDGE, sizeof board->color);
    board->width = (uint8_t)width;
    board->height = (uint8_t)height;
    board->to_move = BLACK;
    board->ko = board->last = NOWHERE;
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        board->color[p] = EMPTY;
        board->place[p] = board->empty_count;
        board->empty[board->empty_count++] = p;
    }
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        for (int i = 0; i < 8; i++)
            board->around[p] |= (uint16_t)(board->color[p + around_step[i]] << 2 * i);
}

void board_copy(struct board *to, struct board const *from)
{
    memcpy(to, from, offsetof(struct board, chain));
    memcpy(to->chain, from->chain, from->slots_used * sizeof from->chain[0]);
}

/* What follows avoids branches: which colours a random stone meets is what no
   branch predictor knows.  */

/* Add P, if PRESENT; returns how many points SET gained.  */
static inline int add_if(bool present, struct points *set, point p)
{
    uint64_t *const word = &set->word[p >> 6];
    uint64_t const before = *word;
    *word |= (uint64_t)present << (p & 63);
    return *word != before;
}

/* The points around P see its colour change by the bits of CHANGE.  */
static inline void show_around(struct board *board, point p, unsigned change)
{
    for (int i = 0; i < 8; i++)
        board->around[p + around_step[i]] ^= (uint16_t)(change << 2 * (7 - i));
}

static inline void free_slot(struct board *board, uint16_t slot)
{
    assert(slot != NO_CHAIN && "10: it is never captured");
    board->chain[slot].stone_count = 0;
    board->free_slot[board->free_slots++] = slot;
}

/* The stones in the ring of P are of the chain in SLOT.  */
static inline void name_ring(struct board *board, point p, uint16_t slot)
{
    point q = p;
    do {
        board->slot[q] = slot;
        q = board->next[q];
    } while (q != p);
}

/* Make one ring of two, or two of one.  */
static inline void splice_rings(struct board *board, point p, point q)
{
    point const after = board->next[p];
    board->next[p] = board->next[q];
    board->next[q] = after;
}

/* Join two chains, whichever is larger keeping its slot, which is returned.  */
static uint16_t join(struct board *board, uint16_t a, uint16_t b, struct undo *undo)
{
    assert(a != b && a != NO_CHAIN && b != NO_CHAIN);
    bool const a_larger = board->chain[a].stone_count >= board->chain[b].stone_count;
    uint16_t const keep = a_larger ? a : b, drop = a_larger ? b : a;
    struct chain *const large = &board->chain[keep];
    struct chain *const small = &board->chain[drop];
    if (undo) {
        undo->join[undo->joins].keep = keep;
        undo->join[undo->joins].drop = drop;
        undo->join[undo->joins].large = *large;
        undo->join[undo->joins++].small = *small;
    }
    points_join(&large->liberties, &small->liberties);
    memset(&small->liberties, 0, sizeof small->liberties);
    large->liberty_count = (uint16_t)points_count(&large->liberties);
    large->stone_count = (uint16_t)(large->stone_count + small->stone_count);
    name_ring(board, small->stone, keep);
    splice_rings(board, large->stone, small->stone);
    small->liberty_count = 0;
    free_slot(board, drop);
    return keep;
}

static void part(struct board *board, struct undo const *undo, int i)
{
    uint16_t const keep = undo->join[i].keep, drop = undo->join[i].drop;
    assert(keep != drop && board->slot[undo->join[i].small.stone] == keep);
    board->chain[keep] = undo->join[i].large;
    board->chain[drop] = undo->join[i].small;
    splice_rings(board, board->chain[keep].stone, board->chain[drop].stone);
    name_ring(board, board->chain[drop].stone, drop);
}

static inline void take_from_empty(struct board *board, point p)
{
    assert(board->empty[board->place[p]] == p && "2: place[] inverts empty[]");
    uint16_t const place = board->place[p];
    point const moved = board->empty[--board->empty_count];
    board->empty[place] = moved;
    board->place[moved] = place;
}

/* P is a liberty no more; returns whether it was somebody's last.  */
static inline bool take_liberty(struct board *board, point p)
{
    bool last = false;
    for (int i = 0; i < 4; i++) {
        struct chain *const chain = &board->chain[board->slot[p + neighbour[i]]];
        int const left = chain->liberty_count - points_drop(&chain->liberties, p);
        chain->liberty_count = (uint16_t)left;
        last |= left == 0;
    }
    return last;
}

/* P, which is empty again, is a liberty of its neighbours.  */
static inline void give_liberty(struct board *board, point p)
{
    for (int i = 0; i < 4; i++) {
        uint16_t const slot = board->slot[p + neighbour[i]];
        struct chain *const chain = &board->chain[slot];
        int const more = add_if(slot != NO_CHAIN, &chain->liberties, p);
        chain->liberty_count = (uint16_t)(chain->liberty_count + more);
    }
}

/* The step to the neighbour at a bit of a mask; at bit 16, to nowhere else.  */
static int const step_at[] = {[2] = PITCH, [6] = -1, [8] = 1, [12] = -PITCH, [16] = 0};

/* Put a stone on the empty point P and connect it; nobody is captured.
   Returns whether there may be a chain to capture.  UNDO may be NULL, and then
   costs nothing, this being compiled for every caller alone.  */
static inline __attribute__((always_inline)) bool
put_stone(struct board *board, point p, enum color color, struct undo *undo)
{
    if (undo) {
        undo->place = board->place[p];
        undo->next = board->next[p]; /* of a ring to be put back, perhaps */
        undo->joins = undo->lifts = 0;
    }
    take_from_empty(board, p);
    board->color[p] = (uint8_t)color;
    board->hash ^= zobrist_stone[p][color - 1];
    board->stones[color]++;
    show_around(board, p, color);

    struct sight const see = board_look(board, p, color);
    unsigned const friends = see.own & ~see.other & AROUND_CROSS;
    unsigned const taken = see.own | see.other;

    /* The neighbours' chains lose the liberty P.  */
    uint16_t slots[4];
    for (int i = 0; i < 4; i++)
        slots[i] = board->slot[p + neighbour[i]];
    bool const breathless = take_liberty(board, p);

    /* P is a new chain, which joins the ring of a friend, or its own.  */
    uint16_t const fresh = board->free_slot[board->free_slots - 1];
    assert(!board->chain[fresh].stone_count && "6: a free slot has no stones");
    board->slot[p] = fresh;
    board->next[p] = p;
    board->chain[fresh].stone = p;
    point const friend = (point)(p + step_at[__builtin_ctz(friends | 1 << 16)]);
    uint16_t slot = board->slot[friend];
    point const after = board->next[friend];
    board->next[friend] = p;
    board->next[p] = after;
    board->slot[p] = slot;
    board->free_slots = (uint16_t)(board->free_slots - (slot == fresh));

    struct chain *const own = &board->chain[slot];
    int gained = 0;
    for (int i = 0; i < 4; i++) {
        bool const open = ~taken >> side_bit[i] & 1;
        int const more = add_if(open, &own->liberties, (point)(p + neighbour[i]));
        gained += more;
        if (undo)
            undo->gained[i] = (uint8_t)more;
    }
    own->liberty_count = (uint16_t)(own->liberty_count + gained);
    own->stone_count++;
    if (undo) {
        undo->fresh = fresh;
        undo->slot = slot;
        undo->friend = friend;
    }

    unsigned others = 0;
    for (int i = 0; i < 4; i++)
        others |= (unsigned)(slots[i] != slot) << side_bit[i];
    for (others &= friends; others; others &= others - 1) {
        uint16_t const other = board->slot[p + step_at[__builtin_ctz(others)]];
        if (other != slot)
            slot = join(board, slot, other, undo);
    }
    if (!board->free_slots)
        add_free_slots(board);
    return breathless | !board->chain[slot].liberty_count;
}

/* Take back what put_stone did; the caller restores the facts.  */
static void take_stone(struct board *board, struct undo const *undo)
{
    point const p = undo->at;
    assert(board->color[p] == undo->color && "moves are taken back last first");
    for (int i = undo->joins; i--;)
        part(board, undo, i);

    struct chain *const own = &board->chain[undo->slot];
    int lost = 0;
    for (int i = 0; i < 4; i++)
        if (undo->gained[i])
            lost += points_drop(&own->liberties, (point)(p + neighbour[i]));
    own->liberty_count = (uint16_t)(own->liberty_count - lost);
    own->stone_count--;
    board->next[undo->friend] = board->next[p];
    board->next[p] = undo->next;

    board->color[p] = EMPTY;
    board->slot[p] = NO_CHAIN;
    show_around(board, p, undo->color);
    give_liberty(board, p);

    board->place[p] = board->empty_count;
    board->empty[board->empty_count] = p;
    board_swap_empty(board, undo->place, board->empty_count);
}

static inline void lift_stone(struct board *board, point p, enum color color)
{
    board->color[p] = EMPTY;
    board->hash ^= zobrist_stone[p][color - 1];
    board->place[p] = board->empty_count;
    board->empty[board->empty_count++] = p;
    board->slot[p] = NO_CHAIN;
    show_around(board, p, color);
}

/* Take the chain of P off the board; its neighbours gain liberties.  */
static int lift_chain(struct board *board, point p, struct undo *undo)
{
    enum color const color = board_color(board, p);
    uint16_t const slot = board->slot[p];
    int const count = board->chain[slot].stone_count;
    assert(slot != NO_CHAIN && !board->chain[slot].liberty_count);
    if (undo) {
        undo->lift[undo->lifts].slot = slot;
        undo->lift[undo->lifts].color = (uint8_t)color;
        undo->lift[undo->lifts++].chain = board->chain[slot];
    }
    point q = p;
    do {
        lift_stone(board, q, color);
        q = board->next[q];
    } while (q != p);
    do {
        give_liberty(board, q);
        q = board->next[q];
    } while (q != p);
    free_slot(board, slot);
    board->stones[color] = (uint16_t)(board->stones[color] - count);
    board->prisoners[color] = (uint16_t)(board->prisoners[color] + count);
    return count;
}

/* Put back a lifted chain, whose ring is still there.  */
static void put_back(struct board *board, struct undo const *undo, int i)
{
    point const stone = undo->lift[i].chain.stone;
    point q = stone;
    assert(board->color[stone] == EMPTY && "what captured it is still there");
    do {
        take_from_empty(board, q);
        board->color[q] = undo->lift[i].color;
        board->slot[q] = undo->lift[i].slot;
        show_around(board, q, undo->lift[i].color);
        take_liberty(board, q);
        q = board->next[q];
    } while (q != stone);
    board->chain[undo->lift[i].slot] = undo->lift[i].chain;
}

int board_liberties_after(struct board const *board, point p, enum color color,
                          struct points *liberties)
{
    assert(board->color[p] == EMPTY);
    memset(liberties, 0, sizeof *liberties);
    for (int i = 0; i < 4; i++) {
        point const near = (point)(p + neighbour[i]);
        enum color const there = board_color(board, near);
        if (there == EMPTY ||
            (there == opponent(color) && board_liberties(board, near) == 1))
            points_add(liberties, near);
        else if (there == color)
            points_join(liberties, &board_chain(board, near)->liberties);
    }
    points_drop(liberties, p);
    return points_count(liberties);
}

bool board_is_suicide(struct board const *board, point p, enum color color)
{
    assert(board->color[p] == EMPTY);
    return !board_touches_empty(board, p) && !board_breaths(board, p, color);
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

/* Lift what the stone at P has taken the last liberty of.  */
static __attribute__((noinline)) void capture(struct board *board, point p,
                                              enum color color, struct undo *undo)
{
    struct sight const see = board_look(board, p, color);
    assert(board->color[p] == color);
    unsigned dead = 0;
    for (int i = 0; i < 4; i++) {
        point const near = (point)(p + neighbour[i]);
        dead |= (unsigned)!board_liberties(board, near) << side_bit[i];
    }
    int captured = 0;
    point captive = NOWHERE;
    for (dead &= see.other & ~see.own; dead; dead &= dead - 1) {
        point const near = (point)(p + step_at[__builtin_ctz(dead)]);
        if (board->color[near] == EMPTY)
            continue; /* of a chain lifted already */
        captive = near;
        captured += lift_chain(board, near, undo);
    }
    struct chain const *const own = board_chain(board, p);
    if (captured == 1 && own->stone_count == 1 && own->liberty_count == 1)
        board->ko = captive;
    if (!own->liberty_count)
        lift_chain(board, p, undo);
}

static inline __attribute__((always_inline)) void
play(struct board *board, point p, enum color color, struct undo *undo)
{
    assert((p == PASS || board->color[p] == EMPTY) && "the caller has seen to that");
    board->to_move = (uint8_t)opponent(color);
    board->ko = NOWHERE;
    board->last = p;
    board->moves++;
    if (p == PASS) {
        board->passes++;
        return;
    }
    board->passes = 0;
    if (put_stone(board, p, color, undo))
        capture(board, p, color, undo);
#ifdef BOARD_CHECK
    board_check(board);
#endif
}

void board_play(struct board *board, point p, enum color color)
{
    play(board, p, color, NULL);
}

void board_try(struct board *board, point p, enum color color, struct undo *undo)
{
    memcpy(undo->facts, board, sizeof undo->facts);
    undo->at = p;
    undo->color = (uint8_t)color;
    play(board, p, color, undo);
}

void board_undo(struct board *board, struct undo const *undo)
{
    if (undo->at != PASS) {
        for (int i = undo->lifts; i--;)
            put_back(board, undo, i);
        take_stone(board, undo);
    }
    memcpy(board, undo->facts, sizeof undo->facts);
    if (undo->at != PASS)
        board->free_slot[board->free_slots - 1] = undo->fresh;
#ifdef BOARD_CHECK
    board_check(board);
#endif
}

void board_arrange(struct board *board, int width, int height,
                   uint8_t const color[static POINTS])
{
    board_init(board, width, height);
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (color[p] != EMPTY)
            (void)put_stone(board, p, (enum color)color[p], NULL);
}

void board_set(struct board *board, point p, enum color color)
{
    struct board const before = *board;
    assert(board->color[p] != EDGE && color != EDGE);
    uint8_t colors[POINTS];
    memcpy(colors, board->color, sizeof colors);
    colors[p] = (uint8_t)color;
    board_arrange(board, before.width, before.height, colors);
    board->to_move = before.to_move;
    board->moves = before.moves;
    memcpy(board->prisoners, before.prisoners, sizeof board->prisoners);
}

void board_turn(struct board *board, enum color color)
{
    if (board->to_move == color)
        return;
    board->to_move = (uint8_t)color;
    board->ko = NOWHERE;
}

uint64_t board_hash_after(struct board const *board, point p, enum color color)
{
    if (p == PASS)
        return board->hash;
    enum color const enemy = opponent(color);
    uint64_t hash = board->hash ^ zobrist_stone[p][color - 1];
    uint16_t taken[4] = {0};
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
