#include <config.h>

#include "gtp/arguments.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

static char const *word_at(struct arguments const *args, int index)
{
    assert(index < args->count && "the table row promises this argument");
    return args->word[index];
}

struct arguments arguments_from(struct arguments const *args, int first)
{
    assert(first <= args->count);
    return (struct arguments){args->count - first, args->word + first};
}

bool arguments_int(struct arguments const *args, int index, int min, int max, int *out,
                   struct failure *why)
{
    assert(min <= max);
    char const *const word = word_at(args, index);
    char *end;
    errno = 0;
    long const value = strtol(word, &end, 10);
    if (end == word || *end)
        return failed(why, "'%.20s' is not a whole number", word);
    if (errno || value < min || value > max)
        return failed(why, "%.20s is not in %d..%d", word, min, max);
    *out = (int)value;
    return true;
}

bool arguments_number(struct arguments const *args, int index, double *out,
                      struct failure *why)
{
    char const *const word = word_at(args, index);
    char text[64];
    size_t const length = strlen(word);
    if (length == 0 || length >= sizeof text ||
        strspn(word, "+-0123456789.,eE") != length)
        return failed(why, "'%.20s' is not a number", word);
    memcpy(text, word, length + 1);
    char *const comma = strchr(text, ',');
    if (comma)
        *comma = '.';
    char *end;
    double const value = strtod(text, &end);
    if (end == text || *end || !isfinite(value))
        return failed(why, "'%.20s' is not a number", word);
    *out = value;
    return true;
}

bool arguments_color(struct arguments const *args, int index, enum color *out,
                     struct failure *why)
{
    return color_parse(word_at(args, index), out, why);
}

bool arguments_vertex(struct arguments const *args, int index,
                      struct board const *board, point *out, struct failure *why)
{
    return point_parse(word_at(args, index), board->width, board->height, out, why);
}

bool arguments_point(struct arguments const *args, int index, struct board const *board,
                     point *out, struct failure *why)
{
    point p;
    if (!arguments_vertex(args, index, board, &p, why))
        return false;
    if (p == PASS)
        return failed(why, "'%.20s' is not a point of the board", word_at(args, index));
    *out = p;
    return true;
}

bool arguments_move(struct arguments const *args, int index, struct board const *board,
                    struct move *out, struct failure *why)
{
    enum color color;
    point at;
    if (!arguments_color(args, index, &color, why) ||
        !arguments_vertex(args, index + 1, board, &at, why))
        return false;
    *out = (struct move){(uint8_t)color, at};
    return true;
}

struct move *arguments_moves(struct arguments const *args, struct board const *board,
                             bool pass_allowed, int *count, struct failure *why)
{
    if (args->count % 2 != 0) {
        failed(why, "there is a color without a point, or the other way round");
        return NULL;
    }
    *count = args->count / 2;
    struct move *const moves = xnmalloc((size_t)*count + 1, sizeof *moves);
    for (int i = 0; i < *count; i++)
        if (!arguments_move(args, 2 * i, board, &moves[i], why) ||
            (!pass_allowed && moves[i].at == PASS &&
             !failed(why, "a pass is no stone"))) {
            free(moves);
            return NULL;
        }
    return moves;
}
