/* engine/base/params.h -- numbers that a user may turn, as rows.

   Whoever has parameters keeps them in a struct of its own and describes each
   by one row: where it stands, what it may be, what it is for.  Listing,
   setting, `--set NAME=VALUE' and the range check all read the rows.

       struct tuning { int playouts; double exploration; };
       static struct param const rows[] = {
           PARAM(struct tuning, playouts, PARAM_INT, 1, 4000, 1e8, "..."),
           PARAM(struct tuning, exploration, PARAM_FLOAT, 0, 0.7, 10, "..."),
           {0},
       };  */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "engine/base/failure.h"

/* The type of the field is bool, int, double, int: the place of a word, or an array of
   char: any text, at first none.  */
enum param_kind { PARAM_BOOL, PARAM_INT, PARAM_FLOAT, PARAM_WORD, PARAM_TEXT };

struct param {
    char const *name;
    enum param_kind kind;
    size_t offset;            /* of its field in the struct */
    double min, normal, max;  /* of a PARAM_TEXT, MAX: the size of the field */
    char const *help;         /* one line, with the unit */
    char const *const *words; /* of a PARAM_WORD: what it may be, then NULL */
};

#define PARAM(type, field, kind, min, normal, max, help)                               \
    {                                                                                  \
#field, kind, offsetof(type, field), min, normal, max, help, NULL              \
    }

/* One of WORDS, the first unless something else is set.  */
#define PARAM_ONE_OF(type, field, words, help)                                         \
    {                                                                                  \
#field, PARAM_WORD, offsetof(type, field), 0, 0, 0, help, words                \
    }

/* Any text that has room in the field.  */
#define PARAM_ANY_TEXT(type, field, help)                                              \
    {                                                                                  \
#field, PARAM_TEXT, offsetof(type, field), 0, 0, sizeof(((type *)0)->field),   \
            help, NULL                                                                 \
    }

/* Everything in VALUES, the struct that ROWS describe, as the rows have it.  */
void params_reset(struct param const rows[], void *values);

bool params_set(struct param const rows[], void *values, char const *name,
                char const *text, struct failure *why);

/* The same from one word, "NAME=VALUE".  */
bool params_assign(struct param const rows[], void *values, char const *assignment,
                   struct failure *why);

/* A value as params_set reads it.  */
void params_print(struct param const *row, void const *values, FILE *out);
