#include <config.h>

#include "engine/base/printed.h"

#include <string.h>
#include <xalloc.h>

FILE *printed_begin(struct printed *printed)
{
    *printed = (struct printed){.out = open_memstream(&printed->text, &printed->size)};
    if (!printed->out)
        xalloc_die();
    return printed->out;
}

void printed_flush(struct printed const *printed)
{
    if (fflush(printed->out) != 0 || ferror(printed->out) || !printed->text)
        xalloc_die();
}

char *printed_end(struct printed *printed)
{
    if (fclose(printed->out) != 0 || !printed->text)
        xalloc_die();
    return printed->text;
}

char const *print_joint(bool first, bool last)
{
    return first ? "" : last ? " and " : ", ";
}

void print_lines(char const *before, char const *text, FILE *out)
{
    while (*text) {
        size_t const length = strcspn(text, "\n");
        fprintf(out, "%s%.*s\n", before, (int)length, text);
        text += length + (text[length] == '\n');
    }
}
