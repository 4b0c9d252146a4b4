/* patterns/caselearning/caseruns.h -- plays of vicinities, sorted in stretches that fit
   into memory, and merged.  Only caselearn.c includes this.  */
#pragma once

#include "patterns/caselearning/casetree.h"
#include "patterns/learning/learn_runs.h"

/* Plays of one vicinity, taken together as long as their number fits.  */
struct vicinity_play {
    uint64_t high, low; /* the code */
    uint16_t played, won;
    uint32_t source[CASE_SOURCES]; /* as casebuilder.h */
};

/* Sort PLAYS, add up equal ones and write them as run NUMBER.  */
bool caseruns_write(struct learn_folder const *folder, int number,
                    struct vicinity_play *plays, size_t count, struct failure *why);
/* The first RUNS runs, merged, into TREE.  */
bool caseruns_merge(struct learn_folder const *folder, int runs, struct casetree *tree,
                    struct failure *why);
