/* engine/base/printed.h -- text of any length, printed into memory.

       struct printed printed;
       fprintf(printed_begin(&printed), "%d moves", count);
       char *const text = printed_end(&printed);

   It is all there: want of memory ends the program (xalloc_die) as everywhere, where
   stdio would give a part of the text, or none.  */
#pragma once

#include <stdbool.h>
#include <stdio.h>

struct printed {
    FILE *out;
    char *text; /* these two as stdio keeps them: true after printed_flush */
    size_t size;
};

/* A stream to print to.  */
FILE *printed_begin(struct printed *printed);
/* What was printed so far is in TEXT and SIZE; more may follow.  */
void printed_flush(struct printed const *printed);
/* What was printed, to be freed.  */
char *printed_end(struct printed *printed);

/* What stands before an item of a list in words, which is the FIRST or the LAST or
   between: nothing, a comma, or "and".  */
char const *print_joint(bool first, bool last);

/* Each line of TEXT with BEFORE in front of it, on OUT.  */
void print_lines(char const *before, char const *text, FILE *out);
