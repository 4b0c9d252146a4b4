#include <config.h>

#include "patterns/cases/casenear.h"

#include "patterns/shapes/ringscan.h"

#include <stdlib.h>
#include <xalloc.h>

enum { STRETCH = 4096, HALF_RING3 = 12, HALF_RING4 = 16 };

struct case_likeness const *case_likeness_table(void)
{
    static struct case_likeness learnt = {
        .breath = {6, 3}, .before = 4, .before_out = 6};
    struct similarity const *const stones = similarity_find("learnt");
    __atomic_store_n(&learnt.stones, stones, __ATOMIC_RELAXED);
    return &learnt;
}

/* ---------------------------------------------------------------- distances */

/* The row of the weights of stones for what is asked.  */
static int row_of(struct vicinity const *asked)
{
    int const nearest = diamond_nearest_stone(&asked->diamond);
    return (nearest < DIAMOND_RADIUS ? nearest : DIAMOND_RADIUS) - 1;
}

static struct ring_cost cost_of(struct case_likeness const *likeness,
                                struct vicinity const *asked, int ring, int half)
{
    int const row = row_of(asked);
    return (struct ring_cost){likeness->stones->near[row][ring - 1],
                              likeness->stones->far[row][ring - 1], half};
}

/* The sum of the differences of the two-bit numbers of all stones in MASK.  */
static unsigned steps(uint32_t high_a, uint32_t low_a, uint32_t high_b, uint32_t low_b,
                      uint32_t mask)
{
    uint32_t const high = (high_a ^ high_b) & mask, low = (low_a ^ low_b) & mask;
    uint32_t const crossing = high & low & (high_a ^ low_a); /* 1 and 2 */
    uint32_t const whole = high & low & ~crossing;           /* 0 and 3 */
    return bit_count((low & ~high) | crossing) + 2 * bit_count(high & ~low) +
           3 * bit_count(whole);
}

/* Of two parts of LEVEL_BREATH.  */
static unsigned breath_distance(struct case_likeness const *likeness, uint32_t a,
                                uint32_t b)
{
    uint32_t const before_a = a & 63, before_b = b & 63;
    unsigned sum = 0;
    if (before_a != before_b)
        sum = before_a <= PLACE_HERE && before_b <= PLACE_HERE ? likeness->before
                                                               : likeness->before_out;
    uint32_t const low_a = a >> 6 & 0xfff, low_b = b >> 6 & 0xfff;
    sum += likeness->breath[0] * steps(a >> 18, low_a, b >> 18, low_b, 0xf);
    return sum + likeness->breath[1] * steps(a >> 18, low_a, b >> 18, low_b, 0xff0);
}

/* Of two codes that are the same up to LEVEL_CORE.  */
static unsigned outer_distance(struct case_likeness const *likeness,
                               struct ring_cost const *ring3,
                               struct ring_cost const *ring4, vicinitycode a,
                               vicinitycode b)
{
    return breath_distance(likeness, vicinity_part(a, LEVEL_BREATH),
                           vicinity_part(b, LEVEL_BREATH)) +
           ring_distance(ring3, vicinity_part(a, LEVEL_RING3) ^
                                    vicinity_part(b, LEVEL_RING3)) +
           ring_distance(ring4,
                         vicinity_part(a, LEVEL_RING4) ^ vicinity_part(b, LEVEL_RING4));
}

static bool same_core(vicinitycode a, vicinitycode b)
{
    return vicinity_part(a, LEVEL_CROSS) == vicinity_part(b, LEVEL_CROSS) &&
           vicinity_part(a, LEVEL_CORE) == vicinity_part(b, LEVEL_CORE);
}

unsigned case_distance_as_they_lie(struct case_likeness const *likeness,
                                   struct vicinity const *asked,
                                   struct vicinity const *other)
{
    struct ring_cost const ring3 = cost_of(likeness, asked, 3, HALF_RING3),
                           ring4 = cost_of(likeness, asked, 4, HALF_RING4);
    vicinitycode const a = vicinity_code_as_it_lies(asked),
                       b = vicinity_code_as_it_lies(other);
    if (asked->diamond.off != other->diamond.off || !same_core(a, b))
        return CASE_NEVER;
    return outer_distance(likeness, &ring3, &ring4, a, b);
}

