#include <config.h>

#include "tools/json.h"

#include <math.h>

void json_string(FILE *out, char const *key, char const *text)
{
    fprintf(out, "\"%s\": \"", key);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text >= ' ')
            fputc(*text, out);
    fputs("\", ", out);
}

void json_number(FILE *out, char const *key, double value)
{
    if (isfinite(value))
        fprintf(out, "\"%s\": %.10g, ", key, value);
    else
        fprintf(out, "\"%s\": null, ", key);
}
