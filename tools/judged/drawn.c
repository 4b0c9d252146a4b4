#include <config.h>

#include "tools/judged/drawn.h"

#include "engine/go/point.h"

#include <errno.h>
#include <math.h>
#include <string.h>

bool drawn_line(FILE *in, char line[static DRAWN_LINE], int *number)
{
    if (!fgets(line, DRAWN_LINE, in))
        return false;
    ++*number;
    line[strcspn(line, "\r\n")] = '\0';
    return line[0];
}

bool drawn_title(FILE *in, char const *name, int *number, char line[static DRAWN_LINE],
                 struct failure *why)
{
    do {
        if (!drawn_line(in, line, number)) {
            if (ferror(in))
                return failed(why, "%s: %s", name, strerror(errno));
            if (feof(in))
                return false;
        }
    } while (line[0] != '#');
    size_t const mark = 1 + strspn(line + 1, " ");
    memmove(line, line + mark, strlen(line + mark) + 1);
    return true;
}

bool drawn_points(double points)
{
    return fabs(points) <= AREA_MAX;
}

bool drawn_all(char const *rest)
{
    return !rest[strspn(rest, " ")];
}

int drawn_squeeze(char *row)
{
    int width = 0;
    for (char const *c = row; *c; c++)
        if (*c != ' ')
            row[width++] = *c;
    row[width] = '\0';
    return width;
}
