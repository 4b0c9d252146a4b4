#include <config.h>

#include "engine/base/failure.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool failed(struct failure *why, char const *format, ...)
{
    assert(*format && "a reason is a sentence");
    if (why) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(why->text, sizeof why->text, format, arguments);
        va_end(arguments);
    }
    return false;
}

char const *failure_kind(struct failure const *why)
{
    char const *kind = why->text;
    for (char const *next; (next = strstr(kind, ": "));)
        kind = next + 2;
    return kind;
}
