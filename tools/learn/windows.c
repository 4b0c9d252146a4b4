/* tools/learn/windows.c -- games become a book of 5x5 windows.  */
#include <config.h>

#include "tools/learn/learn.h"
#include "tools/progress.h"

#include "engine/base/seconds.h"
#include "patterns/shapes/windowbook.h"

#include <stdio.h>
#include <unistd.h>

/* Games and files that could not be used.  */
struct rejected {
    struct selection const *selection;
    long games;
    struct failure first;
};

static void reject(void *context, struct origin const *origin,
                   struct failure const *why)
{
    struct rejected *const rejected = context;
    if (origin->number < 0)
        games_broken(rejected->selection, why);
    else if (rejected->games++ == 0)
        rejected->first = *why;
}

bool learn_windows(struct learning const *learning, struct failure *why)
{
    struct selection const *const games = &learning->games;
    if (!learn_no_settings(learning, why))
        return false;
    struct rejected rejected = {.selection = games};
    struct windowbook_task task = {
        .places = games->places,
        .place_count = games->place_count,
        .threads = (int)sysconf(_SC_NPROCESSORS_ONLN),
        .limit = games->limit,
        .min_played = 1,
        .keep_going = games->keep_going,
        .max_expand = games->max_expand,
        .made = learning->made,
        .report = reject,
        .context = &rejected,
    };
    for (long number = 0; number < 20; number++)
        if (games->splits >> split_of(number) & 1)
            task.residues |= 1u << number;
    double const started_s = now_s();
    if (!windowbook_learn(&task, learning->file, why))
        return false;
    games_tell_rejected(rejected.games, &rejected.first);
    struct windowbook *const book = windowbook_open(learning->file, why);
    if (!book)
        return false;
    printf(learning->json ? "{\"file\": \"%s\", \"windows\": %zu, \"wall_s\": %.1f}\n"
                          : "%s: %zu windows in %.1f s\n",
           learning->file, windowbook_count(book), now_s() - started_s);
    windowbook_close(book);
    return true;
}
