/* engine/base/seconds.h -- how much time has passed.

   Differences only: now_s counts from some moment in the past and never goes
   back, whatever is done to the time of day.  Processor time does not grow
   while other programs run, so it is what a measurement wants.  */
#pragma once

#include <time.h>

/* What CLOCK shows, in seconds; below 0 if it is the clock of a process that is
   gone.  */
double seconds_of(clockid_t clock);

static inline double now_s(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

static inline double now_ms(void)
{
    return 1e3 * now_s();
}

/* That moment of now_s for those who want to be told it in parts, as who waits on a
   condition by CLOCK_MONOTONIC.  */
struct timespec moment_of(double s);

/* Processor time of the thread that asks, and of the whole program.  */
static inline double thread_cpu_s(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

static inline double program_cpu_s(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

/* How long the thread that asks had to wait for a processor, each time that it was
   ready, on average since it began, in milliseconds; 0 when the system does not say.  A
   machine with other work shows here before it has cost anything.  */
double waiting_ms(void);
