/* patterns/shapes/window.h -- the 5x5 and 3x3 points around a point, in a word.

   For exact matching (Kubota and others, for shogi) and for playouts: two bits a
   point, 1 an own stone, 2 an opponent's, 3 off the board.  The rings of 8 and of
   16 points are numbered counter-clockwise from the east:

       14  13  12  11  10
       15   3   2   1   9
       16   4   .   0   8
       17   5   6   7  23
       18  19  20  21  22

   so that a quarter turn rotates both rings, and mirroring reverses them.  */
#pragma once

#include "engine/go/board.h"

enum { WINDOW_POINTS = 24, WINDOW_INNER = 8 };

/* Bits 0 .. 15 the inner ring, 16 .. 47 the outer.  */
typedef uint64_t window;

static inline window window_core(window code)
{
    return code & 0xffff; /* the 3x3 */
}

window window_look(struct board const *board, point p, enum color color);

/* The same as the other side sees it: own and opponent's exchanged.  */
static inline window window_other_side(window code)
{
    return (code >> 1 & 0x555555555555u) | (code & 0x555555555555u) << 1;
}

window window_turn(window code, int symmetry);

/* The least of the eight; of a 3x3 too.  */
window window_canonical(window code);

/* The windows of all points of a board, Black's view, kept up to date: a changed
   stone costs 24 exclusive ors.  A flat value.  */
struct windows {
    uint8_t width, height;
    uint8_t color[POINTS];
    window code[POINTS];
};

void windows_init(struct windows *windows, int width, int height);

/* Follow BOARD wherever it went; adds to TOUCHED the points whose window or own
   colour is not what it was.  */
void windows_follow(struct windows *windows, struct board const *board,
                    struct points *touched);

/* A stone of COLOR has come to P or left it; for playouts, which know what
   changed.  */
void windows_toggle(struct windows *windows, point p, enum color color);

static inline window windows_at(struct windows const *windows, point p,
                                enum color color)
{
    return color == BLACK ? windows->code[p] : window_other_side(windows->code[p]);
}
