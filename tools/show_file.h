/* tools/show_file.h -- `hishi show FILE': what a learnt file is, and from what it was
   made.

   Every kind of our files (chunkfile.h) is opened by whoever reads it, so that all that
   can be checked is checked; then come its main numbers, its chunks, its content by
   which others name it, and its provenance.  */
#pragma once

#include <stdio.h>

#include "engine/base/failure.h"

/* Is the file at PATH one of ours, or called so?  */
bool show_is_learnt(char const *path);

/* False when it cannot be opened or is damaged.  */
bool show_file(char const *path, FILE *out, struct failure *why);
