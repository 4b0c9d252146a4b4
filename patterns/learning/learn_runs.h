/* patterns/learning/learn_runs.h -- the folder of work of a learning: sorted runs of
   cases, and how far it is.  Only learn.c includes this.  */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "patterns/learning/casebuilder.h"

/* What has been done, as the file "state" in the folder says it.  */
struct learn_state {
    uint64_t task;  /* a number of the task, so that no other one goes on */
    int pass;       /* 1, 2 */
    long games;     /* done in this pass */
    uint64_t moves; /* learnt */
    int runs;
};

/* Make the folder if need be and read its state; it is all 0 but TASK if there
   is none, or that of another task.  */
bool runs_open(char const *folder, uint64_t task, struct learn_state *state,
               struct failure *why);
bool runs_save_state(char const *folder, struct learn_state const *state,
                     struct failure *why);
void runs_remove(char const *folder, struct learn_state const *state);

/* Sort CASES, add up equal ones and write them as run NUMBER.  */
bool runs_write(char const *folder, int number, struct learnt_case *cases, size_t count,
                struct failure *why);

/* All runs of STATE, merged, into LIST.  */
bool runs_merge(char const *folder, struct learn_state const *state,
                struct casebuilder *list, struct failure *why);

/* Numbers of the second pass.  Loading fails without a word if there are none
   that fit.  */
bool runs_save_counts(char const *folder, uint32_t const *counts, size_t count,
                      struct failure *why);
bool runs_load_counts(char const *folder, uint32_t *counts, size_t count);
