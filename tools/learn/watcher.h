/* tools/learn/watcher.h -- a person who waits for a learning that reads games twice.

   Shows how far it is, notes the games that could not be used, and lets it be
   interrupted between two games.  */
#pragma once

#include "patterns/learning/learn.h"
#include "tools/learn/learn.h"
#include "tools/progress.h"

struct watcher {
    struct selection const *games;
    struct progress progress;
    long rejected;
    struct failure first; /* why the first was rejected */
};

/* TASK reads the games of LEARNING, watched.  */
void watcher_start(struct watcher *watcher, struct learning const *learning,
                   struct learn_task *task);
/* GOOD: it came to its end.  */
void watcher_end(struct watcher *watcher, bool good);
