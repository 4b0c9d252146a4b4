/* engine/records/places.h -- the files that a list of files and folders comes to.

   A file that a person names is taken whatever it is called; of what lies in a
   folder, and in folders below it, what stream.h may be able to read, in the order
   of the names, hidden files and folders reached by a link left out.  */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "engine/base/failure.h"

struct places {
    char **paths;
    int count;
    size_t capacity;  /* of PATHS; private */
    uint64_t bytes;   /* of all files, as they lie on the disk */
    char const *pipe; /* the first path that is no file on a disk, or NULL */
};

/* PATH cannot be looked at; the rest is listed all the same.  */
typedef void places_report(void *context, char const *path, struct failure const *why);

/* Add what the file or folder NAMED comes to; at first PLACES is all zeros.  */
void places_add(struct places *places, char const *named, places_report *report,
                void *context);
void places_release(struct places *places);
