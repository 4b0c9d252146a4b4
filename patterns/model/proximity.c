#include <config.h>

#include "patterns/model/proximity.h"

#include <assert.h>
#include <string.h>

enum { NEAREST_MAX = 7 };

/* What is known of each point so far of one colour.  */
struct front {
    double *felt; /* exact: no more than 53 halvings */
    uint8_t *nearest;
    point *stone;
};

/* How far the nearest stone is, from the point before; the first is FIRST.  */
static inline void walk(struct front const *front, int p, int *steps, point *stone)
{
    if (*steps < front->nearest[p]) {
        front->nearest[p] = (uint8_t)*steps;
        front->stone[p] = *stone;
    } else {
        *steps = front->nearest[p];
        *stone = front->stone[p];
    }
    *steps += *steps < NEAREST_MAX;
}

/* What the stones of a row or column are felt along it.  */
static void spread(struct front const *front, int start, int step, int count)
{
    assert(count <= BOARD_MAX);
    double behind[BOARD_MAX] = {0};
    double sum = 0;
    int steps = NEAREST_MAX;
    point stone = NOWHERE;

    for (int i = count - 1, p = start + i * step; i >= 0; i--, p -= step) {
        behind[i] = sum;
        sum = (sum + front->felt[p]) * 0.5;
        walk(front, p, &steps, &stone);
    }
    sum = 0;
    steps = NEAREST_MAX;
    stone = NOWHERE;
    for (int i = 0, p = start; i < count; i++, p += step) {
        double const own = front->felt[p];
        front->felt[p] += sum + behind[i];
        sum = (sum + own) * 0.5;
        walk(front, p, &steps, &stone);
    }
}

void proximity_set(struct proximity *proximity, struct board const *board)
{
    /* Set by hand: the model learns what each class is worth.  */
    static double const limit[PROXIMITY_CLASSES - 1] = {0.06, 0.15, 0.3, 0.5,
                                                        0.8,  1.2,  1.8};
    double felt[POINTS];
    point const first = board_first_point();

    for (int side = 0; side < 2; side++) {
        int const color = side ? opponent((enum color)board->to_move) : board->to_move;
        struct front const front = {felt, proximity->nearest[side],
                                    proximity->stone[side]};
        for (point p = first; p; p = board_next_point(board, p)) {
            felt[p] = board->color[p] == color;
            front.nearest[p] = board->color[p] == color ? 0 : NEAREST_MAX;
            front.stone[p] = board->color[p] == color ? p : NOWHERE;
        }
        for (int y = 0; y < board->height; y++)
            spread(&front, first + y * PITCH, 1, board->width);
        for (int x = 0; x < board->width; x++)
            spread(&front, first + x, PITCH, board->height);
        for (point p = first; p; p = board_next_point(board, p)) {
            int class = 0;
            for (int i = 0; i < PROXIMITY_CLASSES - 1; i++)
                class += felt[p] >= limit[i];
            proximity->class[side][p] = (uint8_t) class;
        }
    }
}
