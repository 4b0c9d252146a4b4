#include <config.h>

#include "patterns/ringscan.h"

#include <endian.h>
#include <stdbool.h>
#include <stddef.h>

enum { STRIDE = 64 };

#define INLINE static inline __attribute__((always_inline))

/* A count of bits that a compiler can do on vectors without an instruction for
   it.  */
INLINE uint32_t count_bits(uint32_t x, bool native)
{
    if (native)
        return (uint32_t)__builtin_popcount(x);
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f;
    return x * 0x01010101 >> 24;
}

/* The distances of COUNT codes; returns whether any is within the limit.  When
   far is twice near, only the bits need counting.  */
INLINE bool measure(uint32_t const *list, uint32_t count, uint32_t asked,
                    struct ring_cost const *cost, uint32_t limit, bool native,
                    uint32_t distance[STRIDE])
{
    uint32_t const mask = (uint32_t)((UINT64_C(1) << 2 * cost->half) - 1);
    uint32_t const near = cost->near, flip = cost->far - 2 * cost->near;
    uint32_t within = 0;
    if (!flip) {
        for (uint32_t i = 0; i < count; i++) {
            distance[i] = near * count_bits((le32toh(list[i]) ^ asked) & mask, native);
            within |= distance[i] <= limit;
        }
    } else {
        int const half = cost->half;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t const different = (le32toh(list[i]) ^ asked) & mask;
            uint32_t const both = different >> half & different & ((1u << half) - 1);
            distance[i] =
                near * count_bits(different, native) + flip * count_bits(both, native);
            within |= distance[i] <= limit;
        }
    }
    return within;
}

INLINE uint32_t scan(uint32_t const *list, uint32_t count, uint32_t asked,
                     struct ring_cost const *cost, uint32_t limit, uint32_t *hit,
                     uint16_t *distance, bool native)
{
    uint32_t hits = 0;
    for (uint32_t from = 0; from < count; from += STRIDE) {
        uint32_t measured[STRIDE];
        uint32_t const left = count - from;
        bool const any =
            left >= STRIDE
                ? measure(list + from, STRIDE, asked, cost, limit, native, measured)
                : measure(list + from, left, asked, cost, limit, native, measured);
        if (!any)
            continue;
        for (uint32_t i = 0; i < STRIDE && i < left; i++) {
            if (measured[i] > limit)
                continue;
            hit[hits] = from + i;
            distance[hits++] = (uint16_t)measured[i];
        }
    }
    return hits;
}

static uint32_t scan_plain(uint32_t const *list, uint32_t count, uint32_t asked,
                           struct ring_cost const *cost, uint32_t limit, uint32_t *hit,
                           uint16_t *distance)
{
    return scan(list, count, asked, cost, limit, hit, distance, false);
}

#if defined __x86_64__

__attribute__((target("avx2,bmi,bmi2,popcnt"))) static uint32_t
scan_avx2(uint32_t const *list, uint32_t count, uint32_t asked,
          struct ring_cost const *cost, uint32_t limit, uint32_t *hit,
          uint16_t *distance)
{
    return scan(list, count, asked, cost, limit, hit, distance, false);
}

__attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,avx512vpopcntdq,bmi,bmi2,"
                      "popcnt"))) static uint32_t
scan_avx512(uint32_t const *list, uint32_t count, uint32_t asked,
            struct ring_cost const *cost, uint32_t limit, uint32_t *hit,
            uint16_t *distance)
{
    return scan(list, count, asked, cost, limit, hit, distance, true);
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
