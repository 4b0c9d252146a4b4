/* patterns/shapes/memory_file.h -- the structs inside a memory's file, shared by the
   files that read, search and write it; nobody else includes this.  */
#pragma once

#include <endian.h>

#include "engine/base/chunkfile.h"
#include "patterns/shapes/remembered.h"

struct memory_head {
    uint32_t radius, slots, cores, groups, cases, games;
    uint32_t widest; /* the largest number of groups in one core */
    uint32_t reserved;
    uint32_t moves_low, moves_high;
};

struct memory_core {
    uint32_t key;   /* edge << 24 | core */
    uint32_t block; /* where it starts in BODY, in words */
    uint32_t groups, cases, first_case;
    uint32_t appeared, played;
    uint32_t rings; /* a bit for each third ring it was met with, see below */
};

struct memory_many {
    uint32_t appeared, played, won;
    uint32_t more; /* where its further sources start << 2 | how many */
};

struct memory {
    struct chunkfile *file;
    struct edges edges;
    uint32_t slots, cores, groups, cases, games, widest, many, more;
    uint64_t moves;
    size_t words;
    struct memory_core const *core;
    uint32_t const *body;
    uint64_t const *sift;
    uint32_t sifts; /* words of it */
    uint16_t const *once;
    uint32_t const *page;
    struct memory_many const *manies;
    uint32_t const *from, *mores;
    struct remembered_games named;
    size_t source_bytes;
};

/* The stretch of one core, taken apart and found to lie inside the file.  */
struct core_view {
    uint32_t groups, cases, first_case;
    uint32_t appeared, played, rings;
    uint32_t const *ring4;      /* of each case */
    uint32_t const *case_ring3; /* of each case, or NULL: it has too many */
    uint32_t const *ring3, *ring3_appeared, *ring3_played; /* of each group */
    uint32_t const *start; /* of each group's cases, when CASE_RING3 is NULL */
};

static inline uint32_t le32(uint32_t x)
{
    return le32toh(x);
}

static inline uint64_t memory_mix(uint32_t key)
{
    uint64_t const mixed = (key + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15);
    return (mixed ^ mixed >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
}

/* The bit of RINGS that stands for a third ring: when it is clear, no case of the
   core has that ring.  */
static inline uint32_t memory_ring_bit(uint32_t ring3)
{
    return 1u << ((ring3 & 0xffffff) * UINT32_C(0x9e3779b9) >> 27);
}

/* Where the search for an edge and core begins among SLOTS slots; it goes on
   slot by slot.  */
static inline uint32_t memory_slot(uint64_t mixed, uint32_t slots)
{
    return (uint32_t)((mixed >> 32) * slots >> 32);
}

/* The bits that a core sets in its word of SIFT, which tells most of the cores
   that are not there without a look at the table (Bloom 1970).  */
static inline uint64_t memory_sift_bits(uint64_t mixed)
{
    return (uint64_t)1 << (mixed & 63) | (uint64_t)1 << (mixed >> 6 & 63);
}

static inline uint32_t memory_sift_word(uint64_t mixed, uint32_t words)
{
    return (uint32_t)((mixed >> 12 & UINT32_MAX) * words >> 32);
}

/* False when there is no such core, or its slot is damaged.  */
bool memory_core(struct memory const *memory, uint32_t key, struct core_view *view);
bool memory_core_at(struct memory const *memory, uint32_t slot, struct core_view *view);

/* memory_back_off for canonical codes.  */
void memory_codes_back_off(struct memory const *memory, uint32_t key, uint32_t ring3,
                           struct experience *of_core, struct experience *of_ring3);

/* The first index of FROM .. TO whose number in the rising LIST is not below
   KEY.  */
static inline uint32_t seek32(uint32_t const *list, uint32_t from, uint32_t to,
                              uint32_t key)
{
    while (from < to) {
        uint32_t const middle = from + (to - from) / 2;
        if (le32(list[middle]) < key)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Where the cases of group G lie; an empty stretch if the file is damaged.  */
static inline void core_group(struct core_view const *view, uint32_t g, uint32_t *from,
                              uint32_t *to)
{
    if (view->case_ring3) {
        uint32_t const ring3 = le32(view->ring3[g]);
        *from = seek32(view->case_ring3, 0, view->cases, ring3);
        *to = seek32(view->case_ring3, *from, view->cases, ring3 + 1);
        return;
    }
    *from = le32(view->start[g]);
    *to = le32(view->start[g + 1]);
    if (*from > *to || *to > view->cases)
        *from = *to = 0;
}
