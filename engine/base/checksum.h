/* engine/base/checksum.h -- the checksum of chunkfile.h, while it is being made.

   Four lanes, each taking every fourth word: lane = rotate((lane ^ word) * K)
   with K odd.  A step is invertible, so two inputs that differ in one word
   only cannot leave the lane in the same state, and the last mixing of the
   lanes is invertible in each of them as well.  */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { SUM_LANES = 4, SUM_STRIPE = 32 /* eaten at a time: a word for each lane */ };

struct sum {
    uint64_t lane[SUM_LANES];
    uint64_t length;
    unsigned char rest[SUM_STRIPE]; /* the length % SUM_STRIPE bytes not yet eaten */
};

void sum_start(struct sum *sum);
void sum_add(struct sum *sum, void const *data, size_t size);
uint64_t sum_finish(struct sum *sum);
