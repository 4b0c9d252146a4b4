/* gtp/arguments.h -- the words after a command, read as what they should be.

   Each reader returns false and a sentence when the word is not of its type,
   so that a handler reads its arguments in one chain of && and states only
   what it does with them.  The number of words was checked before.  */
#pragma once

#include "engine/go/board.h"

struct arguments {
    int count;
    char *const *word;
};

/* The arguments from FIRST on.  */
struct arguments arguments_from(struct arguments const *args, int first);

bool arguments_int(struct arguments const *args, int index, int min, int max, int *out,
                   struct failure *why);

/* A finite decimal number.  Some clients write a comma for the point (q5Go
   before 2.0 sent `komi 7,50').  */
bool arguments_number(struct arguments const *args, int index, double *out,
                      struct failure *why);

bool arguments_color(struct arguments const *args, int index, enum color *out,
                     struct failure *why);

/* A point of the board, or PASS.  */
bool arguments_vertex(struct arguments const *args, int index,
                      struct board const *board, point *out, struct failure *why);

/* A point of the board.  */
bool arguments_point(struct arguments const *args, int index, struct board const *board,
                     point *out, struct failure *why);

/* Two words, a colour and a vertex.  */
bool arguments_move(struct arguments const *args, int index, struct board const *board,
                    struct move *out, struct failure *why);

/* All of them as such pairs, to be freed; or NULL.  */
struct move *arguments_moves(struct arguments const *args, struct board const *board,
                             bool pass_allowed, int *count, struct failure *why);
