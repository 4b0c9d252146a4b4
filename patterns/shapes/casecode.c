#include <config.h>

#include "patterns/shapes/casecode.h"

#include <assert.h>
#include <string.h>

int edges_sides(uint64_t off)
{
    static uint8_t const axis[4][DIAMOND_RADIUS] = {
        {0, 4, 12, 24}, {1, 6, 15, 28}, {2, 8, 18, 32}, {3, 10, 21, 36}};
    int sides = 0;
    for (int side = 0; side < 4; side++) {
        int room = 0;
        while (room < DIAMOND_RADIUS && !(off >> axis[side][room] & 1))
            room++;
        sides = 5 * sides + room;
    }
    return sides;
}

/* Of the quarter from the east counter-clockwise and so on, all points that reach
   too far.  */
uint64_t edges_off(int sides)
{
    int const south = sides % 5, west = sides / 5 % 5, north = sides / 25 % 5,
              east = sides / 125;
    uint64_t off = 0;
    for (int ring = 1; ring <= DIAMOND_RADIUS; ring++)
        for (int place = 0; place < 4 * ring; place++) {
            int const along = place % ring, rest = ring - along, quarter = place / ring;
            int const reach[4][4] = {/* east north west south */
                                     {rest, along, 0, 0},
                                     {0, rest, along, 0},
                                     {0, 0, rest, along},
                                     {along, 0, 0, rest}};
            int const *const to = reach[quarter];
            if (to[0] > east || to[1] > north || to[2] > west || to[3] > south)
                off |= (uint64_t)1 << (ring_start(ring) + place);
        }
    return off;
}

void edges_init(struct edges *edges)
{
    memset(edges, 0, sizeof *edges);
    for (int sides = 0; sides < 625; sides++) {
        struct diamond const end = {.off = edges_off(sides)};
        struct diamond canonical;
        diamond_canonical(&end, &canonical);
        if (canonical.off != end.off)
            continue;
        edges->number[sides] = (uint8_t)edges->count;
        edges->off[edges->count++] = end.off;
        assert(edges->count < EDGES_MAX && "a number is one byte");
    }
}

int edges_number(struct edges const *edges, uint64_t off)
{
    assert(edges->off[edges->number[edges_sides(off)]] == off && "OFF is canonical");
    return edges->number[edges_sides(off)];
}

struct casecode casecode_of(struct edges const *edges, struct diamond const *diamond)
{
    return (struct casecode){
        .inner = (uint64_t)edges_number(edges, diamond->off) << 56 |
                 (uint64_t)core_code(diamond) << 32 | ring3_sorted(ring3_code(diamond)),
        .outer = ring4_code(diamond),
    };
}

void casecode_diamond(struct edges const *edges, struct casecode code,
                      struct diamond *diamond)
{
    uint64_t const inner = code.inner;
    *diamond = (struct diamond){
        .own = (inner >> 44 & 0xfff) | (inner >> 12 & 0xfff) << 12 |
               (uint64_t)(code.outer >> 16) << 24,
        .opp = (inner >> 32 & 0xfff) | (inner & 0xfff) << 12 |
               (uint64_t)(code.outer & 0xffff) << 24,
        .off = edges->off[inner >> 56],
    };
}

int casecode_compare(struct casecode a, struct casecode b)
{
    if (a.inner != b.inner)
        return a.inner < b.inner ? -1 : 1;
    uint64_t const outer_a = ring4_sorted(a.outer), outer_b = ring4_sorted(b.outer);
    return (outer_a > outer_b) - (outer_a < outer_b);
}

bool casecode_is_shape(struct edges const *edges, struct casecode code)
{
    struct diamond shape, canonical;
    if (code.inner >> 56 >= (uint64_t)edges->count)
        return false;
    casecode_diamond(edges, code, &shape);
    diamond_canonical(&shape, &canonical);
    return !(shape.own & shape.opp) && !((shape.own | shape.opp) & shape.off) &&
           diamond_compare(&shape, &canonical) == 0 &&
           casecode_compare(casecode_of(edges, &shape), code) == 0;
}
