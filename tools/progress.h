/* tools/progress.h -- a line on stderr that says how far a long task is.

   It is drawn only on a terminal, at most five times a second, and wiped at
   the end, so nothing of it is in a log or a pipe.  */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/stage.h"

struct progress {
    bool wanted; /* stderr is a terminal */
    double started_s, shown_s;
    char const *stage; /* the last one heard of, or NULL */
};

void progress_start(struct progress *progress);

/* DONE of TOTAL (anything, as bytes), and in words what that was so far.
   Cheap enough to call for every game.  */
void progress_show(struct progress *progress, uint64_t done, uint64_t total,
                   char const *format, ...) __attribute__((format(printf, 4, 5)));

void progress_end(struct progress *progress);

/* One that shows the stages of long work on this line: what is being done, and how
   far that is where it can be told.  */
struct listener progress_listener(struct progress *progress);
