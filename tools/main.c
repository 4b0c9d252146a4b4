/* tools/main.c -- the program: a table of tools. */
#include <config.h>

#include "tools/tools.h"

#include <closeout.h>
#include <errno.h>
#include <fcntl.h>
#include <progname.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/base/newfile.h"

char const *argp_program_version = "Hishi " HISHI_VERSION;

static struct tool const tools[] = {
    {"gtp", gtp_main, "the engine, on stdin and stdout, for GUIs and servers"},
    {"play", play_main, "a game in the terminal"},
    {"bench", bench_main, "signature and speeds"},
    {"book", book_main,
     "opening books: make, show, judge, play against each other, grow"},
    {"find", find_main, "where a sequence of moves was played, and what followed"},
    {"show", show_main, "a cited game, opened at its move; what is in a learnt file"},
    {"joseki", joseki_main, "the mined sequences of a corner as a tree"},
    {"learn", learn_main, "make a memory or an index from games"},
    {"mine", mine_main, "the sequences of moves that are units of their own"},
    {"report", report_main, "tables about games: what is in them, what is wrong"},
    {"match", match_main, "games between GTP engines, refereed and rated"},
    {"selfplay", selfplay_main, "games against itself, to learn from"},
    {"tune", tune_main, "an engine's parameters turned towards what wins games"},
    {0},
};

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

/* A learnt file that is mapped, because it is large, was cut short under our hands, or
   its disk is broken: what is read there is not to be had any more.  */
static void end_without_file(int signal_number)
{
    static char const text[] =
        "hishi: a large learnt file was cut short or overwritten "
        "while it was in use, or cannot be read any more\n";
    (void)signal_number;
    ssize_t const written = write(STDERR_FILENO, text, sizeof text - 1);
    (void)written;
    newfile_drop_unfinished();
    _exit(EXIT_FAILURE);
}

static void mind_signals(void)
{
    struct sigaction const end = {.sa_handler = end_without_file};
    newfile_mind_signals();
    sigaction(SIGBUS, &end, NULL);
}

int main(int argc, char **argv)
{
    occupy_standard_descriptors();
    mind_signals();
    set_program_name(argv[0]);
    program_invocation_name = "hishi"; /* error lines begin so, wherever it lies */
    atexit(newfile_drop_unfinished);
    atexit(close_stdout);

    struct menu const menu = {
        .path = "hishi",
        .kind = "tool",
        .tools = tools,
        .usual = isatty(STDIN_FILENO) ? "play" : "gtp",
        .args_doc = "[TOOL [ARGUMENT...]]",
        .title = "Tools (hishi TOOL --help tells more)",
        .doc = "Hishi (the diamond) plays Go from memory and can cite it.\v",
    };
    return menu_run(&menu, argc, argv);
}
