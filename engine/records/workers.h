/* engine/records/workers.h -- games from an archive, handed out to several threads.

   The calling thread reads; each worker takes the next game that waits; and it works
   itself when the system has no thread for a worker.  Which worker gets which game is
   left to chance, so what they do must add up to the same in any order.  */
#pragma once

#include "engine/records/archive.h"

struct workers {
    int threads;
    /* Called by the reading thread, in order: shall the game be handed out?  */
    bool (*select)(void *context, struct game const *game, struct origin const *origin);
    /* Called by worker WORKER (0 .. THREADS - 1); NUMBER counts the games handed
       out from 0, in order.  */
    void (*work)(void *context, int worker, struct game const *game, long number);
    void *context;
    bool const *stop; /* set by SELECT: hand out no more */
};

/* Hand out games until LIMIT were handed out or none is left; all are done when
   it returns.  FIRST is the number of the first one.  Returns how many.  */
long workers_run(struct workers const *crew, struct archive_reader *reader, long first,
                 long limit);
