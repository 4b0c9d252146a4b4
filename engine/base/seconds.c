#include <config.h>

#include "engine/base/seconds.h"

#include <stdbool.h>
#include <stdio.h>

double seconds_of(clockid_t clock)
{
    struct timespec shown;
    if (clock_gettime(clock, &shown) != 0)
        return -1;
    return (double)shown.tv_sec + 1e-9 * (double)shown.tv_nsec;
}

struct timespec moment_of(double s)
{
    time_t const whole = (time_t)s;
    return (struct timespec){.tv_sec = whole,
                             .tv_nsec = (long)(1e9 * (s - (double)whole))};
}

double waiting_ms(void)
{
    FILE *const in = fopen("/proc/thread-self/schedstat", "re");
    double ran_ns, waited_ns, times;
    bool const told = in && fscanf(in, "%lf %lf %lf", &ran_ns, &waited_ns, &times) == 3;
    if (in)
        fclose(in);
    return told && times > 0 ? waited_ns / 1e6 / times : 0;
}
