#include <config.h>

#include "engine/base/printed.h"
#include "tools/menu.h"

#include <argp.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "tools/manual.h"

struct menu_choice {
    struct menu const *menu;
    struct tool const *tool;
    int argc;
    char **argv;
};

static struct tool const *find_tool(struct menu const *menu, char const *name)
{
    for (struct tool const *tool = menu->tools; tool->name; tool++)
        if (strcmp(tool->name, name) == 0)
            return tool;
    return NULL;
}

static int longest_name(struct menu const *menu)
{
    size_t longest = 0;
    for (struct tool const *tool = menu->tools; tool->name; tool++)
        if (strlen(tool->name) > longest)
            longest = strlen(tool->name);
    return (int)longest;
}

static char *list_tools(int key, char const *text, void *input)
{
    struct menu_choice const *const choice = input;
    if (key != ARGP_KEY_HELP_POST_DOC)
        return (char *)text;
    struct menu const *const menu = choice->menu;
    struct printed printed;
    FILE *const out = printed_begin(&printed);
    fprintf(out, "%s:\n", menu->title);
    for (struct tool const *tool = menu->tools; tool->name; tool++)
        fprintf(out, "  %-*s  %s\n", longest_name(menu), tool->name, tool->help);
    fprintf(out, "\nEnvironment:\n%s", manual_environment);
    return printed_end(&printed);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct menu_choice *const choice = state->input;
    struct menu const *const menu = choice->menu;
    switch (key) {
    case ARGP_KEY_ARG:
        choice->tool = find_tool(menu, arg);
        if (!choice->tool)
            argp_error(state, "there is no %s called '%s'", menu->kind, arg);
        choice->argc = state->argc - state->next + 1;
        choice->argv = state->argv + state->next - 1;
        state->next = state->argc;
        return 0;
    case ARGP_KEY_NO_ARGS:
        if (!menu->usual)
            argp_error(state, "name a %s", menu->kind);
        choice->tool = find_tool(menu, menu->usual);
        choice->argc = 1;
        choice->argv = state->argv;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int menu_run(struct menu const *menu, int argc, char **argv)
{
    struct argp const argp = {
        .parser = parse,
        .args_doc = menu->args_doc,
        .doc = menu->doc,
        .help_filter = list_tools,
    };
    struct menu_choice choice = {.menu = menu};
    struct manual const manual = {
        .path = menu->path, .argp = &argp, .input = &choice, .tools = menu->tools};
    if (manual_answers(&manual, argc, argv))
        return EXIT_SUCCESS;
    error_t const failed_by =
        argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &choice);
    if (failed_by)
        error(1, failed_by, "the command line cannot be read");
    char name[64];
    snprintf(name, sizeof name, "%s %s", menu->path, choice.tool->name);
    choice.argv[0] = xstrdup(name);
    program_invocation_name = choice.argv[0]; /* as error() and argp begin lines */
    return choice.tool->main(choice.argc, choice.argv);
}
