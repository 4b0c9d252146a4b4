#include <config.h>

#include "patterns/shapes/similarity.h"

#include <assert.h>
#include <string.h>

struct similarity const similarity_table[] = {
    {
        .name = "katsunari",
        /* With a stone on ring 1: rings 1 and 2 identical, at most two points of
           ring 3 different, ring 4 free.  Otherwise two points of the whole
           diamond, and none nearer than the nearest stone may be.  */
        .near = {{250, 250, 10, 0},
                 {250, 250, 10, 10},
                 {250, 250, 250, 10},
                 {250, 250, 250, 10}},
        .far = {{250, 250, 10, 0},
                {250, 250, 10, 10},
                {250, 250, 250, 10},
                {250, 250, 250, 10}},
        .reach = {20, 20, 20, 20},
        .voting = {.base_rate = 0.005f,
                   .trust_core = 5,
                   .doubt_ring3 = 0.5f,
                   .doubt_cases = 0,
                   .trust_ring3 = {5, 5, 5, 5},
                   .trust_cases = {5, 5, 5, 5},
                   .decay = {0, 0, 0, 0}},
        .note = "the thresholds of the paper of 1999",
    },
    {
        /* Looked for by `hishi report similarity --fit' among numbers within whose
           reach a question is quick; which games it was given was not noted.  */
        .name = "learnt",
        .near = {{16, 8, 2, 1}, {24, 8, 4, 3}, {24, 16, 4, 2}, {24, 16, 6, 2}},
        .far = {{32, 16, 4, 2}, {48, 16, 8, 6}, {48, 32, 8, 4}, {48, 32, 12, 4}},
        .reach = {15, 15, 15, 15},
        .backs_off = true,
        .voting = {.base_rate = 0.0035f,
                   .trust_core = 3.5f,
                   .doubt_ring3 = 0.5f,
                   .doubt_cases = 0.47f,
                   .trust_ring3 = {4.3f, 5.1f, 5, 5},
                   .trust_cases = {6, 5.6f, 5.4f, 5},
                   .decay = {2.0f, 1.5f, 1.1f, 0.7f}},
        .note = "fitted to the moves of training games",
    },
    {0},
};

struct similarity const *similarity_find(char const *name)
{
    for (struct similarity const *row = similarity_table; row->name; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

unsigned similarity_as_they_lie(struct similarity const *similarity,
                                struct diamond const *asked,
                                struct diamond const *other)
{
    if (asked->off != other->off)
        return DISTANCE_NEVER;
    int const row = diamond_nearest_stone(asked) - 1;
    assert(row < DIAMOND_RADIUS && "the one asked about holds a stone");
    uint64_t const own = asked->own ^ other->own, opp = asked->opp ^ other->opp;
    unsigned distance = 0;
    for (int ring = 1; ring <= DIAMOND_RADIUS; ring++) {
        uint64_t const mask = ring_mask(ring);
        int const near = __builtin_popcountll((own ^ opp) & mask);
        int const far = __builtin_popcountll(own & opp & mask);
        distance += (unsigned)(near * similarity->near[row][ring - 1] +
                               far * similarity->far[row][ring - 1]);
    }
    return distance;
}

unsigned similarity_distance(struct similarity const *similarity,
                             struct diamond const *asked, struct diamond const *other)
{
    unsigned least = DISTANCE_NEVER;
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        struct diamond turned;
        diamond_turn(other, symmetry, &turned);
        unsigned const distance = similarity_as_they_lie(similarity, asked, &turned);
        least = distance < least ? distance : least;
    }
    return least;
}

float similarity_alike(struct similarity const *similarity, struct diamond const *asked,
                       unsigned distance)
{
    int const row = diamond_nearest_stone(asked) - 1;
    assert(row < DIAMOND_RADIUS && "the one asked about holds a stone");
    unsigned all = 0;
    for (int ring = 1; ring <= DIAMOND_RADIUS; ring++)
        all += (unsigned)(__builtin_popcountll(~asked->off & ring_mask(ring)) *
                          similarity->near[row][ring - 1]);
    return distance >= all ? 0 : 1 - (float)distance / (float)all;
}
