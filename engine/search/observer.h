/* engine/search/observer.h -- looking on while somebody thinks.

   A thought is what a running search sees at one moment: how far it is, and every move
   at the root that it has tried, most visited first.  An observer is told now and then,
   by the thread that thinks, which waits as long; so it takes what it needs and
   returns.  */
#pragma once

#include "engine/search/evidence.h"

struct thought_move {
    point at;
    uint32_t visits;
    double win;   /* of the side to move, if it plays there */
    double prior; /* P(move) that it began with */
    int line_length;
    point line[LINE_MOVES]; /* expected, from this move on */
};

struct thought {
    long playouts;
    uint32_t nodes;
    double win, score; /* of the side to move; points */
    double used_ms;
    int count;
    struct thought_move move[AREA_MAX + 1];
};

struct observer {
    double interval_ms; /* told no more often; the first time as soon as there is
                           anything to tell */
    void (*look)(void *self, struct thought const *thought);
    void *self;
};
