/* tools/menu.h -- a choice among named programs, as `hishi TOOL' and
   `hishi report REPORT' offer it.  */
#pragma once

/* What `hishi NAME ...' runs.  argv[0] is "hishi NAME".  */
struct tool {
    char const *name;
    int (*main)(int argc, char **argv);
    char const *help; /* one line */
};

struct menu {
    char const *path;         /* how far the user has come: "hishi" */
    char const *kind;         /* what is chosen: "tool" */
    struct tool const *tools; /* ends with a NULL name */
    char const *usual;        /* the name of what runs when none is named, or NULL */
    char const *args_doc, *title, *doc; /* for --help */
};

/* Run what the first argument names, with those behind it.  From then on error lines
   begin with the whole name, as "hishi learn: ".  */
int menu_run(struct menu const *menu, int argc, char **argv);
