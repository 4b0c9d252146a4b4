#include <config.h>

#include "engine/go/point.h"

#include <assert.h>
#include <c-ctype.h>
#include <c-strcase.h>
#include <stdio.h>
#include <string.h>

static char const columns[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ"; /* GTP has no I */

bool point_parse(char const *text, int width, int height, point *out,
                 struct failure *why)
{
    assert(width <= BOARD_MAX && height <= BOARD_MAX && "every column has a letter");
    if (c_strcasecmp(text, "pass") == 0) {
        *out = PASS;
        return true;
    }
    char const *const letter = *text ? strchr(columns, c_toupper(*text)) : NULL;
    int row = 0;
    char const *digit = text;
    if (letter)
        for (digit = text + 1; c_isdigit(*digit) && row < 100; digit++)
            row = 10 * row + (*digit - '0');
    if (!letter || letter - columns >= width || row < 1 || row > height || *digit)
        return failed(why, "'%.20s' is not a point of a %dx%d board", text, width,
                      height);
    *out = point_at((int)(letter - columns) + 1, row);
    return true;
}

char const *point_format(point p, char text[static POINT_TEXT])
{
    assert(p == PASS || p == RESIGN || (point_column(p) >= 1 && p < POINTS));
    if (p == PASS || p == RESIGN)
        snprintf(text, POINT_TEXT, "%s", p == PASS ? "pass" : "resign");
    else
        snprintf(text, POINT_TEXT, "%c%d", columns[point_column(p) - 1],
                 point_row(p) % 100);
    return text;
}

bool color_parse(char const *text, enum color *out, struct failure *why)
{
    if (c_strcasecmp(text, "b") == 0 || c_strcasecmp(text, "black") == 0)
        *out = BLACK;
    else if (c_strcasecmp(text, "w") == 0 || c_strcasecmp(text, "white") == 0)
        *out = WHITE;
    else
        return failed(why, "'%.20s' is not a color", text);
    return true;
}

char const *color_name(enum color color)
{
    assert(color <= EDGE);
    static char const *const names[] = {"empty", "black", "white", "edge"};
    return names[color];
}
