#include <config.h>

#include "patterns/shapes/window.h"

#include <assert.h>
#include <string.h>

#include "patterns/shapes/ring.h"

/* Columns eastward and rows northward of each point of the rings.  */
static struct {
    int8_t dx, dy;
} const place[WINDOW_POINTS] = {
    {1, 0},  {1, 1},   {0, 1},   {-1, 1},  {-1, 0}, {-1, -1}, {0, -1}, {1, -1},
    {2, 0},  {2, 1},   {2, 2},   {1, 2},   {0, 2},  {-1, 2},  {-2, 2}, {-2, 1},
    {-2, 0}, {-2, -1}, {-2, -2}, {-1, -2}, {0, -2}, {1, -2},  {2, -2}, {2, -1},
};

/* The place that lies opposite, seen from the middle.  */
static int across(int i)
{
    return i < WINDOW_INNER ? (i + 4) % 8 : 8 + (i - 8 + 8) % 16;
}

static bool on_board(int width, int height, point p, int i)
{
    int const column = point_column(p) + place[i].dx, row = point_row(p) + place[i].dy;
    return column >= 1 && column <= width && row >= 1 && row <= height;
}

window window_look(struct board const *board, point p, enum color color)
{
    assert(board->color[p] != EDGE && (color == BLACK || color == WHITE));
    window code = 0;
    for (int i = 0; i < WINDOW_POINTS; i++) {
        window state = 3;
        if (on_board(board->width, board->height, p, i)) {
            enum color const there =
                board_color(board, (point)(p + place[i].dy * PITCH + place[i].dx));
            state = there == EMPTY ? 0 : there == color ? 1 : 2;
        }
        code |= state << 2 * i;
    }
    return code;
}

window window_turn(window code, int symmetry)
{
    enum { INNER = 2 * WINDOW_INNER };
    window const inner = code & ((UINT64_C(1) << INNER) - 1);
    return ring_turned(inner, WINDOW_INNER, 2, symmetry) |
           ring_turned(code >> INNER, WINDOW_POINTS - WINDOW_INNER, 2, symmetry)
               << INNER;
}

window window_canonical(window code)
{
    window least = code;
    for (int symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
        window const turned = window_turn(code, symmetry);
        least = turned < least ? turned : least;
    }
    return least;
}

void windows_init(struct windows *windows, int width, int height)
{
    memset(windows, 0, sizeof *windows);
    windows->width = (uint8_t)width;
    windows->height = (uint8_t)height;
    for (int row = 1; row <= height; row++)
        for (int column = 1; column <= width; column++)
            for (int i = 0; i < WINDOW_POINTS; i++)
                if (!on_board(width, height, point_at(column, row), i))
                    windows->code[point_at(column, row)] |= (window)3 << 2 * i;
}

void windows_toggle(struct windows *windows, point p, enum color color)
{
    for (int i = 0; i < WINDOW_POINTS; i++)
        if (on_board(windows->width, windows->height, p, i))
            windows->code[p + place[i].dy * PITCH + place[i].dx] ^= (window)color
                                                                    << 2 * across(i);
}

static void touch(struct windows const *windows, point p, struct points *touched)
{
    points_add(touched, p);
    for (int i = 0; i < WINDOW_POINTS; i++)
        if (on_board(windows->width, windows->height, p, i))
            points_add(touched, (point)(p + place[i].dy * PITCH + place[i].dx));
}

void windows_follow(struct windows *windows, struct board const *board,
                    struct points *touched)
{
    assert(windows->width == board->width && windows->height == board->height);
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        if (windows->color[p] == board->color[p])
            continue;
        if (windows->color[p] != EMPTY)
            windows_toggle(windows, p, (enum color)windows->color[p]);
        if (board->color[p] != EMPTY)
            windows_toggle(windows, p, board_color(board, p));
        windows->color[p] = board->color[p];
        touch(windows, p, touched);
    }
}
