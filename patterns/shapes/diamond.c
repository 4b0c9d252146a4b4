#include <config.h>

#include "patterns/shapes/diamond.h"

#include "engine/base/rng.h"
#include "patterns/shapes/ring.h"

#include <assert.h>
#include <string.h>

/* The ring of a bit, and its place on that ring.  */
static int bit_ring(int bit)
{
    return bit < 4 ? 1 : bit < 12 ? 2 : bit < 24 ? 3 : 4;
}

/* Columns to the east and rows to the north of the middle.  */
static void bit_offset(int bit, int *dx, int *dy)
{
    assert(bit >= 0 && bit < DIAMOND_POINTS);
    int const ring = bit_ring(bit), place = bit - ring_start(ring);
    int const along = place % ring, rest = ring - along;
    switch (place / ring) {
    case 0:
        *dx = rest, *dy = along;
        break;
    case 1:
        *dx = -along, *dy = rest;
        break;
    case 2:
        *dx = -rest, *dy = -along;
        break;
    default:
        *dx = along, *dy = -rest;
        break;
    }
}

static bool on_board(int width, int height, int column, int row)
{
    return column >= 1 && column <= width && row >= 1 && row <= height;
}

static uint64_t off_board(int width, int height, point p)
{
    uint64_t off = 0;
    for (int bit = 0; bit < DIAMOND_POINTS; bit++) {
        int dx, dy;
        bit_offset(bit, &dx, &dy);
        if (!on_board(width, height, point_column(p) + dx, point_row(p) + dy))
            off |= (uint64_t)1 << bit;
    }
    return off;
}

point diamond_point(point p, int bit)
{
    int dx, dy;
    bit_offset(bit, &dx, &dy);
    return (point)(p + dy * PITCH + dx);
}

void diamond_look(struct board const *board, point p, enum color color,
                  struct diamond *diamond)
{
    *diamond = (struct diamond){.off = off_board(board->width, board->height, p)};
    assert((color == BLACK || color == WHITE) && board->color[p] != EDGE);
    for (int bit = 0; bit < DIAMOND_POINTS; bit++) {
        if (diamond->off >> bit & 1)
            continue;
        enum color const there = board_color(board, diamond_point(p, bit));
        diamond->own |= (uint64_t)(there == color) << bit;
        diamond->opp |= (uint64_t)(there == opponent(color)) << bit;
    }
}

int diamond_turned_bit(int bit, int symmetry)
{
    int const ring = bit_ring(bit), start = ring_start(ring);
    return start + ring_place_turned(bit - start, 4 * ring, symmetry);
}

/* Bit diamond_turned_bit(i) of the result is bit i of BITS.  */
static uint64_t turn(uint64_t bits, int symmetry)
{
    uint64_t turned = 0;
    for (int ring = 1; ring <= DIAMOND_RADIUS; ring++) {
        int const start = ring_start(ring);
        uint64_t const field = (bits & ring_mask(ring)) >> start;
        turned |= ring_turned(field, 4 * ring, 1, symmetry) << start;
    }
    return turned;
}

void diamond_turn(struct diamond const *diamond, int symmetry, struct diamond *turned)
{
    turned->own = turn(diamond->own, symmetry);
    turned->opp = turn(diamond->opp, symmetry);
    turned->off = turn(diamond->off, symmetry);
}

int diamond_compare(struct diamond const *a, struct diamond const *b)
{
    if (a->off != b->off)
        return a->off < b->off ? -1 : 1;
    uint64_t const different = (a->own ^ b->own) | (a->opp ^ b->opp);
    if (!different)
        return 0;
    /* The innermost part that differs decides, own stones before others.  */
    int const bit = __builtin_ctzll(different);
    assert(bit < DIAMOND_POINTS);
    uint64_t const part = bit < 12 ? diamond_mask(2) : ring_mask(bit_ring(bit));
    uint64_t const own_a = a->own & part, own_b = b->own & part;
    if (own_a != own_b)
        return own_a < own_b ? -1 : 1;
    return (a->opp & part) < (b->opp & part) ? -1 : 1;
}

