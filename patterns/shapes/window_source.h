/* patterns/shapes/window_source.h -- proposes what was played in exactly this window.

   The first answer is that of the 5x5 window, the second that of its 3x3 core; how
   far the first one has to be trusted depends on how often it appeared.  */
#pragma once

#include "engine/search/source.h"
#include "patterns/shapes/windowbook.h"

/* How often the mover plays at P when he can; EXACT says whether the 5x5 window was
   ever met.  */
float window_rate(struct windowbook const *book, window code, bool *exact);

extern struct source_kind const window_kind; /* reads windows.hishi */

/* A self of this kind, of a BOOK that outlives it.  */
void *window_source_new(struct windowbook const *book);
