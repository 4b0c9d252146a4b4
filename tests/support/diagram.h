/* tests/support/diagram.h -- positions drawn as text.

   A diagram has a line for each row, the top row first, and a character for
   each point; spaces are left out.  Stones come in three kinds, so that a
   drawing can also say what is thought of them; everything else is an empty
   point, which any other character may mark:

       X O   black and white        x o   dead        # @   in seki  */
#pragma once

#include "engine/go/board.h"

/* BOARD becomes what DIAGRAM shows, Black to move; MARKS (may be NULL) receives
   the character of each point.  */
void diagram_read(struct board *board, char const *diagram, char marks[POINTS]);

/* The only point marked MARK.  */
point diagram_find(struct board const *board, char const marks[POINTS], char mark);
