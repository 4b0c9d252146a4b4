#include <config.h>

#include "tools/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/seconds.h"

void progress_start(struct progress *progress)
{
    progress->wanted = isatty(STDERR_FILENO);
    progress->started_s = progress->shown_s = now_s();
    progress->stage = NULL;
}

void progress_show(struct progress *progress, uint64_t done, uint64_t total,
                   char const *format, ...)
{
    if (!progress->wanted)
        return;
    double const now = now_s();
    if (now - progress->shown_s < 0.2)
        return;
    progress->shown_s = now;
    double const share = total ? (double)done / (double)total : 0;
    double const left_s = share > 0 ? (now - progress->started_s) * (1 / share - 1) : 0;
    fprintf(stderr, "\r\033[K%3.0f %%, %.0f s left: ", 100 * share, left_s);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
}

static void hear(void *context, char const *stage, uint64_t done, uint64_t total)
{
    struct progress *const progress = context;
    if (progress->stage && strcmp(progress->stage, stage) == 0) {
        progress_show(progress, done, total, "%s", stage);
        return;
    }
    progress->stage = stage;
    progress->started_s = progress->shown_s = now_s();
    if (progress->wanted)
        fprintf(stderr, "\r\033[K%s", stage);
}

struct listener progress_listener(struct progress *progress)
{
    return (struct listener){.tell = hear, .context = progress};
}

void progress_end(struct progress *progress)
{
    if (progress->wanted)
        fputs("\r\033[K", stderr);
}
