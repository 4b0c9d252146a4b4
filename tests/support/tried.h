/* tests/support/tried.h -- a row for the table of what was tried (tests/README.md).  */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

/* Under which sanitizer, if that is what makes it worth telling.  */
#ifdef __SANITIZE_THREAD__
#define TRIED_UNDER ", under TSan"
#elif defined __SANITIZE_ADDRESS__
#define TRIED_UNDER ", under ASan and UBSan"
#else
#define TRIED_UNDER ""
#endif

static inline double tried_usage_s(int who)
{
    struct rusage usage;
    getrusage(who, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/* Processor time of this program and of all that it has started and seen end.  */
static inline double tried_cpu_s(void)
{
    return tried_usage_s(RUSAGE_SELF) + tried_usage_s(RUSAGE_CHILDREN);
}

/* WHAT was tried so OFTEN, for CPU_S, and FOUND so many faults: added to the file that
   HISHI_TRIED names, as make does.  */
static inline void tried(char const *what, long often, double cpu_s, long found)
{
    char const *const path = getenv("HISHI_TRIED");
    FILE *const file = path ? fopen(path, "a") : NULL;
    char date[16];
    time_t const now = time(NULL);
    struct tm day;
    if (!file)
        return;
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &day));
    fprintf(file, "%s\t%ld\t%.1f\t%ld\t%s\n", what, often, cpu_s, found, date);
    fclose(file);
}
