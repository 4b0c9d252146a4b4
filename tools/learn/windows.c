/* tools/learn/windows.c -- games become a book of 5x5 windows.  */
#include <config.h>

#include "tools/learn/learn.h"
#include "tools/progress.h"

#include "patterns/shapes/windowbook.h"

#include <stdio.h>
#include <unistd.h>

bool learn_windows(struct learning const *learning, struct failure *why)
{
    struct selection const *const games = &learning->games;
    struct windowbook_task task = {
        .places = games->places,
        .place_count = games->place_count,
        .threads = (int)sysconf(_SC_NPROCESSORS_ONLN),
        .limit = games->limit,
        .min_played = 1,
    };
    for (long number = 0; number < 20; number++)
        if (games->splits >> split_of(number) & 1)
            task.residues |= 1u << number;
    double const started_s = wall_clock_s();
    if (!windowbook_learn(&task, learning->file, why))
        return false;
    struct windowbook *const book = windowbook_open(learning->file, why);
    if (!book)
        return false;
    printf(learning->json ? "{\"file\": \"%s\", \"windows\": %zu, \"wall_s\": %.1f}\n"
                          : "%s: %zu windows in %.1f s\n",
           learning->file, windowbook_count(book), wall_clock_s() - started_s);
    windowbook_close(book);
    return true;
}
