#include <config.h>

#include "patterns/learning/harvest.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <xalloc.h>

enum {
    MAP_BITS = 32, /* half a gigabyte, most of it never touched by few games */
    FIRST_CAPACITY = 1 << 16,
    COUNT_CLASSES = 1 << 12,
    HUGE_PAGE = 1 << 21,
};

static size_t const map_size = (size_t)1 << (MAP_BITS - 3);

struct harvest {
    uint64_t *map; /* keys met once, two bits a key */
    uint64_t *keys;
    uint16_t *counts;
    size_t capacity, used; /* a power of two; entries in use */
};

static void *next_page(void *memory)
{
    return (void *)(((uintptr_t)memory + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
}

struct harvest *harvest_new(void)
{
    struct harvest *const harvest = xzalloc(sizeof *harvest);
    harvest->map = xcalloc((size_t)1 << (MAP_BITS - 6), sizeof *harvest->map);
    madvise(next_page(harvest->map), map_size - HUGE_PAGE, MADV_HUGEPAGE);
    harvest->capacity = FIRST_CAPACITY;
    harvest->keys = xcalloc(harvest->capacity, sizeof *harvest->keys);
    harvest->counts = xcalloc(harvest->capacity, sizeof *harvest->counts);
    return harvest;
}

void harvest_free(struct harvest *harvest)
{
    if (!harvest)
        return;
    free(harvest->map);
    free(harvest->keys);
    free(harvest->counts);
    free(harvest);
}

static size_t first_place(struct harvest const *harvest, uint64_t key)
{
    return (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (harvest->capacity - 1);
}

static size_t place_of(struct harvest const *harvest, uint64_t key)
{
    size_t place = first_place(harvest, key);
    assert(harvest->used < harvest->capacity && "the walk comes to an end");
    while (harvest->counts[place] && harvest->keys[place] != key)
        place = (place + 1) & (harvest->capacity - 1);
    return place;
}

static void grow(struct harvest *harvest)
{
    struct harvest const before = *harvest;
    harvest->capacity *= 2;
    harvest->keys = xcalloc(harvest->capacity, sizeof *harvest->keys);
    harvest->counts = xcalloc(harvest->capacity, sizeof *harvest->counts);
    for (size_t i = 0; i < before.capacity; i++) {
        if (!before.counts[i])
            continue;
        size_t const place = place_of(harvest, before.keys[i]);
        harvest->keys[place] = before.keys[i];
        harvest->counts[place] = before.counts[i];
    }
    free(before.keys);
    free(before.counts);
}

/* The two bits of KEY in the map.  */
static uint64_t bit_of(uint64_t key, int which)
{
    return (which ? key >> 32 : key) & (((uint64_t)1 << MAP_BITS) - 1);
}

/* Was KEY in the map?  It is now.  */
static bool meet_again(struct harvest *harvest, uint64_t key)
{
    bool both = true;
    for (int which = 0; which < 2; which++) {
        uint64_t const bit = bit_of(key, which);
        uint64_t *const word = &harvest->map[bit >> 6];
        both &= *word >> (bit & 63) & 1;
        *word |= (uint64_t)1 << (bit & 63);
    }
    return both;
}

static void add(struct harvest *harvest, uint64_t key)
{
    if (!meet_again(harvest, key))
        return;
    size_t place = place_of(harvest, key);
    if (!harvest->counts[place]) {
        if (2 * ++harvest->used > harvest->capacity) {
            grow(harvest);
            place = place_of(harvest, key);
        }
        harvest->keys[place] = key;
        harvest->counts[place] = 1; /* the time the map remembers */
    }
    if (harvest->counts[place] < UINT16_MAX)
        harvest->counts[place]++;
}

void harvest_add(struct harvest *harvest, uint64_t const keys[], int count)
{
    for (int i = 0; i < count; i++)
        for (int which = 0; which < 2; which++)
            __builtin_prefetch(&harvest->map[bit_of(keys[i], which) >> 6], 1);
    for (int i = 0; i < count; i++)
        __builtin_prefetch(&harvest->counts[first_place(harvest, keys[i])]);
    for (int i = 0; i < count; i++)
        add(harvest, keys[i]);
}

static int threshold(struct harvest const *harvest, size_t slots_max, int least)
{
    size_t *const with = xcalloc(COUNT_CLASSES, sizeof *with);
    for (size_t i = 0; i < harvest->capacity; i++) {
        int const count = harvest->counts[i];
        with[count < COUNT_CLASSES ? count : COUNT_CLASSES - 1]++;
    }
    size_t kept = 0;
    int lowest = COUNT_CLASSES;
    while (lowest > least && kept + with[lowest - 1] <= slots_max / 8 * 7)
        kept += with[--lowest];
    free(with);
    return lowest;
}

int harvest_finish(struct harvest const *harvest, size_t slots_max, int least,
                   struct lexicon *lexicon, uint16_t **counts)
{
    int const lowest = threshold(harvest, slots_max, least);
    size_t kept = 0;

    for (size_t i = 0; i < harvest->capacity; i++)
        kept += harvest->counts[i] >= lowest;
    uint32_t const buckets = (uint32_t)(kept * 8 / 7 / LEXICON_BUCKET + 1);
    assert(lowest >= least && "what is seldomer is not known");
    lexicon_init(lexicon, buckets);
    *counts = xcalloc((size_t)buckets * LEXICON_BUCKET, sizeof **counts);
    for (size_t i = 0; i < harvest->capacity; i++) {
        if (harvest->counts[i] < lowest)
            continue;
        uint32_t const slot = lexicon_add(lexicon, harvest->keys[i]);
        if (slot != LEXICON_NONE && (*counts)[slot] < harvest->counts[i])
            (*counts)[slot] = harvest->counts[i];
    }
    return lowest;
}
