/* engine/records/sgf_writer.h -- a game as valid SGF, version 4, in UTF-8.

   What is not known is not written.  A game that was read gives, when it is
   written, read and written again, the same bytes.  */
#pragma once

#include <stdio.h>

#include "engine/go/game.h"

/* Write GAME as one game of a collection.  Errors stay with OUT, as stdio's
   do: look at them once at the end.  */
void sgf_write(struct game const *game, FILE *out);

/* Write GAME as the file PATH, which appears whole or not at all.  */
bool sgf_save(struct game const *game, char const *path, struct failure *why);
