/* patterns/cases/casebook_file.h -- the structs inside a casebook's file, shared by the
   files that read and write it; nobody else includes this.  */
#pragma once

#include <endian.h>

#include "engine/base/chunkfile.h"
#include "patterns/cases/casebook.h"

#define CASEBOOK_KIND "CASE"

struct casebook_head {
    uint32_t radius, nodes[VICINITY_LEVELS], games;
    uint32_t moves_low, moves_high;
};

struct casebook_more {
    uint32_t number; /* of the case */
    uint32_t source[CASE_SOURCES - 1];
};

/* A source: it is not told which game.  */
enum { CASE_UNNAMED = 0xffffffff };

enum { TALLY_MANY = 0x80000000, TALLY_MET = 1 << 17, TALLY_PLAYED = 1 << 7 };

/* Of the weights.  */
extern char const *const casebook_weight_names[CASE_COMPANIES];

/* Names of the chunks of a level.  */
extern char const *const casebook_parts[VICINITY_LEVELS],
    *const casebook_kids[VICINITY_LEVELS], *const casebook_tallies[VICINITY_LEVELS],
                                               *const casebook_origins[VICINITY_LEVELS];
