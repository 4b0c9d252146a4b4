/* tools/judged/drawn.h -- lines of text files that hold drawings of boards. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "engine/base/failure.h"

enum { DRAWN_LINE = 256 };

/* The next line without its newline; empty ones and the end give false.  */
bool drawn_line(FILE *in, char line[static DRAWN_LINE], int *number);

/* The text of the next line that begins with #, into LINE; what is before it is passed
   over.  False at the end of the file NAME, and with a reason when it cannot be read.
 */
bool drawn_title(FILE *in, char const *name, int *number, char line[static DRAWN_LINE],
                 struct failure *why);

/* Are there so many points on any board?  Not when it is no number.  */
bool drawn_points(double points);

/* Is nothing left of a line but REST, which is blank?  */
bool drawn_all(char const *rest);

/* Leave the blanks of ROW out; returns what is left of its length.  */
int drawn_squeeze(char *row);
