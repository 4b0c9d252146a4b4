/* tests/support/packed.h -- archives made for a test.  */
#pragma once

#include <archive.h>

/* A file, or with a `/' at its end a folder; the last of a list has no name.  */
struct member {
    char const *name, *text;
};

/* Write an archive by the setters that libarchive has for FORMAT and FILTER (or
   NULL).  */
void packed_write(char const *path, int (*format)(struct archive *),
                  int (*filter)(struct archive *), struct member const *members);
