#include <config.h>

#include "engine/base/headroom.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The number behind NAME, or alone in the file when NAME is "", in megabytes of UNIT
   bytes each; INFINITY when there is none ("max").  */
static double read_mb(char const *path, char const *name, double unit)
{
    FILE *const in = fopen(path, "re");
    char line[256];
    double number = INFINITY;
    size_t const length = strlen(name);
    while (in && fgets(line, sizeof line, in))
        if (strncmp(line, name, length) == 0 &&
            sscanf(line + length, "%lf", &number) == 1)
            break;
    if (in)
        fclose(in);
    return number * unit / 1048576;
}

/* What the control group called NAME allows besides what it has.  */
static double group_mb(char const *name)
{
    char most[600], used[600];
    snprintf(most, sizeof most, "/sys/fs/cgroup%s/memory.max", name);
    snprintf(used, sizeof used, "/sys/fs/cgroup%s/memory.current", name);
    double const most_mb = read_mb(most, "", 1), used_mb = read_mb(used, "", 1);
    return isfinite(most_mb) && isfinite(used_mb) ? fmax(most_mb - used_mb, 0)
                                                  : INFINITY;
}

/* The least of its own group and of all around it.  */
static double groups_mb(void)
{
    char name[512] = "";
    double least_mb = INFINITY;
    FILE *const in = fopen("/proc/self/cgroup", "re");
    bool const known = in && fscanf(in, "0::%511[^\n]", name) == 1;
    if (in)
        fclose(in);
    for (char *end = known ? name + strlen(name) : NULL; end;
         end = strrchr(name, '/')) {
        *end = '\0';
        least_mb = fmin(least_mb, group_mb(name));
    }
    return least_mb;
}

double headroom_mb(void)
{
    return fmin(read_mb("/proc/meminfo", "MemAvailable:", 1024), groups_mb());
}
