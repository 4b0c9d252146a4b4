/* patterns/memory_file.h -- the structs inside a memory's file, shared by the
   files that read, search and write it; nobody else includes this.  */
#pragma once

#include <endian.h>

#include "engine/chunkfile.h"
#include "patterns/memory.h"

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
    uint32_t appeared, played, reserved;
};

struct memory_many {
    uint32_t appeared, played, won;
    uint32_t more; /* where its further sources start << 2 | how many */
};

struct memory_game {
    uint32_t file, number, black, white, date, result;
};

struct memory {
    struct chunkfile *file;
    struct edges edges;
    uint32_t slots, cores, groups, cases, games, widest, many, more;
    uint64_t moves;
    size_t words, text_size;
    struct memory_core const *core;
    uint32_t const *body;
    uint16_t const *once;
    uint32_t const *page;
    struct memory_many const *manies;
    uint32_t const *from, *mores;
    struct memory_game const *game;
    char const *text;
    size_t source_bytes;
};

/* The stretch of one core, taken apart and found to lie inside the file.  */
struct core_view {
    uint32_t groups, cases, first_case;
    uint32_t appeared, played;
    uint32_t const *ring3, *start, *ring3_appeared, *ring3_played, *ring4;
};

static inline uint32_t le32(uint32_t x)
{
    return le32toh(x);
}

/* Where the search for an edge and core begins among SLOTS slots; it goes on
   slot by slot.  */
static inline uint32_t memory_slot(uint32_t key, uint32_t slots)
{
    uint64_t const mixed = (key + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(((mixed ^ mixed >> 29) & UINT32_MAX) * slots >> 32);
}

/* False when there is no such core, or its slot is damaged.  */
bool memory_core(struct memory const *memory, uint32_t key, struct core_view *view);
bool memory_core_at(struct memory const *memory, uint32_t slot, struct core_view *view);

/* Where the cases of group G lie; an empty stretch if the file is damaged.  */
static inline void core_group(struct core_view const *view, uint32_t g, uint32_t *from,
                              uint32_t *to)
{
    *from = le32(view->start[g]);
    *to = le32(view->start[g + 1]);
    if (*from > *to || *to > view->cases)
        *from = *to = 0;
}
