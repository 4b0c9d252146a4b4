#include <config.h>

#include "patterns/cases/vicinity.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { NEAR_UP_TO = 10, AWAY_UP_TO = 16 };

static uint64_t bits_of(uint64_t x, int from, int count)
{
    assert(from >= 0 && count > 0 && from + count < 64);
    return x >> from & (((uint64_t)1 << count) - 1);
}

/* ---------------------------------------------------------------- tables */

static uint64_t turned_off(uint64_t off, int symmetry)
{
    struct diamond const end = {.off = off};
    struct diamond turned;
    diamond_turn(&end, symmetry, &turned);
    return turned.off;
}

static void list_ends(struct vicinities *vicinities)
{
    for (int sides = 0; sides < 625; sides++) {
        uint64_t const off = edges_off(sides);
        struct diamond const end = {.off = off};
        struct diamond canonical;
        diamond_canonical(&end, &canonical);
        vicinities->end[sides].off = off;
        vicinities->end[sides].number =
            (uint8_t)edges_number(&vicinities->edges, canonical.off);
        for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++)
            if (turned_off(off, symmetry) == canonical.off)
                vicinities->end[sides].turns |= (uint8_t)(1u << symmetry);
    }
}

static void list_turns(struct vicinities *vicinities)
{
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        for (int place = 0; place < PLACE_VALUES; place++)
            vicinities->place[symmetry][place] =
                (uint8_t)(place < DIAMOND_POINTS ? diamond_turned_bit(place, symmetry)
                                                 : place);
        for (unsigned cross = 0; cross < 16; cross++)
            for (int bit = 0; bit < 4; bit++)
                vicinities->cross[symmetry][cross] |=
                    (uint8_t)((cross >> bit & 1) << diamond_turned_bit(bit, symmetry));
    }
}

void vicinities_init(struct vicinities *vicinities)
{
    memset(vicinities, 0, sizeof *vicinities);
    edges_init(&vicinities->edges);
    list_ends(vicinities);
    list_turns(vicinities);
    point const middle = point_at(10, 10);
    for (int bit = 0; bit < DIAMOND_POINTS; bit++) {
        point const p = diamond_point(middle, bit);
        vicinities->delta[bit] = (int16_t)(p - middle);
        vicinities->bit[point_row(p) - 10 + DIAMOND_RADIUS]
                       [point_column(p) - 10 + DIAMOND_RADIUS] = (uint8_t)bit;
    }
}

/* ---------------------------------------------------------------- looking */

static point move_at(struct situation const *situation, int back)
{
    int const i = situation->move_count - back;
    point const at = i < 0 ? (point)NOWHERE : situation->moves[i].at;
    return at == PASS ? (point)NOWHERE : at;
}

struct latest latest_moves(struct situation const *situation)
{
    return (struct latest){move_at(situation, 1), move_at(situation, 2)};
}

static uint8_t place_of(struct vicinities const *vicinities, point at, point move)
{
    if (move == NOWHERE)
        return PLACE_NONE;
    if (move == at)
        return PLACE_HERE;
    assert(move < POINTS && at < POINTS);
    int const dx = point_column(move) - point_column(at);
    int const dy = point_row(move) - point_row(at);
    int const across = abs(dx), along = abs(dy);
    if (across + along <= DIAMOND_RADIUS)
        return vicinities->bit[dy + DIAMOND_RADIUS][dx + DIAMOND_RADIUS];
    int const distance = across + along + (across > along ? across : along);
    return distance <= NEAR_UP_TO   ? PLACE_NEAR
           : distance <= AWAY_UP_TO ? PLACE_AWAY
                                    : PLACE_FAR;
}

static int sides_of(struct board const *board, point p)
{
    int const column = point_column(p), row = point_row(p);
    int const room[4] = {board->width - column, board->height - row, column - 1,
                         row - 1};
    assert(column >= 1 && row >= 1 && room[0] >= 0 && room[1] >= 0);
    int sides = 0;
    for (int side = 0; side < 4; side++)
        sides = 5 * sides + (room[side] < DIAMOND_RADIUS ? room[side] : DIAMOND_RADIUS);
    return sides;
}

