#include <config.h>

#include "books/sequences/movecode.h"

#include <assert.h>
#include <stdlib.h>

enum { CENTRE = (CODE_BOARD + 1) / 2, REACH = CENTRE - 1 };

/* The relative symbols in the order of x, then y.  From a point that lies b and
   a lines from the two mid-lines, b <= a, x reaches b - 9 ... b + 9 and y
   a - 9 ... a + 9; over all such points that leaves out only the corner of the
   square -9 ... 18 in which x exceeds y by more than 18, and (0, 0).  */
enum {
    LOW = -REACH,
    HIGH = 2 * REACH,
    SPAN = HIGH - LOW + 1,
    ORIGIN = -LOW * SPAN - LOW, /* how many symbols stand before (0, 0) would */
};

static int first_y(int x)
{
    return x - HIGH > LOW ? x - HIGH : LOW;
}

/* How many symbols have a smaller x.  */
static int symbols_below(int x)
{
    int const cut = x - 1 - REACH; /* rows before X that were shortened */
    return (x - LOW) * SPAN - (cut > 0 ? cut * (cut + 1) / 2 : 0) - (x > 0);
}

static symbol relative_symbol(int x, int y)
{
    int const before = symbols_below(x) + y - first_y(x) - (x == 0 && y > 0);
    return (symbol)(SYMBOL_NEXT + before);
}

void symbol_offset(symbol code, int *x, int *y)
{
    int const number = code - SYMBOL_NEXT;
    assert(0 <= number && number < RELATIVE_SYMBOLS && "a relative symbol");
    int const even = symbols_below(REACH + 1); /* up to here all rows are full */
    *x = number < even ? LOW + (number + (number >= ORIGIN)) / SPAN : REACH + 1;
    while (*x > REACH && *x < HIGH && symbols_below(*x + 1) <= number)
        ++*x;
    *y = number - symbols_below(*x) + first_y(*x);
    *y += *x == 0 && *y >= 0;
}

void plain_offset(symbol step, int *columns, int *rows)
{
    assert(PLAIN_NEXT <= step && step < PLAIN_LIMIT && "a plain step");
    int const shifted = step - PLAIN_NEXT + PLAIN_PITCH / 2 - (CODE_BOARD - 1);
    *rows = shifted / PLAIN_PITCH - (CODE_BOARD - 1);
    *columns = shifted % PLAIN_PITCH - PLAIN_PITCH / 2;
}

/* (0, 1), (0, 2) ... (0, 18), (1, 1) ...: smaller first.  */
static symbol simple_symbol(int x, int y)
{
    int const low = abs(x) < abs(y) ? abs(x) : abs(y);
    int const high = abs(x) < abs(y) ? abs(y) : abs(x);
    int const before = low * CODE_BOARD - low * (low - 1) / 2;
    return (symbol)(SYMBOL_NEXT + before + high - low - 1);
}

symbol first_symbol(point p)
{
    int const x = REACH - abs(point_column(p) - CENTRE);
    int const y = REACH - abs(point_row(p) - CENTRE);
    int const low = x < y ? x : y, high = x < y ? y : x;
    return (symbol)(SYMBOL_FIRST + low * (REACH + 1) - low * (low - 1) / 2 + high -
                    low);
}

static int8_t sign(int x)
{
    return (int8_t)((x > 0) - (x < 0));
}

/* What the place of P says about the axes; 0 where it says nothing.  */
static struct frame frame_at(point p)
{
    int const column = point_column(p) - CENTRE, row = point_row(p) - CENTRE;
    return (struct frame){
        .across = (int8_t)-sign(column),
        .along = (int8_t)-sign(row),
        .turned = sign(abs(column) - abs(row)),
    };
}

static int8_t either(int8_t said, int8_t inherited)
{
    return said ? said : inherited;
}

static void turn(struct coder *coder)
{
    struct frame const here = frame_at(coder->last);
    struct frame *const frame = &coder->frame;
    frame->across = either(here.across, frame->across);
    frame->along = either(here.along, frame->along);
    frame->turned = either(here.turned, frame->turned);
}

/* A move to (COLUMNS, ROWS) from here settles what is open, such that its
   coordinates come out positive, and x larger than y.  */
static void settle(struct frame *frame, int columns, int rows)
{
    frame->across = either(frame->across, sign(columns));
    frame->along = either(frame->along, sign(rows));
    frame->turned =
        either(frame->turned, sign(rows * frame->along - columns * frame->across));
}

symbol coder_start(struct coder *coder, point first, struct frame const *frame)
{
    coder->last = first;
    coder->frame = frame ? *frame : (struct frame){0};
    turn(coder);
    return first_symbol(first);
}

symbol coder_step(struct coder *coder, enum code code, point next)
{
    int const columns = point_column(next) - point_column(coder->last);
    int const rows = point_row(next) - point_row(coder->last);
    if (columns == 0 && rows == 0)
        return NO_SYMBOL;

    struct frame *const frame = &coder->frame;
    settle(frame, columns, rows);
    int const across = columns * frame->across, along = rows * frame->along;
    bool const turned = frame->turned > 0;
    coder->last = next;
    turn(coder);
    if (code == CODE_SIMPLE)
        return simple_symbol(across, along);
    return turned ? relative_symbol(along, across) : relative_symbol(across, along);
}

point coder_follow(struct coder *coder, symbol step)
{
    if (step < SYMBOL_NEXT || step >= SYMBOL_LIMIT)
        return 0;
    int x, y;
    symbol_offset(step, &x, &y);
    struct frame frame = coder->frame;
    frame.turned = either(frame.turned, 1);
    int const across = frame.turned > 0 ? y : x, along = frame.turned > 0 ? x : y;
    int const column = point_column(coder->last) + across * either(frame.across, 1);
    int const row = point_row(coder->last) + along * either(frame.along, 1);
    if (column < 1 || column > CODE_BOARD || row < 1 || row > CODE_BOARD)
        return 0;
    struct coder stepped = *coder;
    if (coder_step(&stepped, CODE_RELATIVE, point_at(column, row)) != step)
        return 0;
    *coder = stepped;
    return stepped.last;
}

static bool fits(int8_t said, int8_t way)
{
    return said == 0 || said == way;
}

int frame_ways(struct frame said, struct frame ways[SYMMETRIES])
{
    int count = 0;
    for (int i = 0; i < SYMMETRIES; i++) {
        struct frame const way = {.across = i & 1 ? -1 : 1,
                                  .along = i & 2 ? -1 : 1,
                                  .turned = i & 4 ? -1 : 1};
        if (fits(said.across, way.across) && fits(said.along, way.along) &&
            fits(said.turned, way.turned))
            ways[count++] = way;
    }
    return count;
}

int frames_at(point first, struct frame ways[SYMMETRIES])
{
    return frame_ways(frame_at(first), ways);
}

/* The octants as Kato et al. number them, from 1: the quadrants in pairs, each
   a quarter turn from the first; in the odd ones the row is farther from the
   centre than the column.  */
int kato_value(point previous, point next)
{
    int column = point_column(previous) - CENTRE, row = point_row(previous) - CENTRE;
    int x = point_column(next) - point_column(previous);
    int y = point_row(next) - point_row(previous);
    for (int turns = 0; turns < 3 && !(column <= 0 && row <= 0); turns++) {
        int const was = column;
        column = -row;
        row = was;
        int const x_was = x;
        x = -y;
        y = x_was;
    }
    bool const even = abs(column) > abs(row);
    return even ? 37 * y + x : 37 * x + y;
}
