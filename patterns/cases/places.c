#include <config.h>

#include "patterns/cases/places.h"

#include <stdlib.h>

enum { LINES_MAX = 10 };

/* |dx| + |dy| + the larger of the two, as Coulom (2007); 0 when there is no move.  */
static int distance_of(point at, point move)
{
    if (move == NOWHERE)
        return 0;
    int const dx = abs(point_column(at) - point_column(move));
    int const dy = abs(point_row(at) - point_row(move));
    return dx + dy + (dx > dy ? dx : dy);
}

/* The move itself is at distance 0, as if there were none; no point that is next
   to it is nearer than 2.  */
static int last_class(int distance)
{
    return distance <= 17 ? distance : distance <= 24 ? 18 : 19;
}

static int before_class(int distance)
{
    return distance <= 17 ? distance / 2 : 9;
}

static int stage_of(int moves)
{
    return moves < 30 ? 0 : moves < 80 ? 1 : moves < 160 ? 2 : 3;
}

static int line_of(int place, int size)
{
    int const line = 2 * place > size + 1 ? size + 1 - place : place;
    return (line < LINES_MAX ? line : LINES_MAX) - 1;
}

int place_kind(struct board const *board, point at, struct latest latest, int moves)
{
    int const x = line_of(point_column(at), board->width);
    int const y = line_of(point_row(at), board->height);
    int const high = x > y ? x : y, low = x > y ? y : x;
    int kind = stage_of(moves) * PLACE_LINES + high * (high + 1) / 2 + low;
    kind = kind * PLACE_LAST + last_class(distance_of(at, latest.last));
    return kind * PLACE_BEFORE + before_class(distance_of(at, latest.before));
}
