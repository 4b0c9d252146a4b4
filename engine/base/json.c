#include <config.h>

#include "engine/base/json.h"

#include <math.h>

void json_quoted(char const *text, FILE *out)
{
    fputc('"', out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(out, "\\u%04x", (unsigned)*text);
        else
            fputc(*text, out);
    fputc('"', out);
}

void json_text(char const *key, char const *text, FILE *out)
{
    fprintf(out, "\"%s\": ", key);
    json_quoted(text, out);
    fputs(", ", out);
}

void json_number(char const *key, double value, FILE *out)
{
    if (isfinite(value))
        fprintf(out, "\"%s\": %.10g, ", key, value);
    else
        fprintf(out, "\"%s\": null, ", key);
}
