/* engine/go/svg.h -- positions as pictures: diagrams in SVG.

   What a diagram shows is said point by point, as in a book: stones, numbers on
   them, marks, stones that are only thought of, and a tint below points that belong
   together.  The ground is wood and the ink is brown, captions included, so that it
   lies well on a light page and on a dark one.

       diagram_start(&diagram, &board);
       diagram.mark[at] = MARK_FOCUS;
       diagram.caption = "Black 59";
       diagrams_svg(&diagram, 1, out);                                          */
#pragma once

#include <stdio.h>

#include "engine/go/board.h"

/* MARK_RING: a small ring on a stone, as on the last move.  MARK_FOCUS: what the
   diagram is about, in red.  */
enum diagram_mark { MARK_NONE, MARK_RING, MARK_FOCUS };

struct diagram {
    int width, height;          /* of the board */
    int left, right, low, high; /* the columns and rows of it that are drawn */
    bool coordinates;
    char const *caption; /* UTF-8, above the board, lines divided by '\n'; or NULL */
    uint8_t color[POINTS];
    uint8_t ghost[POINTS];   /* where there is no stone: one that is thought of */
    uint16_t number[POINTS]; /* on a stone, or where there is none; 0: none */
    uint8_t mark[POINTS];    /* enum diagram_mark */
    struct points tinted;
    struct points hidden; /* cut away: no lines, no stones */
};

/* The stones of BOARD, all of it, with coordinates and nothing else.  */
void diagram_start(struct diagram *diagram, struct board const *board);

/* LENGTH bytes of TEXT as they may stand between tags.  */
void svg_text(char const *text, size_t length, FILE *out);

/* Write a page of COUNT diagrams, row by row, as one SVG.  Errors stay with OUT, as
   stdio's do.  */
void diagrams_svg(struct diagram const diagrams[], int count, FILE *out);
