/* engine/base/rng.h -- a small, fast, seeded generator of random numbers.

   One word of state and one wide multiplication a number (Wang Yi's wyrand).
   Every player, playout and test owns its generator; the same seed gives the
   same numbers on every machine.  */
#pragma once

#include <assert.h>
#include <stdint.h>

struct rng {
    uint64_t state;
};

/* Scramble X so that near inputs give far outputs (Steele, Lea and Flood
   2014, "splitmix").  */
static inline uint64_t rng_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* NUMBER with all of TEXT mixed in, so that texts one after the other are told apart
   however they are divided.  */
static inline uint64_t rng_mix_text(uint64_t number, char const *text)
{
    for (; *text; text++)
        number = rng_mix(number ^ (unsigned char)*text);
    return rng_mix(number);
}

static inline void rng_seed(struct rng *rng, uint64_t seed)
{
    rng->state = rng_mix(seed);
}

static inline uint64_t rng_next(struct rng *rng)
{
    rng->state += 0xa0761d6478bd642fu;
    unsigned __int128 const product =
        (unsigned __int128)rng->state * (rng->state ^ 0xe7037ed1a0b428dbu);
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

/* A number in 0 .. LIMIT - 1, without a division (Lemire 2019; the bias of
   at most LIMIT / 2^32 is left in).  */
static inline uint32_t rng_below(struct rng *rng, uint32_t limit)
{
    assert(limit > 0);
    return (uint32_t)((rng_next(rng) >> 32) * limit >> 32);
}

/* A number in 0 <= x < 1.  */
static inline double rng_unit(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}
