/* tools/options.h -- the options of every tool that sits down at a board.

   A tool names session_argp as a child of its own argp and hands it a struct
   session_options, set by session_defaults(), as its input.  */
#pragma once

#include <argp.h>

#include "player/session.h"

extern struct argp const session_argp;

/* "19" or "13x9" into WIDTH and HEIGHT.  */
bool parse_board_size(char const *text, int *width, int *height, struct failure *why);

/* Say on stderr what the session has to do without.  */
void warn_of_missing(struct session *session);
