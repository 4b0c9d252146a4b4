#include <config.h>

#include "tools/learn/watcher.h"

#include "tools/cmdline.h"

/* That a file is broken is told by the learner itself, unless it is to keep going.  */
static void reject(void *context, struct origin const *origin,
                   struct failure const *why)
{
    struct watcher *const watcher = context;
    if (origin->number < 0) {
        if (watcher->games->keep_going)
            games_broken(watcher->games, why);
    } else if (watcher->rejected++ == 0)
        watcher->first = *why;
}

static bool watch(void *context, struct learn_progress const *progress)
{
    struct watcher *const watcher = context;
    progress_show(&watcher->progress, progress->done, progress->total,
                  "pass %d of 2: %ld games", progress->pass, progress->games);
    return !cmdline_stop;
}

static uint32_t residues_of(unsigned splits)
{
    uint32_t residues = 0;
    for (long number = 0; number < 20; number++)
        if (splits >> split_of(number) & 1)
            residues |= 1u << number;
    return residues;
}

void watcher_start(struct watcher *watcher, struct learning const *learning,
                   struct learn_task *task)
{
    struct selection const *const games = &learning->games;
    *watcher = (struct watcher){.games = games};
    task->places = games->places;
    task->place_count = games->place_count;
    task->residues = residues_of(games->splits);
    task->limit = games->limit;
    task->keep_going = games->keep_going;
    task->max_expand = games->max_expand;
    task->made = learning->made;
    task->report = reject;
    task->watch = watch;
    task->context = watcher;
    cmdline_mind_stops();
    progress_start(&watcher->progress);
}

void watcher_end(struct watcher *watcher, bool good)
{
    progress_end(&watcher->progress);
    if (good)
        games_tell_rejected(watcher->rejected, &watcher->first);
}
