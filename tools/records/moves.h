/* tools/records/moves.h -- a sequence of moves as words on a command line.  */
#pragma once

#include "books/sequences/query.h"

/* COUNT words, as "C3" (GTP) or "cq" (SGF, where rows run downward), into MOVES, which
   has room for QUERY_MAX.  */
bool moves_parse(char **words, int word_count, point moves[], int *count,
                 struct failure *why);
