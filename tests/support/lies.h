/* tests/support/lies.h -- files whose checksums are right and whose contents are not.

   What a hostile or a buggy writer leaves: every kind of our files is opened after
   many such changes, and used; the sanitizers tell when it led outside.  */
#pragma once

#include "engine/base/rng.h"

/* Write to COPY the file at PATH with one to four bytes of one chunk changed.  */
void lie_about(char const *path, char const *copy, struct rng *rng);
