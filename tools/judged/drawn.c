#include <config.h>

#include "tools/judged/drawn.h"

#include <string.h>

bool drawn_line(FILE *in, char line[static DRAWN_LINE], int *number)
{
    if (!fgets(line, DRAWN_LINE, in))
        return false;
    ++*number;
    line[strcspn(line, "\r\n")] = '\0';
    return line[0];
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
