#include <config.h>

#include "tools/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "engine/base/seconds.h"

void progress_start(struct progress *progress)
{
    progress->wanted = isatty(STDERR_FILENO);
    progress->started_s = progress->shown_s = now_s();
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

void progress_end(struct progress *progress)
{
    if (progress->wanted)
        fputs("\r\033[K", stderr);
}
