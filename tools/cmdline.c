#include <config.h>

#include "tools/cmdline.h"

#include <assert.h>
#include <error.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xalloc.h>

#include "engine/base/newfile.h"
#include "engine/base/provenance.h"
#include "tools/games.h"
#include "tools/manual.h"

atomic_bool cmdline_stop;

static void ask_to_stop(int signal_number)
{
    if (atomic_exchange(&cmdline_stop, true))
        newfile_end_by_signal(signal_number);
}

void cmdline_mind_stops(void)
{
    struct sigaction const ask = {.sa_handler = ask_to_stop};
    sigaction(SIGINT, &ask, NULL);
    sigaction(SIGTERM, &ask, NULL);
}

void cmdline_mind_signals(void)
{
    struct sigaction const ignore = {.sa_handler = SIG_IGN};
    cmdline_mind_stops();
    sigaction(SIGPIPE, &ignore, NULL);
}

void cmdline_parse(struct argp const *argp, int argc, char **argv, void *input)
{
    struct manual const manual = {.path = argv[0], .argp = argp, .input = input};
    if (manual_answers(&manual, argc, argv))
        exit(EXIT_SUCCESS);
    error_t const failed_by = argp_parse(argp, argc, argv, 0, NULL, input);
    if (failed_by)
        error(1, failed_by, "the command line cannot be read");
}

struct provenance *cmdline_provenance(int argc, char **argv)
{
    return provenance_new(argc, (char const *const *)argv, time(NULL));
}

long cmdline_number(char const *arg, long least, long most, struct argp_state *state)
{
    char *end;
    long const number = strtol(arg, &end, 10);
    bool const fits = end != arg && !*end && least <= number && number <= most;
    if (!fits && most == LONG_MAX)
        argp_error(state, "'%s' is not a whole number of %ld or more", arg, least);
    if (!fits)
        argp_error(state, "'%s' is not a whole number from %ld to %ld", arg, least,
                   most);
    return number;
}

double cmdline_real(char const *arg, double least, double most,
                    struct argp_state *state)
{
    char *end;
    double const number = strtod(arg, &end);
    if (end == arg || *end || !(least <= number && number <= most))
        argp_error(state, "'%s' is not a number from %g to %g", arg, least, most);
    return number;
}

error_t cmdline_take(struct cmdline_row const rows[], int key, char *arg,
                     struct argp_state *state)
{
    while (rows->key && rows->key != key)
        rows++;
    if (!rows->key)
        return ARGP_ERR_UNKNOWN;
    char *const field = (char *)state->input + rows->offset;
    if (rows->kind == CMDLINE_IS_FLAG) {
        *(bool *)field = true;
    } else if (rows->kind == CMDLINE_IS_TEXT) {
        *(char const **)field = arg;
    } else {
        int64_t const number = cmdline_number(arg, rows->least, rows->most, state);
        int32_t const small = (int32_t)number;
        assert(rows->size == sizeof small || rows->size == sizeof number);
        memcpy(field, rows->size == sizeof small ? (void const *)&small : &number,
               rows->size);
    }
    return 0;
}

enum { OPTION_PART = 1024, OPTION_LIMIT, OPTION_KEEP_GOING, OPTION_MAX_EXPAND };

static struct argp_option const options[] = {
    {"part", OPTION_PART, "PART", 0, "training, validation, test or all games", 0},
    {"limit", OPTION_LIMIT, "N", 0, "Stop after N games; 0: never", 0},
    {"keep-going", OPTION_KEEP_GOING, NULL, 0,
     "Do without files that cannot be read, or not to their end", 0},
    {"max-expand", OPTION_MAX_EXPAND, "MB", 0,
     "Read no file that unpacks to more than MB million bytes; usually 17180", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct selection *const games = state->input;
    switch (key) {
    case OPTION_PART:
        games->splits = splits_parse(arg);
        if (!games->splits)
            argp_error(state, "--part is training, validation, test or all, not %s",
                       arg);
        return 0;
    case OPTION_LIMIT:
        games->limit = cmdline_number(arg, 0, LONG_MAX, state);
        return 0;
    case OPTION_KEEP_GOING:
        games->keep_going = true;
        return 0;
    case OPTION_MAX_EXPAND:
        games->max_expand =
            (uint64_t)cmdline_number(arg, 1, 1000000000, state) * 1000000;
        return 0;
    case ARGP_KEY_ARGS:
        games->places = (char const *const *)state->argv + state->next;
        games->place_count = state->argc - state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name at least one file, folder or archive with games");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* TEXT with what is usual, where something is.  */
static char *tell_usual(int key, char const *text, void *input)
{
    static char const *const parts[] = {"training", "validation", "test", "all"};
    struct selection const *const games = input;
    char *longer = NULL;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (key == OPTION_PART && games && splits_parse(parts[i]) == games->splits &&
            asprintf(&longer, "%s; usually %s", text, parts[i]) < 0)
            xalloc_die();
    if (key == OPTION_LIMIT && games && games->limit &&
        asprintf(&longer, "%s; usually %ld", text, games->limit) < 0)
        xalloc_die();
    return longer ? longer : (char *)text;
}

struct argp const selection_argp = {
    .options = options, .parser = parse, .help_filter = tell_usual};

struct argp_child const selection_children[] = {{&selection_argp, 0, "Which games:", 1},
                                                {0}};
