#include <config.h>

#include "patterns/shapes/scan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#define INLINE static inline __attribute__((always_inline))

enum { BLOCK = 256 };

struct scan {
    uint32_t *core, *ring3, *ring4; /* CORE has the edge in its upper byte */
    uint32_t count;
    struct edges edges;
};

/* A diamond in one of the ways to turn it.  */
struct turned_codes {
    uint32_t core, ring3, ring4;
};

struct scan_weights {
    uint32_t near[DIAMOND_RADIUS], flip[DIAMOND_RADIUS]; /* far - 2 near */
    bool flips;                                          /* any of them not 0 */
};

static bool gather(void *context, uint32_t id, struct casecode code)
{
    struct scan *const scan = context;
    if (id != scan->count)
        return false;
    scan->core[id] = (uint32_t)(code.inner >> 32);
    scan->ring3[id] = (uint32_t)code.inner & 0xffffff;
    scan->ring4[id] = code.outer;
    scan->count++;
    return true;
}

struct scan *scan_new(struct memory const *memory)
{
    struct memory_facts facts;
    memory_facts(memory, &facts);
    struct scan *const scan = xzalloc(sizeof *scan);
    edges_init(&scan->edges);
    scan->core = xcalloc(facts.cases + BLOCK, sizeof *scan->core);
    scan->ring3 = xcalloc(facts.cases + BLOCK, sizeof *scan->ring3);
    scan->ring4 = xcalloc(facts.cases + BLOCK, sizeof *scan->ring4);
    memory_each(memory, gather, scan);
    return scan;
}

void scan_free(struct scan *scan)
{
    if (!scan)
        return;
    free(scan->core);
    free(scan->ring3);
    free(scan->ring4);
    free(scan);
}

INLINE uint32_t bits(uint32_t x, bool native)
{
    if (native)
        return (uint32_t)__builtin_popcount(x);
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f;
    return x * 0x01010101 >> 24;
}

INLINE uint32_t distance_of(uint32_t core, uint32_t ring3, uint32_t ring4,
                            struct scan_weights const *w, bool flips, bool native)
{
    uint32_t const ring1 = core & 0x00f00f, ring2 = core & 0xff0ff0;
    uint32_t distance = core >> 24 ? DISTANCE_NEVER : 0;
    distance += w->near[0] * bits(ring1, native) + w->near[1] * bits(ring2, native) +
                w->near[2] * bits(ring3, native) + w->near[3] * bits(ring4, native);
    if (flips)
        distance += w->flip[0] * bits(ring1 >> 12 & ring1, native) +
                    w->flip[1] * bits(ring2 >> 12 & ring2 & 0xfff, native) +
                    w->flip[2] * bits(ring3 >> 12 & ring3 & 0xfff, native) +
                    w->flip[3] * bits(ring4 >> 16 & ring4 & 0xffff, native);
    return distance;
}

/* The least distance over all ways for BLOCK cases from FROM on; returns whether
   any is within LIMIT.  */
INLINE bool compare(struct scan const *scan, uint32_t from,
                    struct turned_codes const *ways, int count,
                    struct scan_weights const *w, uint32_t limit, uint32_t least[BLOCK],
                    bool flips, bool native)
{
    uint32_t const *const core = scan->core + from, *const ring3 = scan->ring3 + from,
                          *const ring4 = scan->ring4 + from;
    uint32_t within = 0;
    assert(count >= 1 && count <= SYMMETRIES && from % BLOCK == 0);
    for (int i = 0; i < BLOCK; i++)
        least[i] = DISTANCE_NEVER;
    for (int way = 0; way < count; way++) {
        struct turned_codes const q = ways[way];
        for (int i = 0; i < BLOCK; i++) {
            uint32_t const distance = distance_of(core[i] ^ q.core, ring3[i] ^ q.ring3,
                                                  ring4[i] ^ q.ring4, w, flips, native);
            least[i] = distance < least[i] ? distance : least[i];
        }
    }
    for (int i = 0; i < BLOCK; i++)
        within |= least[i] <= limit;
    return within;
}

typedef bool compare_block(struct scan const *scan, uint32_t from,
                           struct turned_codes const *ways, int count,
                           struct scan_weights const *w, uint32_t limit,
                           uint32_t least[BLOCK]);

