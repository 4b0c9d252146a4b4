/* tools/voices.h -- the sources that a model can hear, opened by name.  */
#pragma once

#include "engine/search/source.h"

struct spoken; /* the sources in use, with what they have learnt */

/* The sources of NAMES, "joseki", "shapes" or "joseki,shapes", in this order.  */
struct spoken *spoken_open(char const *names, struct failure *why);
void spoken_close(struct spoken *spoken);

int spoken_count(struct spoken const *spoken);
struct source const *spoken_source(struct spoken const *spoken, int i);

/* All that they say.  */
void spoken_listen(struct spoken *spoken, struct situation const *situation,
                   struct candidates *said);
