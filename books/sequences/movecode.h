/* books/sequences/movecode.h -- a move as a symbol, told by the move before it.

   A game becomes a text with one symbol a move, so that sequences which are
   rotations, reflections or shifts of each other become the same string and
   whatever is known about searching text can search games (Nakamura 2002).

   The simple code E_S takes the distance to the previous move along each axis,
   the smaller first.  It forgets on which side the move was, so different
   shapes share a string.

   The relative code E_R measures in axes that the *place of the previous move*
   chooses: x runs from there toward the nearer of the two mid-lines, y toward
   the nearer diagonal, so both point to the centre of the board:

        . . . . . . . . .          the previous move at A (column 4, row 7 of
        . A . . . | . . .          19): its nearer mid-line is row 10, so x
        .   x v . | . . .          runs up the rows and y along the columns;
        .   y >   | . . .          column 3, row 9 is x = 2, y = -1.

   On a mid-line or a diagonal one of these choices is open; it stays as it was
   for the symbol before.  At the start of a text there is no symbol before,
   and the first moves that tell the two sides apart decide, so that a board
   and its mirror image still give one text.

   E_R gives a sequence one string only where it lies the same way to the mid-lines
   and diagonals: moved across one of them it has another, and a string can be
   several shapes.  So sequences are searched for in a third code, which says
   exactly what was played: the plain code E_P takes the step as it lies on the
   board.  A shifted sequence has the same string; turned, reflected or both it
   has one of eight; and no other sequence has them.

   The first move of a text has symbols of its own: its distances to the
   nearest two edges, the smaller first, and for E_P the place itself.  A pass, a second
   move in a row by one colour, and an edit of the board end a text.  All of this is for
   19x19.  */
#pragma once

#include <assert.h>

#include "engine/go/symmetry.h"

typedef uint16_t symbol;

enum code { CODE_SIMPLE, CODE_RELATIVE };

enum {
    CODE_BOARD = 19,
    SYMBOL_END = 0, /* between texts; in no query */
    SYMBOL_FIRST = 1,
    FIRST_SYMBOLS = 55,
    SYMBOL_NEXT = SYMBOL_FIRST + FIRST_SYMBOLS,
    SIMPLE_SYMBOLS = 189,
    RELATIVE_SYMBOLS = 738,
    SYMBOL_LIMIT = SYMBOL_NEXT + RELATIVE_SYMBOLS, /* every symbol is below */
    NO_SYMBOL = 0xffff,
};

/* The symbols of E_P.  A step is the difference of two points counted PLAIN_PITCH to
   a row, which is so wide that no two steps have the same.  */
enum {
    PLAIN_PITCH = 64,
    PLAIN_MOST = (CODE_BOARD - 1) * (PLAIN_PITCH + 1), /* 18 rows and 18 columns */
    PLAIN_FIRST = 1,
    PLAIN_NEXT = PLAIN_FIRST + CODE_BOARD * CODE_BOARD,
    PLAIN_ZERO = PLAIN_NEXT + PLAIN_MOST, /* no step */
    PLAIN_LIMIT = PLAIN_ZERO + PLAIN_MOST + 1,
};

/* Axes on the board: the direction of x and y along the columns and rows, and
   whether x runs along the rows' numbers.  0 is for what is still open.  */
struct frame {
    int8_t across, along; /* +1 or -1: the positive direction of columns, of rows */
    int8_t turned;        /* +1: x counts rows, y columns; -1: x counts columns */
};

static inline bool frame_is_settled(struct frame frame)
{
    return frame.across && frame.along && frame.turned;
}

/* What coding the next move needs to know of the moves before.  */
struct coder {
    point last;
    struct frame frame;
};

/* Begin a text with a move at FIRST.  FRAME says what is to be taken for the
   choices that FIRST leaves open; NULL leaves them open.  Returns the symbol of
   the first move.  */
symbol coder_start(struct coder *coder, point first, struct frame const *frame);

/* The symbol of a move at NEXT, which the coder steps on to.  NO_SYMBOL (and no
   step) when NEXT is the same point.  */
symbol coder_step(struct coder *coder, enum code code, point next);

/* The other way for E_R: the point that STEP means, stepping on to it; 0 and
   no step when that is off the board or STEP is no relative one.  */
point coder_follow(struct coder *coder, symbol step);

/* How many ways there are to settle what SAID leaves open, 1 ... 8, and those
   ways; of what the point FIRST leaves open.  */
int frame_ways(struct frame said, struct frame ways[SYMMETRIES]);
int frames_at(point first, struct frame ways[SYMMETRIES]);

/* The symbol of a first move at P.  */
symbol first_symbol(point p);

/* A relative symbol's coordinates, and the columns and rows of a plain one.  */
void symbol_offset(symbol code, int *x, int *y);
void plain_offset(symbol step, int *columns, int *rows);

static inline bool point_is_coded(point p)
{
    return point_column(p) >= 1 && point_column(p) <= CODE_BOARD && point_row(p) >= 1 &&
           point_row(p) <= CODE_BOARD;
}

static inline symbol plain_first(point p)
{
    assert(point_is_coded(p));
    return (symbol)(PLAIN_FIRST + (point_row(p) - 1) * CODE_BOARD + point_column(p) -
                    1);
}

/* The point of a first symbol of E_P.  */
static inline point plain_place(symbol first)
{
    int const number = first - PLAIN_FIRST;
    return point_at(number % CODE_BOARD + 1, number / CODE_BOARD + 1);
}

/* P counted PLAIN_PITCH to a row, and back; 0 for what is not on the board.  */
static inline int plain_number(point p)
{
    return point_row(p) * PLAIN_PITCH + point_column(p);
}

static inline point plain_point(int number)
{
    int const column = number & (PLAIN_PITCH - 1), row = number / PLAIN_PITCH;
    bool const on = number > 0 && column >= 1 && column <= CODE_BOARD && row >= 1 &&
                    row <= CODE_BOARD;
    return on ? point_at(column, row) : (point)0;
}

static inline symbol plain_step(point from, point to)
{
    assert(point_is_coded(from) && point_is_coded(to));
    return (symbol)(PLAIN_ZERO + plain_number(to) - plain_number(from));
}

/* The point that is COLUMNS and ROWS away from P; 0 when it is off the board.  */
static inline point point_away(point p, int columns, int rows)
{
    int const column = point_column(p) + columns, row = point_row(p) + rows;
    bool const on =
        column >= 1 && column <= CODE_BOARD && row >= 1 && row <= CODE_BOARD;
    return on ? point_at(column, row) : (point)0;
}

/* How many symbols a code has, first moves and SYMBOL_END included.  */
static inline int code_symbols(enum code code)
{
    return SYMBOL_NEXT + (code == CODE_SIMPLE ? SIMPLE_SYMBOLS : RELATIVE_SYMBOLS);
}

/* The value that Kato et al. give a move: coordinates rotated and reflected
   until the previous move is in the first octant, as 37 x + y.  */
int kato_value(point previous, point next);