int diamond_canonical(struct diamond const *diamond, struct diamond *canonical)
{
    int best = 0;
    *canonical = *diamond;
    for (int symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
        struct diamond turned;
        diamond_turn(diamond, symmetry, &turned);
        if (diamond_compare(&turned, canonical) >= 0)
            continue;
        *canonical = turned;
        best = symmetry;
    }
    return best;
}

int diamond_nearest_stone(struct diamond const *diamond)
{
    uint64_t const stones = diamond->own | diamond->opp;
    return stones ? bit_ring(__builtin_ctzll(stones)) : DIAMOND_RADIUS + 1;
}

/* ---------------------------------------------------------------- keys */

static uint64_t swap_halves(uint64_t x)
{
    return x << 32 | x >> 32;
}

/* The key of an own stone on BIT; an opponent's is that with halves exchanged,
   and that of a point off the board looks the same to both.  */
static uint64_t stone_key(int bit)
{
    return rng_mix((uint64_t)bit + 1);
}

static uint64_t edge_key(int bit)
{
    uint64_t const half = rng_mix((uint64_t)bit + 101) >> 32;
    return half << 32 | half;
}

static uint64_t size_key(int size)
{
    return rng_mix((uint64_t)size + 201);
}

uint64_t diamond_key(struct diamond const *diamond, int size)
{
    assert(size >= 1 && size <= DIAMOND_RADIUS);
    uint64_t const mask = diamond_mask(size);
    uint64_t key = UINT64_MAX;
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        struct diamond t;
        diamond_turn(diamond, symmetry, &t);
        uint64_t sum = 0;
        for (uint64_t own = t.own & mask; own; own &= own - 1)
            sum ^= stone_key(__builtin_ctzll(own));
        for (uint64_t opp = t.opp & mask; opp; opp &= opp - 1)
            sum ^= swap_halves(stone_key(__builtin_ctzll(opp)));
        for (uint64_t off = t.off; off; off &= off - 1)
            sum ^= edge_key(__builtin_ctzll(off));
        key = sum < key ? sum : key;
    }
    return key ^ size_key(size);
}

void diamonds_init(struct diamonds *diamonds, int width, int height)
{
    memset(diamonds, 0, sizeof *diamonds);
    diamonds->width = (uint8_t)width;
    diamonds->height = (uint8_t)height;
    for (int bit = 0; bit < DIAMOND_POINTS; bit++) {
        int dx, dy;
        bit_offset(bit, &dx, &dy);
        diamonds->delta[bit] = (int16_t)(dy * PITCH + dx);
        diamonds->across[bit] = (uint8_t)diamond_turned_bit(bit, HALF_TURN);
        for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
            int const turned = diamond_turned_bit(bit, symmetry);
            diamonds->bit_lane[bit][symmetry] = stone_key(turned);
            diamonds->edge_lane[bit][symmetry] = edge_key(turned);
        }
    }
    for (int row = 1; row <= height; row++)
        for (int column = 1; column <= width; column++) {
            point const p = point_at(column, row);
            diamonds->off[p] = off_board(width, height, p);
            for (uint64_t off = diamonds->off[p]; off; off &= off - 1) {
                int const bit = __builtin_ctzll(off);
                for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++)
                    diamonds->lane[p][0][symmetry] ^=
                        diamonds->edge_lane[bit][symmetry];
            }
        }
}

/* Put a stone of COLOR on P, or take it away.  P is in the diamond of each of
   the points in its own, seen from the other side.  */
static void toggle(struct diamonds *diamonds, point p, enum color color)
{
    uint64_t *const plane = color == BLACK ? diamonds->black : diamonds->white;
    for (int ring = 1; ring <= DIAMOND_RADIUS; ring++) {
        uint64_t near = ~diamonds->off[p] & ring_mask(ring);
        for (; near; near &= near - 1) {
            int const bit = __builtin_ctzll(near), across = diamonds->across[bit];
            int const q = p + diamonds->delta[bit];
            uint64_t const *const key = diamonds->bit_lane[across];
            uint64_t *const lane = diamonds->lane[q][ring - 1];
            plane[q] ^= (uint64_t)1 << across;
            if (color == BLACK)
                for (int i = 0; i < SYMMETRIES; i++)
                    lane[i] ^= key[i];
            else
                for (int i = 0; i < SYMMETRIES; i++)
                    lane[i] ^= swap_halves(key[i]);
        }
    }
}

