/* patterns/learning/learn_runs.h -- the folder of work of a learning: sorted runs of
   records, and how far it is.  What learns by passes.h includes this.

   Each is a chunk file (chunkfile.h), so that a damaged one is found out, and has a
   chunk "TASK" with the number of the task, so that no other one goes on with it.
   Records and counts are in the order of bytes of this machine.

       state        kind LRNS  HEAD: pass, runs (4 bytes each), games, moves (8)
       run-00000    kind LRUN  CASE: records, in their order
       counts       kind LCNT  CNTS: numbers of 4 bytes  */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/failure.h"

struct learn_folder {
    char const *path;
    uint64_t task; /* a number of it */
};

/* What has been done.  */
struct learn_state {
    int pass;       /* 1, 2 */
    int runs;       /* written */
    long games;     /* done in this pass */
    uint64_t moves; /* learnt */
};

/* Make the folder if need be and read its state; it is that of a beginning if there
   is none.  False when it is damaged or another task's, which is left as it is.  */
bool runs_open(struct learn_folder const *folder, struct learn_state *state,
               struct failure *why);
bool runs_save_state(struct learn_folder const *folder, struct learn_state const *state,
                     struct failure *why);
void runs_remove(struct learn_folder const *folder, struct learn_state const *state);

/* What a run is made of: records of SIZE bytes, in rising order.  */
struct run_kind {
    size_t size;
    int (*compare)(void const *left, void const *right);
};

/* Write COUNT records, which are in order, as run NUMBER.  */
bool runs_write(struct learn_folder const *folder, int number,
                struct run_kind const *kind, void const *records, size_t count,
                struct failure *why);

/* Hand the records of the first RUNS runs, merged, to TAKE, which says whether there
   can be such a one.  False when a run is damaged or missing, not in order, or holds
   what cannot be.  */
bool runs_merge(struct learn_folder const *folder, int runs,
                struct run_kind const *kind,
                bool (*take)(void *context, void const *record), void *context,
                struct failure *why);

/* Numbers of the second pass.  FOUND: there were some; false when they are damaged or
   do not fit.  */
bool runs_save_counts(struct learn_folder const *folder, uint32_t const *counts,
                      size_t count, struct failure *why);
bool runs_load_counts(struct learn_folder const *folder, uint32_t *counts, size_t count,
                      bool *found, struct failure *why);
