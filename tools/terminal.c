#include <config.h>

#include "tools/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool terminal_has_lines(void)
{
    char const *const terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
}

bool terminal_has_color(void)
{
    char const *const no_color = getenv("NO_COLOR");
    return terminal_has_lines() && !(no_color && *no_color);
}

struct look const *terminal_look(bool plain)
{
    setlocale(LC_CTYPE, "");
    bool const signs = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    return plain || !signs || !terminal_has_color() ? &look_plain : &look_ansi;
}