static void touch(struct diamonds const *diamonds, point p, struct points *touched)
{
    points_add(touched, p);
    uint64_t near = ~diamonds->off[p] & diamond_mask(DIAMOND_RADIUS);
    for (; near; near &= near - 1)
        points_add(touched, (point)(p + diamonds->delta[__builtin_ctzll(near)]));
}

void diamonds_follow(struct diamonds *diamonds, struct board const *board,
                     struct points *touched)
{
    assert(diamonds->width == board->width && diamonds->height == board->height);
    for (int row = 1; row <= diamonds->height; row++) {
        point const first = point_at(1, row);
        if (!memcmp(&diamonds->color[first], &board->color[first], diamonds->width))
            continue;
        for (point p = first; p < first + diamonds->width; p++) {
            if (diamonds->color[p] == board->color[p])
                continue;
            if (diamonds->color[p] != EMPTY)
                toggle(diamonds, p, (enum color)diamonds->color[p]);
            if (board->color[p] != EMPTY)
                toggle(diamonds, p, board_color(board, p));
            diamonds->color[p] = board->color[p];
            touch(diamonds, p, touched);
        }
    }
}

void diamonds_keys(struct diamonds const *diamonds, point p, enum color color,
                   uint64_t keys[DIAMOND_RADIUS])
{
    assert(color == BLACK || color == WHITE);
    uint64_t sum[SYMMETRIES] = {0};
    for (int size = 1; size <= DIAMOND_RADIUS; size++) {
        uint64_t key = UINT64_MAX;
        for (int i = 0; i < SYMMETRIES; i++) {
            sum[i] ^= diamonds->lane[p][size - 1][i];
            uint64_t const seen = color == BLACK ? sum[i] : swap_halves(sum[i]);
            key = seen < key ? seen : key;
        }
        keys[size - 1] = key ^ size_key(size);
    }
}

uint64_t diamonds_key(struct diamonds const *diamonds, point p, enum color color)
{
    uint64_t key = UINT64_MAX;
    for (int i = 0; i < SYMMETRIES; i++) {
        uint64_t sum = 0;
        for (int ring = 0; ring < DIAMOND_RADIUS; ring++)
            sum ^= diamonds->lane[p][ring][i];
        uint64_t const seen = color == BLACK ? sum : swap_halves(sum);
        key = seen < key ? seen : key;
    }
    return key ^ size_key(DIAMOND_RADIUS);
}

void diamonds_keys_of(struct diamonds const *diamonds, struct diamond const *diamond,
                      uint64_t keys[DIAMOND_RADIUS])
{
    uint64_t sum[SYMMETRIES] = {0};
    for (uint64_t off = diamond->off; off; off &= off - 1)
        for (int i = 0; i < SYMMETRIES; i++)
            sum[i] ^= diamonds->edge_lane[__builtin_ctzll(off)][i];
    for (int size = 1; size <= DIAMOND_RADIUS; size++) {
        uint64_t key = UINT64_MAX, bits = diamond->own & ring_mask(size);
        for (; bits; bits &= bits - 1)
            for (int i = 0; i < SYMMETRIES; i++)
                sum[i] ^= diamonds->bit_lane[__builtin_ctzll(bits)][i];
        for (bits = diamond->opp & ring_mask(size); bits; bits &= bits - 1)
            for (int i = 0; i < SYMMETRIES; i++)
                sum[i] ^= swap_halves(diamonds->bit_lane[__builtin_ctzll(bits)][i]);
        for (int i = 0; i < SYMMETRIES; i++)
            key = sum[i] < key ? sum[i] : key;
        keys[size - 1] = key ^ size_key(size);
    }
}
