#include <config.h>

#include "patterns/shapes/ringscan.h"

#include <assert.h>
#include <endian.h>
#include <stddef.h>
#if defined __x86_64__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

enum { STRIDE = 64 };

/* Add the distances of COUNT codes to SUM.  When far is twice near, only the bits
   need counting.  */
INLINE void add_distances(uint32_t const *codes, uint32_t count, uint32_t asked,
                          struct ring_cost const *cost, uint32_t sum[STRIDE])
{
    uint32_t const mask = (uint32_t)((UINT64_C(1) << 2 * cost->half) - 1);
    uint32_t const near = cost->near, flip = cost->far - 2 * cost->near;
    int const half = cost->half;
    assert(count <= STRIDE && (half == 12 || half == 16) && cost->far >= cost->near);
    for (uint32_t i = 0; i < count; i++)
        sum[i] += near * bit_count((le32toh(codes[i]) ^ asked) & mask);
    if (!flip)
        return;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t const different = (le32toh(codes[i]) ^ asked) & mask;
        sum[i] += flip * bit_count(different >> half & different & ((1u << half) - 1));
    }
}

INLINE uint32_t scan(struct ring_list const *list, uint32_t limit, uint32_t *hit,
                     uint16_t *distance)
{
    uint32_t hits = 0;
    for (uint32_t from = 0; from < list->count; from += STRIDE) {
        uint32_t const left = list->count - from, count = left < STRIDE ? left : STRIDE;
        uint32_t sum[STRIDE] = {0};
        add_distances(list->ring + from, count, list->asked, &list->cost, sum);
        if (list->outer)
            add_distances(list->outer + from, count, list->asked_outer,
                          &list->cost_outer, sum);
        for (uint32_t i = 0; i < count; i++) {
            if (sum[i] > limit)
                continue;
            hit[hits] = from + i;
            distance[hits++] = (uint16_t)sum[i];
        }
    }
    return hits;
}

static uint32_t scan_plain(struct ring_list const *list, uint32_t limit, uint32_t *hit,
                           uint16_t *distance)
{
    return scan(list, limit, hit, distance);
}

#if defined __x86_64__

__attribute__((target("avx2"))) static uint32_t scan_avx2(struct ring_list const *list,
                                                          uint32_t limit, uint32_t *hit,
                                                          uint16_t *distance)
{
    return scan(list, limit, hit, distance);
}

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vpopcntdq")))

/* The distances of sixteen codes.  */
AVX512 INLINE __m512i distances(__m512i codes, uint32_t asked,
                                struct ring_cost const *cost)
{
    __m512i const mask = _mm512_set1_epi32((int)((UINT64_C(1) << 2 * cost->half) - 1));
    __m512i const different =
        _mm512_and_si512(_mm512_xor_si512(codes, _mm512_set1_epi32((int)asked)), mask);
    __m512i const sum = _mm512_mullo_epi32(_mm512_popcnt_epi32(different),
                                           _mm512_set1_epi32((int)cost->near));
    if (cost->far == 2 * cost->near)
        return sum;
    __m512i const both = _mm512_and_si512(
        _mm512_and_si512(_mm512_srl_epi32(different, _mm_cvtsi32_si128(cost->half)),
                         different),
        _mm512_set1_epi32((1 << cost->half) - 1));
    return _mm512_add_epi32(
        sum, _mm512_mullo_epi32(_mm512_popcnt_epi32(both),
                                _mm512_set1_epi32((int)(cost->far - 2 * cost->near))));
}

/* Sixteen at a time, and the hits written without gaps.  */
AVX512 static uint32_t scan_avx512(struct ring_list const *list, uint32_t limit,
                                   uint32_t *hit, uint16_t *distance)
{
    __m512i const lanes =
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    uint32_t hits = 0;
    for (uint32_t from = 0; from < list->count; from += 16) {
        uint32_t const left = list->count - from;
        __mmask16 const there = left >= 16 ? 0xffff : (__mmask16)((1u << left) - 1);
        __m512i sum = distances(_mm512_maskz_loadu_epi32(there, list->ring + from),
                                list->asked, &list->cost);
        if (list->outer)
            sum = _mm512_add_epi32(
                sum, distances(_mm512_maskz_loadu_epi32(there, list->outer + from),
                               list->asked_outer, &list->cost_outer));
        __mmask16 const within =
            _mm512_mask_cmple_epu32_mask(there, sum, _mm512_set1_epi32((int)limit));
        if (!within)
            continue;
        uint32_t sums[16];
        uint32_t const found = (uint32_t)__builtin_popcount(within);
        _mm512_mask_compressstoreu_epi32(
            hit + hits, within, _mm512_add_epi32(_mm512_set1_epi32((int)from), lanes));
        _mm512_mask_compressstoreu_epi32(sums, within, sum);
        for (uint32_t i = 0; i < found; i++)
            distance[hits + i] = (uint16_t)sums[i];
        hits += found;
    }
    return hits;
}

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}

static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512vpopcntdq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
}

#endif

static bool always(void)
{
    return true;
}

/* The best first.  */
static struct {
    char const *name;
    ring_scan *scan;
    bool (*runs)(void);
} const variants[] = {
#if defined __x86_64__
    {"avx512", scan_avx512, has_avx512},
    {"avx2", scan_avx2, has_avx2},
#endif
    {"plain", scan_plain, always},
};

ring_scan *ring_scan_variant(int n, char const **name)
{
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (variants[i].runs() && n-- == 0) {
            *name = variants[i].name;
            return variants[i].scan;
        }
    return NULL;
}

ring_scan *ring_scan_best(void)
{
    char const *name;
    return ring_scan_variant(0, &name);
}
