/* tools/gtp.c -- hishi gtp: the engine, on stdin and stdout. */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/options.h"
#include "tools/tools.h"

#include "gtp/command.h"
#include "gtp/loop.h"
#include "gtp/sandbox.h"

#include <closeout.h>
#include <errno.h>
#include <error.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>

struct gtp {
    struct session_options session;
    bool reference, sandbox;
};

enum { KEY_SANDBOX = 256 };

static struct argp_option const options[] = {
    {"commands", 'c', 0, 0, "print what commands there are, in Markdown, and end", 0},
    {"sandbox", KEY_SANDBOX, 0, 0,
     "for servers: once everything learnt is in memory open no file, start no program, "
     "use no network, whatever is sent",
     0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct gtp *const gtp = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &gtp->session;
        return 0;
    case 'c':
        gtp->reference = true;
        return 0;
    case KEY_SANDBOX:
        gtp->sandbox = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "'%s' is one word too many", arg);
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* A descriptor that becomes readable when somebody wants us to end.  The
   signals are blocked: every thread goes on with what it does until then.  */
static int open_end_signals(void)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* LizGoban waits for `GTP ready' on stderr; a person who has started us by
   mistake, or without a GUI, sees what this is.  */
static void greet(void)
{
    fputs("Hishi " HISHI_VERSION ": GTP ready\n", stderr);
    if (isatty(STDIN_FILENO))
        fputs("(help lists the commands, quit ends; hishi play is for people)\n",
              stderr);
}

/* What thinking takes has been taken.  */
static void enter_sandbox(struct session *session)
{
    struct failure why;
    session_close_files(session);
    if (!sandbox_enter(&why))
        error(EXIT_FAILURE, 0, "%s", why.text);
}

/* A controller that has gone is an end, no accident; any other trouble with
   stdout is left for the end of the program to report.  */
static void forgive_stdout(void)
{
    close_stdout_set_ignore_EPIPE(true);
    clearerr(stdout);
}

int gtp_main(int argc, char **argv)
{
    struct gtp gtp = {.session = session_defaults()};
    struct argp_child const children[] = {{&session_argp, 0, NULL, 0}, {0}};
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .children = children,
        .doc = "Speak GTP, the Go Text Protocol, on stdin and stdout.\v"
               "Commands that are piped in are all answered in full.  `quit', or the "
               "end of the commands, that comes after a tenth of a second of silence "
               "ends the move that is thought about, which is answered at once; "
               "`# interrupt' and SIGTERM always do."};
    cmdline_parse(&argp, argc, argv, &gtp);
    if (gtp.reference) {
        command_reference(stdout);
        return EXIT_SUCCESS;
    }

    signal(SIGPIPE, SIG_IGN);
    int const end = open_end_signals();
    if (end < 0)
        error(EXIT_FAILURE, errno, "cannot listen for signals");
    struct session *const session = session_new(&gtp.session);
    warn_of_missing(session);
    if (gtp.sandbox)
        enter_sandbox(session);
    greet();
    struct loop_streams const streams = {STDIN_FILENO, end, stdout, stderr};
    struct failure why;
    bool const served = loop_run(session, &streams, &why);
    bool const unheard = !served && *why.text;
    if (unheard)
        error(0, 0, "%s", why.text);
    else if (!served && errno == EPIPE)
        forgive_stdout();
    session_free(session);
    close(end);
    return unheard ? EXIT_FAILURE : EXIT_SUCCESS;
}
