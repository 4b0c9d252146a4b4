/* engine/go/point.h -- the vocabulary: points, colours, moves.

   A point is row * PITCH + column, rows and columns counted from 1 at A1, on
   every board size alike, so that the neighbours of a point are at constant
   offsets.  Column 0 and row 0 are off the board; the column right of the
   largest board is column 0 of the next row.

       row 2   .  o  o  o  ...        .  off the board
       row 1   .  o  o  o  ...        o  on the board, A1 at (1,1)
       row 0   .  .  .  .  ...
     column    0  1  2  3              */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "engine/base/failure.h"

typedef uint16_t point;

enum {
    BOARD_MIN = 2,
    BOARD_MAX = 25,
    PITCH = BOARD_MAX + 1,
    POINTS = PITCH * (BOARD_MAX + 2) + 2, /* every index that +-PITCH+-1 can reach */
    AREA_MAX = BOARD_MAX * BOARD_MAX,
};

/* Moves that are not points of the board; none is ever on it.  */
enum { PASS = 0, RESIGN = 1, NOWHERE = 2 };

enum color { EMPTY, BLACK, WHITE, EDGE };

struct move {
    uint8_t color; /* BLACK or WHITE */
    point at;      /* a point, PASS or (from a player, never on a board) RESIGN */
};

enum { POINT_TEXT = 8 }; /* enough for "resign" and its end */

static inline enum color opponent(enum color color)
{
    assert(color == BLACK || color == WHITE);
    return (enum color)(color ^ 3);
}

static inline point point_at(int column, int row)
{
    assert(column >= 0 && column <= PITCH && row >= 0 && row <= BOARD_MAX + 1);
    return (point)(row * PITCH + column);
}

static inline int point_column(point p)
{
    return p % PITCH;
}

static inline int point_row(point p)
{
    return p / PITCH;
}

/* How many steps from neighbour to neighbour P and Q are apart.  */
static inline int point_steps(point p, point q)
{
    return abs(point_column(p) - point_column(q)) + abs(point_row(p) - point_row(q));
}

/* The steps to the four neighbours, the four diagonal points, and all eight
   row by row; those of 7 - i are opposite to those of i.  */
static int const neighbour[4] = {PITCH, -1, 1, -PITCH};
static int const diagonal[4] = {PITCH - 1, PITCH + 1, -PITCH - 1, -PITCH + 1};
static int const around_step[8] = {PITCH - 1, PITCH,      PITCH + 1, -1,
                                   1,         -PITCH - 1, -PITCH,    -PITCH + 1};

/* Read a GTP vertex ("D4", "pass", any case) on a WIDTH x HEIGHT board.  */
bool point_parse(char const *text, int width, int height, point *out,
                 struct failure *why);

/* Write P as GTP does ("D4", "pass", "resign") into TEXT and return TEXT.  */
char const *point_format(point p, char text[static POINT_TEXT]);

/* Read a GTP colour: b, w, black, white in any case.  */
bool color_parse(char const *text, enum color *out, struct failure *why);
char const *color_name(enum color color); /* "black", "white", "empty" */
