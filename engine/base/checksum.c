#include <config.h>

#include "engine/base/checksum.h"

#include "engine/base/chunkfile.h"

static uint64_t const lane_factor[SUM_LANES] = {
    UINT64_C(0x9e3779b97f4a7c15),
    UINT64_C(0xbf58476d1ce4e5b9),
    UINT64_C(0x94d049bb133111eb),
    UINT64_C(0xd6e8feb86659fd93),
};

static inline uint64_t mixed(uint64_t state, uint64_t word, uint64_t factor)
{
    uint64_t const product = (state ^ word) * factor;
    return product << 29 | product >> 35;
}

void sum_start(struct sum *sum)
{
    memset(sum, 0, sizeof *sum);
    memcpy(sum->lane, lane_factor, sizeof sum->lane);
}

static void eat_stripes(struct sum *sum, unsigned char const *data, size_t count)
{
    uint64_t a = sum->lane[0], b = sum->lane[1], c = sum->lane[2], d = sum->lane[3];
    for (; count; count--, data += SUM_STRIPE) {
        a = mixed(a, get_le64(data), lane_factor[0]);
        b = mixed(b, get_le64(data + 8), lane_factor[1]);
        c = mixed(c, get_le64(data + 16), lane_factor[2]);
        d = mixed(d, get_le64(data + 24), lane_factor[3]);
    }
    sum->lane[0] = a, sum->lane[1] = b, sum->lane[2] = c, sum->lane[3] = d;
}

void sum_add(struct sum *sum, void const *data, size_t size)
{
    unsigned char const *from = data;
    size_t const held = sum->length % SUM_STRIPE;
    sum->length += size;
    if (held) {
        size_t const taken = size < SUM_STRIPE - held ? size : SUM_STRIPE - held;
        memcpy(sum->rest + held, from, taken);
        if (held + taken < SUM_STRIPE)
            return;
        eat_stripes(sum, sum->rest, 1);
        from += taken;
        size -= taken;
    }
    eat_stripes(sum, from, size / SUM_STRIPE);
    if (size % SUM_STRIPE)
        memcpy(sum->rest, from + size / SUM_STRIPE * SUM_STRIPE, size % SUM_STRIPE);
}

uint64_t sum_finish(struct sum *sum)
{
    uint64_t const length = sum->length;
    size_t const held = length % SUM_STRIPE;
    if (held) {
        memset(sum->rest + held, 0, SUM_STRIPE - held);
        eat_stripes(sum, sum->rest, 1);
    }
    uint64_t result = length;
    for (int i = 0; i < SUM_LANES; i++) {
        result = mixed(result, sum->lane[i], lane_factor[0]);
        result ^= result >> 32;
    }
    return result * lane_factor[1];
}

uint64_t chunk_checksum(void const *data, size_t size)
{
    struct sum sum;
    sum_start(&sum);
    sum_add(&sum, data, size);
    return sum_finish(&sum);
}
