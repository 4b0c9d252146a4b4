/* gtp/aside.h -- what is said to people, on stderr, while programs talk on stdout. */
#pragma once

#include <stdio.h>

/* A client may never read our stderr: TEXT is dropped rather than waited with.  No line
   of it begins with `=', `?', `info' or `play', since Lizzie reads both streams as one.
 */
void aside_say(FILE *comments, char const *text);