unsigned case_distance(struct case_likeness const *likeness,
                       struct vicinity const *asked, struct vicinity const *other)
{
    unsigned least = CASE_NEVER;
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        struct vicinity turned;
        vicinity_turn(asked, symmetry, &turned);
        unsigned const distance = case_distance_as_they_lie(likeness, &turned, other);
        least = distance < least ? distance : least;
    }
    return least;
}

float case_alike(struct case_likeness const *likeness, struct vicinity const *asked,
                 unsigned distance)
{
    int const row = row_of(asked);
    unsigned most = likeness->before_out;
    for (int ring = 3; ring <= DIAMOND_RADIUS; ring++)
        most += 4 * (unsigned)ring * likeness->stones->near[row][ring - 1];
    uint64_t const stones = asked->diamond.own | asked->diamond.opp;
    most += 3 * likeness->breath[0] * (unsigned)__builtin_popcountll(stones & 0xf);
    most += 3 * likeness->breath[1] * (unsigned)__builtin_popcountll(stones & 0xff0);
    return distance < most ? 1 - (float)distance / (float)most : 0;
}

/* ---------------------------------------------------------------- the best so far */

struct best {
    struct near_vicinity *list;
    int k, count;
    unsigned reach;
};

/* The largest distance that may still come in.  */
static unsigned limit_of(struct best const *best)
{
    return best->count < best->k ? best->reach : best->list[best->count - 1].distance;
}

static bool is_before(struct near_vicinity const *a, uint32_t id, unsigned distance)
{
    return a->distance < distance || (a->distance == distance && a->id < id);
}

/* A case met by two symmetries comes in once, with the lesser distance.  */
static void offer(struct best *best, uint32_t id, unsigned distance)
{
    if (distance > limit_of(best))
        return;
    int at = 0, gone;
    while (at < best->count && is_before(&best->list[at], id, distance))
        if (best->list[at++].id == id)
            return;
    for (gone = at; gone < best->count && best->list[gone].id != id; gone++)
        ;
    if (gone == best->count && best->count < best->k)
        best->count++;
    if (gone == best->k)
        gone--;
    if (at >= best->k)
        return;
    for (int i = gone; i > at; i--)
        best->list[i] = best->list[i - 1];
    best->list[at] = (struct near_vicinity){id, (uint16_t)distance};
}

/* ---------------------------------------------------------------- the tree */

/* One question, in one of the ways it can lie.  */
struct core_search {
    struct casebook const *book;
    struct case_likeness const *likeness;
    struct ring_cost ring3, ring4;
    ring_scan *scan;
    vicinitycode code;
    uint32_t core; /* the node */
    struct best *best;
    unsigned from, to; /* third rings with a distance FROM .. TO are looked at */
};

static void look_at_cases(struct core_search *search, uint32_t ring3, unsigned distance)
{
    uint32_t hit[STRETCH], from, to;
    uint16_t away[STRETCH];
    casebook_children(search->book, LEVEL_RING3, ring3, &from, &to);
    for (; from < to; from += STRETCH) {
        unsigned const limit = limit_of(search->best);
        if (distance > limit)
            return;
        struct ring_list const list = {
            .ring = casebook_part_list(search->book, LEVEL_RING4) + from,
            .count = to - from < STRETCH ? to - from : STRETCH,
            .asked = vicinity_part(search->code, LEVEL_RING4),
            .cost = search->ring4,
        };
        uint32_t const hits = search->scan(&list, limit - distance, hit, away);
        for (uint32_t i = 0; i < hits; i++)
            offer(search->best, from + hit[i], distance + away[i]);
    }
}

static void look_at_rings(struct core_search *search, uint32_t breath,
                          unsigned distance)
{
    uint32_t hit[STRETCH], from, to;
    uint16_t away[STRETCH];
    casebook_children(search->book, LEVEL_BREATH, breath, &from, &to);
    for (; from < to; from += STRETCH) {
        struct ring_list const list = {
            .ring = casebook_part_list(search->book, LEVEL_RING3) + from,
            .count = to - from < STRETCH ? to - from : STRETCH,
            .asked = vicinity_part(search->code, LEVEL_RING3),
            .cost = search->ring3,
        };
        uint32_t const hits = search->scan(&list, search->to - distance, hit, away);
        for (uint32_t i = 0; i < hits; i++)
            if (distance + away[i] >= search->from)
                look_at_cases(search, from + hit[i], distance + away[i]);
    }
}

