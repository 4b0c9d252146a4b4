/* tools/manual.h -- a tool's manual page, and what a shell can complete, made from the
   rows of its options, as its --help is.  */
#pragma once

#include <argp.h>
#include <stdbool.h>

#include "tools/menu.h"

/* What every tool heeds of its environment, for --help.  */
extern char const manual_environment[];

/* Of what the pages are made.  */
struct manual {
    char const *path; /* "hishi gtp" */
    struct argp const *argp;
    void *input;              /* of its parser */
    struct tool const *tools; /* of which the first word names one, or NULL */
};

/* `hishi TOOL --man' prints the manual page of TOOL, and `hishi TOOL --options' the
   words that it knows, a line each.  True when ARGV asks for one of them and has it, in
   which case there is nothing more to do.  */
bool manual_answers(struct manual const *manual, int argc, char **argv);
