/* tests/support/plain_judge.h -- the judge's forward pass in plain loops.

   What judge_net.h says, number by number on a board of rows and columns, without
   cells, planes, vectors or tiles; sums in the order that judge_layers.h gives.  */
#pragma once

#include "patterns/judge/judge_net.h"

struct plain_opinion {
    float owner[BOARD_MAX][BOARD_MAX]; /* [row][column], both from 0 */
    float policy[BOARD_MAX][BOARD_MAX];
    float verdict[VERDICTS];
};

void plain_judge(struct judge_weights const *weights, struct judge_input const *input,
                 struct plain_opinion *out);