static void look_at_core(struct core_search *search)
{
    uint32_t from, to;
    uint32_t const asked = vicinity_part(search->code, LEVEL_BREATH);
    casebook_children(search->book, LEVEL_CORE, search->core, &from, &to);
    for (uint32_t breath = from; breath < to; breath++) {
        unsigned const distance = breath_distance(
            search->likeness, asked, casebook_part(search->book, LEVEL_BREATH, breath));
        if (distance <= search->to)
            look_at_rings(search, breath, distance);
    }
}

/* All ways in which ASKED can lie so that its core is as in the codes of the tree.  */
static int ways_of(struct casebook const *book, struct vicinity const *asked,
                   vicinitycode ways[SYMMETRIES])
{
    int symmetry, count = 0;
    vicinitycode const code =
        vicinity_code(casebook_vicinities(book), asked, &symmetry);
    for (symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        struct vicinity turned;
        vicinity_turn(asked, symmetry, &turned);
        int const end = vicinity_end(casebook_vicinities(book), &turned);
        vicinitycode const way = vicinity_code_as_it_lies(&turned) | (vicinitycode)end
                                                                         << 119;
        if (end < 0)
            continue;
        if (same_core(way, code))
            ways[count++] = way;
    }
    return count;
}

int case_nearest(struct casebook const *book, struct case_likeness const *likeness,
                 struct vicinity const *asked, int k, unsigned reach,
                 struct near_vicinity list[])
{
    static unsigned const steps_to[] = {0, 4, 12, 30, 70, 150, CASE_NEVER - 1};
    struct best best = {
        .list = list, .k = k, .reach = reach < CASE_NEVER ? reach : CASE_NEVER - 1};
    vicinitycode ways[SYMMETRIES];
    int const count = ways_of(book, asked, ways);
    struct case_chain chain;
    casebook_find(book, ways[0], &chain);
    if (chain.known <= LEVEL_CORE)
        return 0;
    struct core_search search = {
        .book = book,
        .likeness = likeness,
        .ring3 = cost_of(likeness, asked, 3, HALF_RING3),
        .ring4 = cost_of(likeness, asked, 4, HALF_RING4),
        .scan = ring_scan_best(),
        .core = chain.node[LEVEL_CORE],
        .best = &best,
    };
    for (size_t i = 0; i < sizeof steps_to / sizeof *steps_to; i++) {
        unsigned const limit = limit_of(&best);
        if (search.from > limit)
            break;
        search.to = steps_to[i] < limit ? steps_to[i] : limit;
        for (int way = 0; way < count; way++) {
            search.code = ways[way];
            look_at_core(&search);
        }
        search.from = search.to + 1;
    }
    return best.count;
}

/* ---------------------------------------------------------------- all of them */

struct case_scan {
    struct casebook const *book;
    uint32_t count;
    vicinitycode *code;
};

struct case_scan *case_scan_new(struct casebook const *book)
{
    struct case_scan *const scan = xzalloc(sizeof *scan);
    struct casebook_facts facts;
    casebook_facts(book, &facts);
    scan->book = book;
    scan->count = facts.nodes[LEVEL_RING4];
    scan->code = xnmalloc((size_t)scan->count + 1, sizeof *scan->code);
    for (uint32_t id = 0; id < scan->count; id++)
        scan->code[id] = casebook_code(book, id);
    return scan;
}

void case_scan_free(struct case_scan *scan)
{
    if (!scan)
        return;
    free(scan->code);
    free(scan);
}

int case_scan_nearest(struct case_scan const *scan,
                      struct case_likeness const *likeness,
                      struct vicinity const *asked, int k, unsigned reach,
                      struct near_vicinity list[])
{
    struct best best = {
        .list = list, .k = k, .reach = reach < CASE_NEVER ? reach : CASE_NEVER - 1};
    struct ring_cost const ring3 = cost_of(likeness, asked, 3, HALF_RING3),
                           ring4 = cost_of(likeness, asked, 4, HALF_RING4);
    vicinitycode ways[SYMMETRIES];
    int const count = ways_of(scan->book, asked, ways);
    for (uint32_t id = 0; id < scan->count; id++) {
        vicinitycode const code = scan->code[id];
        if (!same_core(code, ways[0]))
            continue;
        for (int way = 0; way < count; way++)
            offer(&best, id, outer_distance(likeness, &ring3, &ring4, ways[way], code));
    }
    return best.count;
}
