#include <config.h>

#include "engine/params.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void store(struct param const *row, void *values, double value)
{
    char *const field = (char *)values + row->offset;
    switch (row->kind) {
    case PARAM_BOOL:
        memcpy(field, &(bool){value != 0}, sizeof(bool));
        break;
    case PARAM_INT:
        memcpy(field, &(int){(int)value}, sizeof(int));
        break;
    case PARAM_FLOAT:
        memcpy(field, &value, sizeof value);
        break;
    }
}

static double fetch(struct param const *row, void const *values)
{
    void const *const field = (char const *)values + row->offset;
    return row->kind == PARAM_BOOL  ? *(bool const *)field
           : row->kind == PARAM_INT ? *(int const *)field
                                    : *(double const *)field;
}

void params_reset(struct param const rows[], void *values)
{
    for (struct param const *row = rows; row->name; row++)
        store(row, values, row->normal);
}

static struct param const *find(struct param const rows[], char const *name)
{
    for (struct param const *row = rows; row->name; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

/* GoGui sends 0 and 1 for a bool; people write words.  */
static bool parse_bool(char const *text, double *out)
{
    static char const *const words[][2] = {
        {"0", "1"}, {"false", "true"}, {"no", "yes"}, {"off", "on"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (int value = 0; value < 2; value++)
            if (strcmp(text, words[i][value]) == 0) {
                *out = value;
                return true;
            }
    return false;
}

static bool parse_number(char const *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end && isfinite(*out);
}

bool params_set(struct param const rows[], void *values, char const *name,
                char const *text, struct failure *why)
{
    struct param const *const row = find(rows, name);
    if (!row)
        return failed(why, "there is no parameter '%.40s'", name);
    double value;
    if (row->kind == PARAM_BOOL) {
        if (!parse_bool(text, &value))
            return failed(why, "%s is 0 or 1, not '%.20s'", name, text);
    } else {
        if (!parse_number(text, &value) ||
            (row->kind == PARAM_INT && value != rint(value)))
            return failed(why, "%s is a %snumber, not '%.20s'", name,
                          row->kind == PARAM_INT ? "whole " : "", text);
        if (value < row->min || value > row->max)
            return failed(why, "%s is at least %g and at most %g, not %.20s", name,
                          row->min, row->max, text);
    }
    store(row, values, value);
    return true;
}

bool params_assign(struct param const rows[], void *values, char const *assignment,
                   struct failure *why)
{
    char const *const sign = strchr(assignment, '=');
    char name[64];
    if (!sign || (size_t)(sign - assignment) >= sizeof name)
        return failed(why, "'%.40s' is not NAME=VALUE", assignment);
    memcpy(name, assignment, (size_t)(sign - assignment));
    name[sign - assignment] = '\0';
    return params_set(rows, values, name, sign + 1, why);
}

void params_print(struct param const *row, void const *values, FILE *out)
{
    fprintf(out, "%.15g", fetch(row, values));
}
