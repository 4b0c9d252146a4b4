#include <config.h>

#include "engine/base/params.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void store(struct param const *row, void *values, double value)
{
    assert(row->kind != PARAM_BOOL || value == 0 || value == 1);
    char *const field = (char *)values + row->offset;
    switch (row->kind) {
    case PARAM_BOOL:
        memcpy(field, &(bool){value != 0}, sizeof(bool));
        break;
    case PARAM_INT:
    case PARAM_WORD:
        memcpy(field, &(int){(int)value}, sizeof(int));
        break;
    case PARAM_FLOAT:
        memcpy(field, &value, sizeof value);
        break;
    case PARAM_TEXT:
        memset(field, 0, (size_t)row->max);
        break;
    }
}

static double fetch(struct param const *row, void const *values)
{
    void const *const field = (char const *)values + row->offset;
    return row->kind == PARAM_BOOL    ? *(bool const *)field
           : row->kind == PARAM_FLOAT ? *(double const *)field
                                      : *(int const *)field;
}

void params_reset(struct param const rows[], void *values)
{
    for (struct param const *row = rows; row->name; row++) {
        assert(row->min <= row->normal && (row->words || row->normal <= row->max));
        store(row, values, row->normal);
    }
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

static bool parse_word(struct param const *row, char const *text, double *out,
                       struct failure *why)
{
    char all[160] = "";
    assert(row->words && row->words[0]);
    for (int i = 0; row->words[i]; i++) {
        if (strcmp(text, row->words[i]) == 0) {
            *out = i;
            return true;
        }
        size_t const used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s",
                 !i                  ? ""
                 : row->words[i + 1] ? ", "
                                     : " or ",
                 row->words[i]);
    }
    return failed(why, "%s is %s, not '%.20s'", row->name, all, text);
}

static bool parse_quantity(struct param const *row, char const *text, double *out,
                           struct failure *why)
{
    if (!parse_number(text, out) || (row->kind == PARAM_INT && *out != rint(*out)))
        return failed(why, "%s is a %snumber from %.10g to %.10g, not '%.20s'",
                      row->name, row->kind == PARAM_INT ? "whole " : "", row->min,
                      row->max, text);
    return (*out >= row->min && *out <= row->max) ||
           failed(why, "%s is at least %.10g and at most %.10g, not %.20s", row->name,
                  row->min, row->max, text);
}

static bool store_text(struct param const *row, void *values, char const *text,
                       struct failure *why)
{
    size_t const size = (size_t)row->max, length = strlen(text);
    if (length >= size)
        return failed(why, "%s has at most %zu bytes", row->name, size - 1);
    char *const field = (char *)values + row->offset;
    memset(field, 0, size);
    memcpy(field, text, length);
    return true;
}

bool params_set(struct param const rows[], void *values, char const *name,
                char const *text, struct failure *why)
{
    struct param const *const row = find(rows, name);
    if (!row)
        return failed(why, "there is no parameter '%.40s'", name);
    if (row->kind == PARAM_TEXT)
        return store_text(row, values, text, why);
    double value = 0;
    bool const good = row->kind == PARAM_WORD ? parse_word(row, text, &value, why)
                      : row->kind == PARAM_BOOL
                          ? parse_bool(text, &value) ||
                                failed(why, "%s is 0 or 1, not '%.20s'", name, text)
                          : parse_quantity(row, text, &value, why);
    if (!good)
        return false;
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
    if (row->kind == PARAM_TEXT) {
        fputs((char const *)values + row->offset, out);
        return;
    }
    double const value = fetch(row, values);
    if (row->kind == PARAM_WORD)
        fputs(row->words[(int)value], out);
    else
        fprintf(out, "%.15g", value);
}
