/* tools/main.c -- the program: a table of tools. */
#include <config.h>

#include "tools/tools.h"

#include <argp.h>
#include <closeout.h>
#include <fcntl.h>
#include <progname.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xalloc.h>

char const *argp_program_version = "Hishi " HISHI_VERSION;

static struct tool const tools[] = {
    {"gtp", gtp_main, "the engine, on stdin and stdout, for GUIs and servers"},
    {"play", play_main, "a game in the terminal"},
    {"bench", bench_main, "signature and speeds"},
    {"find", find_main, "where a sequence of moves was played, and what followed"},
    {"learn", learn_main, "make a memory or an index from games"},
    {"mine", mine_main, "the sequences of moves that are units of their own"},
    {"report", report_main, "tables about games: what is in them, what is wrong"},
    {"match", match_main, "games between GTP engines, refereed and rated"},
    {0},
};

static struct tool const *find_tool(char const *name)
{
    for (struct tool const *tool = tools; tool->name; tool++)
        if (strcmp(tool->name, name) == 0)
            return tool;
    return NULL;
}

static char *list_tools(int key, char const *text, void *input)
{
    (void)input;
    if (key != ARGP_KEY_HELP_POST_DOC)
        return (char *)text;
    char *list;
    size_t size;
    FILE *const out = open_memstream(&list, &size);
    fputs("Tools (hishi TOOL --help tells more):\n", out);
    for (struct tool const *tool = tools; tool->name; tool++)
        fprintf(out, "  %-8s %s\n", tool->name, tool->help);
    fclose(out);
    return list;
}

struct choice {
    struct tool const *tool;
    int argc;
    char **argv;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *const choice = state->input;
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    choice->tool = find_tool(arg);
    if (!choice->tool)
        argp_error(state, "there is no tool called '%s'", arg);
    choice->argc = state->argc - state->next + 1;
    choice->argv = state->argv + state->next - 1;
    state->next = state->argc;
    return 0;
}

/* Started with stdin, stdout or stderr closed, the next file opened would take
   its place, and be read or written by mistake.  Then stdin is at its end, and
   stdout still cannot be written to.  */
static void occupy_standard_descriptors(void)
{
    static int const flags[] = {[STDIN_FILENO] = O_RDONLY,
                                [STDOUT_FILENO] = O_RDONLY,
                                [STDERR_FILENO] = O_WRONLY};
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", flags[fd]) != fd)
            abort();
}

int main(int argc, char **argv)
{
    occupy_standard_descriptors();
    set_program_name(argv[0]);
    atexit(close_stdout);

    struct argp const argp = {
        .parser = parse,
        .args_doc = "[TOOL [ARGUMENT...]]",
        .doc = "Hishi (the diamond) plays Go from memory and can cite it.\v",
        .help_filter = list_tools,
    };
    struct choice choice = {0};
    argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &choice);
    if (!choice.tool) {
        choice.tool = find_tool(isatty(STDIN_FILENO) ? "play" : "gtp");
        choice.argc = 1;
        choice.argv = argv;
    }
    char name[64];
    snprintf(name, sizeof name, "hishi %s", choice.tool->name);
    choice.argv[0] = xstrdup(name);
    return choice.tool->main(choice.argc, choice.argv);
}
