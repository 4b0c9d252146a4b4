/* engine/base/failure.h -- why an operation failed, as one sentence for a person.

   A function that can fail for a reason outside the program (a file, a line
   of GTP, an option) returns false and fills in a struct failure.  The
   sentence is complete where it is made and travels unchanged to the `?' of
   GTP or to error(), so nobody on the way has to understand it.  */
#pragma once

#include <stdbool.h>

struct failure {
    char text[1024];
};

/* Write the reason into WHY (which may be NULL) and return false, so that
   refusing is one line: return failed(why, "no such file: %s", name);  */
bool failed(struct failure *why, char const *format, ...)
    __attribute__((format(printf, 2, 3), cold));

/* The end of the sentence, after its last ": ", where a reader of many things
   puts what kind of trouble it was, for counting.  */
char const *failure_kind(struct failure const *why);
