/* tools/clock_text.h -- time settings as people write them.  */
#pragma once

#include "engine/search/clock.h"

enum { CLOCK_TEXT = 48 };

/* Read "none", "300" (absolute), "300+25/30" (then 25 stones in each 30 s),
   "300+3x30" (then three byo-yomi periods of 30 s), "300+10" (each move adds
   10 s), or "10/move".  */
bool clock_text_parse(char const *text, struct clock_settings *out,
                      struct failure *why);
/* Write the settings the same way.  */
void clock_text_format(struct clock_settings const *settings,
                       char text[static CLOCK_TEXT]);
