/* engine/base/brief.h -- the upper half of a float: as wide a range in half the memory,
   precise to 0.4 %, for tables that shall stay in the cache and for much that is kept.
 */
#pragma once

#include <stdint.h>
#include <string.h>

struct brief {
    uint16_t bits;
};

/* The nearest one.  */
static inline struct brief shorten(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (struct brief){(uint16_t)((bits + 0x8000) >> 16)};
}

static inline float lengthen(struct brief brief)
{
    uint32_t const bits = (uint32_t)brief.bits << 16;
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}
