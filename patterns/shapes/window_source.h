/* patterns/shapes/window_source.h -- proposes what was played in exactly this window.

   The first answer is that of the 5x5 window, the second that of its 3x3 core; how
   far the first one has to be trusted depends on how often it appeared.  */
#pragma once

#include "engine/search/source.h"
#include "patterns/shapes/windowbook.h"

struct window_voice; /* one thread */

/* BOOK must outlive it.  */
struct window_voice *window_voice_new(struct windowbook const *book);
void window_voice_free(struct window_voice *voice);

/* How often the mover plays at P when he can; EXACT says whether the 5x5 window was
   ever met.  */
float window_rate(struct windowbook const *book, window code, bool *exact);

/* As a source, which lives as long as VOICE.  */
struct source window_source(struct window_voice *voice);
