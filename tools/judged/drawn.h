/* tools/judged/drawn.h -- lines of text files that hold drawings of boards. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

enum { DRAWN_LINE = 256 };

/* The next line without its newline; empty ones and the end give false.  */
bool drawn_line(FILE *in, char line[static DRAWN_LINE], int *number);

/* Leave the blanks of ROW out; returns what is left of its length.  */
int drawn_squeeze(char *row);