static bool compare_plain(struct scan const *scan, uint32_t from,
                          struct turned_codes const *ways, int count,
                          struct scan_weights const *w, uint32_t limit,
                          uint32_t least[BLOCK])
{
    return compare(scan, from, ways, count, w, limit, least, w->flips, false);
}

#if defined __x86_64__

__attribute__((target("avx2,bmi,bmi2,popcnt"))) static bool
compare_avx2(struct scan const *scan, uint32_t from, struct turned_codes const *ways,
             int count, struct scan_weights const *w, uint32_t limit,
             uint32_t least[BLOCK])
{
    return w->flips ? compare(scan, from, ways, count, w, limit, least, true, false)
                    : compare(scan, from, ways, count, w, limit, least, false, false);
}

__attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,avx512vpopcntdq,bmi,bmi2,"
                      "popcnt"))) static bool
compare_avx512(struct scan const *scan, uint32_t from, struct turned_codes const *ways,
               int count, struct scan_weights const *w, uint32_t limit,
               uint32_t least[BLOCK])
{
    return w->flips ? compare(scan, from, ways, count, w, limit, least, true, true)
                    : compare(scan, from, ways, count, w, limit, least, false, true);
}

static compare_block *best_compare(void)
{
    if (__builtin_cpu_supports("avx512vpopcntdq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
        return compare_avx512;
    return __builtin_cpu_supports("avx2") ? compare_avx2 : compare_plain;
}

#else

static compare_block *best_compare(void)
{
    return compare_plain;
}

#endif

/* The ways of turning DIAMOND under which its edge is canonical.  */
static int turned_ways(struct scan const *scan, struct diamond const *diamond,
                       struct turned_codes ways[SYMMETRIES])
{
    struct diamond first;
    diamond_canonical(diamond, &first);
    uint32_t const edge = (uint32_t)edges_number(&scan->edges, first.off) << 24;
    int count = 0;
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        struct diamond t;
        diamond_turn(diamond, symmetry, &t);
        if (t.off == first.off)
            ways[count++] = (struct turned_codes){edge | core_code(&t), ring3_code(&t),
                                                  ring4_code(&t)};
    }
    return count;
}

/* Cases come in rising order of number, so an equally distant one never
   displaces another.  */
static int keep(struct near_case list[], int count, int k, uint32_t id,
                uint32_t distance)
{
    int i = count == k ? k - 1 : count;
    assert(count <= k && (count < k || distance < list[k - 1].distance));
    for (; i > 0 && list[i - 1].distance > distance; i--)
        list[i] = list[i - 1];
    list[i].id = id;
    list[i].distance = (uint16_t)distance;
    return count == k ? k : count + 1;
}

int scan_nearest(struct scan *scan, struct similarity const *similarity,
                 struct diamond const *diamond, int k, unsigned reach,
                 struct near_case list[])
{
    compare_block *const compare_best = best_compare();
    struct turned_codes ways[SYMMETRIES];
    int const way_count = turned_ways(scan, diamond, ways);
    int const row = diamond_nearest_stone(diamond) - 1;
    assert(k >= 1 && k <= MEMORY_NEAREST && row < DIAMOND_RADIUS);
    struct scan_weights w = {.flips = false};
    for (int ring = 0; ring < DIAMOND_RADIUS; ring++) {
        w.near[ring] = similarity->near[row][ring];
        w.flip[ring] = similarity->far[row][ring] - 2u * similarity->near[row][ring];
        w.flips |= w.flip[ring] != 0;
    }
    uint32_t limit = reach < DISTANCE_NEVER ? reach : DISTANCE_NEVER - 1;
    int count = 0;
    uint32_t least[BLOCK];
    for (uint32_t from = 0; from < scan->count; from += BLOCK) {
        if (!compare_best(scan, from, ways, way_count, &w, limit, least))
            continue;
        for (uint32_t i = 0; i < BLOCK && from + i < scan->count; i++) {
            if (least[i] > limit || (count == k && least[i] >= list[k - 1].distance))
                continue;
            count = keep(list, count, k, from + i, least[i]);
            if (count == k)
                limit = list[k - 1].distance;
        }
    }
    return count;
}
