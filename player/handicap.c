#include <config.h>

#include "player/handicap.h"

#include "engine/go/rules.h"

#include <limits.h>
#include <stdlib.h>

static int from_edge(int at, int size)
{
    return at <= size + 1 - at ? at : size + 1 - at;
}

/* The line P is on, counted from the nearest edge.  */
static int line_of(struct board const *board, point p)
{
    int const column = from_edge(point_column(p), board->width);
    int const row = from_edge(point_row(p), board->height);
    return column < row ? column : row;
}

static int distance(point a, point b)
{
    return abs(point_column(a) - point_column(b)) + abs(point_row(a) - point_row(b));
}

/* How good a place P is beside the stones in LIST: room to the nearest, and
   of points with equal room the one nearer to the best lines.  */
static int worth(struct board const *board, point p, point const list[], int count)
{
    static int const line_worth[] = {0, -24, -4, 6, 7, 5, 4};
    enum { LINES = sizeof line_worth / sizeof *line_worth };
    int room = 8; /* further away makes no difference */
    for (int i = 0; i < count; i++)
        if (distance(p, list[i]) < room)
            room = distance(p, list[i]);
    int const line = line_of(board, p);
    return room == 0 ? INT_MIN : 8 * room + line_worth[line < LINES ? line : LINES - 1];
}

void handicap_choose(struct board const *board, int count, point list[])
{
    int const largest = rules_max_handicap(board->width, board->height);
    int placed = count < largest ? count : largest;
    if (!rules_handicap(board->width, board->height, placed, list, NULL))
        placed = 0;
    for (; placed < count; placed++) {
        int best = INT_MIN;
        for (point p = board_first_point(); p; p = board_next_point(board, p)) {
            int const here = worth(board, p, list, placed);
            if (here > best) {
                best = here;
                list[placed] = p;
            }
        }
    }
}