static void look_for_breath(struct vicinities const *vicinities,
                            struct board const *board, point at,
                            struct vicinity *vicinity)
{
    uint64_t stones = (vicinity->diamond.own | vicinity->diamond.opp) & diamond_mask(2);
    for (; stones; stones &= stones - 1) {
        int const bit = __builtin_ctzll(stones);
        int const liberties =
            board_liberties(board, (point)(at + vicinities->delta[bit]));
        unsigned const more = liberties < 1   ? 0
                              : liberties < 4 ? (unsigned)liberties - 1
                                              : 3;
        vicinity->breath_low |= (uint16_t)((more & 1) << bit);
        vicinity->breath_high |= (uint16_t)((more >> 1) << bit);
    }
}

static uint8_t ko_beside(struct board const *board, point last)
{
    static int const step[4] = {1, PITCH, -1, -PITCH}; /* as on ring 1 */
    for (uint8_t side = 0; side < 4; side++)
        if (board->ko == last + step[side])
            return side + 1;
    return 0;
}

void vicinity_look(struct vicinities const *vicinities, struct board const *board,
                   point at, struct latest latest, struct vicinity *vicinity)
{
    uint64_t stones[4] = {0};
    assert(board_color(board, at) == EMPTY && "vicinities are of moves");
    int const sides = sides_of(board, at);
    *vicinity = (struct vicinity){.diamond.off = vicinities->end[sides].off};
    uint64_t on = ~vicinity->diamond.off & diamond_mask(DIAMOND_RADIUS);
    for (; on; on &= on - 1) {
        int const bit = __builtin_ctzll(on);
        stones[board->color[at + vicinities->delta[bit]]] |= (uint64_t)1 << bit;
    }
    vicinity->diamond.own = stones[board->to_move];
    vicinity->diamond.opp = stones[opponent((enum color)board->to_move)];
    look_for_breath(vicinities, board, at, vicinity);
    vicinity->last = place_of(vicinities, at, latest.last);
    vicinity->before = place_of(vicinities, at, latest.before);
    if (board->ko != NOWHERE && vicinity->last < DIAMOND_POINTS)
        vicinity->ko = ko_beside(board, latest.last);
}

/* ---------------------------------------------------------------- codes */

static uint8_t turned_place(uint8_t place, int symmetry)
{
    return place < DIAMOND_POINTS ? (uint8_t)diamond_turned_bit(place, symmetry)
                                  : place;
}

void vicinity_turn(struct vicinity const *vicinity, int symmetry,
                   struct vicinity *turned)
{
    struct diamond const breath = {.own = vicinity->breath_low,
                                   .opp = vicinity->breath_high};
    struct diamond of_breath;
    diamond_turn(&vicinity->diamond, symmetry, &turned->diamond);
    diamond_turn(&breath, symmetry, &of_breath);
    turned->breath_low = (uint16_t)of_breath.own;
    turned->breath_high = (uint16_t)of_breath.opp;
    turned->last = turned_place(vicinity->last, symmetry);
    turned->before = turned_place(vicinity->before, symmetry);
    turned->ko = vicinity->ko
                     ? (uint8_t)(diamond_turned_bit(vicinity->ko - 1, symmetry) + 1)
                     : 0;
}

/* The cross level of SCENE, whose edge is NUMBER, turned.  */
static uint32_t turned_cross(struct vicinities const *vicinities,
                             struct vicinity const *vicinity, uint32_t number,
                             int symmetry)
{
    uint32_t const ko =
        vicinity->ko ? vicinities->place[symmetry][vicinity->ko - 1] + 1u : 0;
    return number << 17 | (uint32_t)vicinities->place[symmetry][vicinity->last] << 11 |
           ko << 8 |
           (uint32_t)vicinities->cross[symmetry][vicinity->diamond.own & 15] << 4 |
           vicinities->cross[symmetry][vicinity->diamond.opp & 15];
}

