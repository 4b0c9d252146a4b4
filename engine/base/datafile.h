/* engine/base/datafile.h -- where the learnt files are.

   A learnt file ("shapes.hishi") is looked for, in this order: in the folder
   that the environment variable HISHI_DATA names; upward from the program's
   own place (without a /proc, the path it was started by), in share/hishi, patterns and
   books, so that a build tree and a moved installation both work; in the folder it was
   installed to.  */
#pragma once

#include <stddef.h>

#include "engine/base/failure.h"

enum { DATAFILE_PATH = 4096 };

/* Is PATH called as learnt files are?  */
bool datafile_is_called(char const *path);

/* The path of the learnt file NAME into PATH, or false with a sentence that
   says where it was looked for.  */
bool datafile_find(char const *name, char path[static DATAFILE_PATH],
                   struct failure *why);
