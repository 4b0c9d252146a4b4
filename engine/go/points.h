/* engine/go/points.h -- a set of points, one bit each.

   A set is a flat value, empty as {{0}}.  */
#pragma once

#include <assert.h>

#include "engine/go/point.h"

enum { POINT_WORDS = POINTS / 64 };

struct points {
    uint64_t word[POINT_WORDS];
};

static inline bool points_have(struct points const *set, point p)
{
    assert(p < POINTS);
    return set->word[p >> 6] >> (p & 63) & 1;
}

/* Both return by how many points SET has grown or shrunk: 0 or 1.  */
static inline int points_add(struct points *set, point p)
{
    assert(p < POINTS);
    uint64_t *const word = &set->word[p >> 6];
    uint64_t const before = *word;
    *word |= (uint64_t)1 << (p & 63);
    return *word != before;
}

static inline int points_drop(struct points *set, point p)
{
    assert(p < POINTS);
    uint64_t *const word = &set->word[p >> 6];
    uint64_t const before = *word;
    *word &= ~((uint64_t)1 << (p & 63));
    return *word != before;
}

/* All of MORE too.  */
static inline void points_join(struct points *set, struct points const *more)
{
    for (int i = 0; i < POINT_WORDS; i++)
        set->word[i] |= more->word[i];
}

/* None of LESS.  */
static inline void points_part(struct points *set, struct points const *less)
{
    for (int i = 0; i < POINT_WORDS; i++)
        set->word[i] &= ~less->word[i];
}

/* Is some point in both?  */
static inline bool points_meet(struct points const *a, struct points const *b)
{
    uint64_t met = 0;
    for (int i = 0; i < POINT_WORDS; i++)
        met |= a->word[i] & b->word[i];
    return met;
}

/* The smallest point in SET, which is not empty.  */
static inline point points_first(struct points const *set)
{
    int i = 0;
    while (!set->word[i])
        i++;
    assert(i < POINT_WORDS && "some point is in it");
    return (point)(64 * i + __builtin_ctzll(set->word[i]));
}

/* The points of SET from the smallest on; returns how many.  */
static inline int points_list(struct points const *set, point list[])
{
    int count = 0;
    for (int i = 0; i < POINT_WORDS; i++)
        for (uint64_t word = set->word[i]; word; word &= word - 1)
            list[count++] = (point)(64 * i + __builtin_ctzll(word));
    return count;
}

/* How many points there are in SET.  Each byte of SUM counts some bits of all words;
   of all together there may be more than a byte holds.  */
static inline int points_count(struct points const *set)
{
    uint64_t sum = 0;
    for (int i = 0; i < POINT_WORDS; i++) {
        uint64_t x = set->word[i];
        x -= x >> 1 & 0x5555555555555555u;
        x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
        sum += (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    }
    sum = (sum & 0x00ff00ff00ff00ffu) + (sum >> 8 & 0x00ff00ff00ff00ffu);
    return (int)(sum * 0x0001000100010001u >> 48);
}