/* All levels of a vicinity as it lies; its cross level is CROSS.  */
static vicinitycode code_of(struct vicinity const *vicinity, uint32_t cross)
{
    uint64_t const own = vicinity->diamond.own, opp = vicinity->diamond.opp;
    uint32_t const parts[VICINITY_LEVELS] = {
        cross,
        (uint32_t)(bits_of(own, 4, 8) << 8 | bits_of(opp, 4, 8)),
        (uint32_t)(vicinity->breath_high << 18 | vicinity->breath_low << 6 |
                   vicinity->before),
        (uint32_t)(bits_of(own, 12, 12) << 12 | bits_of(opp, 12, 12)),
        (uint32_t)(bits_of(own, 24, 16) << 16 | bits_of(opp, 24, 16)),
    };
    vicinitycode code = 0;
    for (int level = 0; level < VICINITY_LEVELS; level++)
        code = vicinity_join(code, level, parts[level]);
    return code;
}

/* The number of an edge is the same by all symmetries that make it canonical, and
   the cross decides first, so only those are turned as a whole that tie there.  */
vicinitycode vicinity_code(struct vicinities const *vicinities,
                           struct vicinity const *vicinity, int *symmetry)
{
    uint64_t const off = vicinity->diamond.off;
    int const sides = edges_sides(off);
    uint32_t const number = vicinities->end[sides].number;
    uint32_t least = UINT32_MAX, cross[SYMMETRIES] = {0};
    for (unsigned turns = vicinities->end[sides].turns; turns; turns &= turns - 1) {
        int const turn = __builtin_ctz(turns);
        cross[turn] = turned_cross(vicinities, vicinity, number, turn);
        least = cross[turn] < least ? cross[turn] : least;
    }
    assert(vicinities->end[sides].turns && "every edge turns into its canonical one");
    vicinitycode best = ~(vicinitycode)0;
    for (unsigned turns = vicinities->end[sides].turns; turns; turns &= turns - 1) {
        int const turn = __builtin_ctz(turns);
        if (cross[turn] != least)
            continue;
        struct vicinity turned;
        vicinity_turn(vicinity, turn, &turned);
        vicinitycode const code = code_of(&turned, least);
        if (code >= best)
            continue;
        best = code;
        *symmetry = turn;
    }
    return best;
}

vicinitycode vicinity_code_as_it_lies(struct vicinity const *vicinity)
{
    uint64_t const own = vicinity->diamond.own, opp = vicinity->diamond.opp;
    return code_of(
        vicinity, (uint32_t)vicinity->last << 11 | (uint32_t)vicinity->ko << 8 |
                      (uint32_t)bits_of(own, 0, 4) << 4 | (uint32_t)bits_of(opp, 0, 4));
}

int vicinity_end(struct vicinities const *vicinities, struct vicinity const *vicinity)
{
    int const sides = edges_sides(vicinity->diamond.off);
    return vicinities->end[sides].turns & 1 ? vicinities->end[sides].number : -1;
}

void vicinity_decode(struct vicinities const *vicinities, vicinitycode code,
                     struct vicinity *vicinity)
{
    uint32_t const cross = vicinity_part(code, LEVEL_CROSS),
                   core = vicinity_part(code, LEVEL_CORE),
                   breath = vicinity_part(code, LEVEL_BREATH),
                   ring3 = vicinity_part(code, LEVEL_RING3),
                   ring4 = vicinity_part(code, LEVEL_RING4);
    *vicinity = (struct vicinity){
        .diamond = {.own = (cross >> 4 & 15) | (core >> 8) << 4 |
                           (uint64_t)(ring3 >> 12) << 12 |
                           (uint64_t)(ring4 >> 16) << 24,
                    .opp = (cross & 15) | (core & 255) << 4 |
                           (uint64_t)(ring3 & 0xfff) << 12 |
                           (uint64_t)(ring4 & 0xffff) << 24,
                    .off = vicinities->edges.off[cross >> 17]},
        .breath_high = (uint16_t)(breath >> 18),
        .breath_low = (uint16_t)(breath >> 6 & 0xfff),
        .before = breath & 63,
        .last = cross >> 11 & 63,
        .ko = cross >> 8 & 7,
    };
}
