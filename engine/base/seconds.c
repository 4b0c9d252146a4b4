#include <config.h>

#include "engine/base/seconds.h"

double seconds_of(clockid_t clock)
{
    struct timespec shown;
    if (clock_gettime(clock, &shown) != 0)
        return -1;
    return (double)shown.tv_sec + 1e-9 * (double)shown.tv_nsec;
}
