#include <config.h>

#include "engine/base/printed.h"
#include "tools/options.h"

#include <error.h>
#include <stdlib.h>

enum { KEY_SET = 256, KEY_BOOK_DEPTH, KEY_NO_BOOK };

static struct argp_option const options[] = {
    {"rules", 'r', "NAME", 0, "by these rules; they are listed below", 0},
    {"komi", 'k', "POINTS", 0, "points for White; default: what the rules are used to",
     0},
    {"size", 's', "SIZE", 0, "19, or 13x9; 2 to 25", 0},
    {"seed", 'S', "NUMBER", 0,
     "of the random numbers: the same seed, the same game; default: another one each "
     "game",
     0},
    {"time", 't', "SECONDS", 0,
     "think this long about each move, whatever the clock says", 0},
    {"resign-below", 'R', "CHANCE", 0,
     "resign when the chance to win is lower; 0: never", 0},
    {"book-depth", KEY_BOOK_DEPTH, "MOVES", 0,
     "play from the opening books for so many moves only", 0},
    {"no-book", KEY_NO_BOOK, NULL, 0, "do not play from the opening books", 0},
    {"set", KEY_SET, "NAME=VALUE", 0, "set a parameter; the names are below", 0},
    {0},
};

static double parse_number(char const *arg, double min, double max,
                           struct argp_state *state, char const *what)
{
    char *end;
    double const value = strtod(arg, &end);
    if (end == arg || *end || !(value >= min && value <= max))
        argp_error(state, "'%s' is not %s", arg, what);
    return value;
}

bool parse_board_size(char const *text, int *width, int *height, struct failure *why)
{
    char *end;
    long const columns = strtol(text, &end, 10);
    long const rows = *end == 'x' ? strtol(end + 1, &end, 10) : columns;
    if (*end || columns < BOARD_MIN || columns > BOARD_MAX || rows < BOARD_MIN ||
        rows > BOARD_MAX)
        return failed(why, "'%s' is not a size; boards are %dx%d to %dx%d", text,
                      BOARD_MIN, BOARD_MIN, BOARD_MAX, BOARD_MAX);
    *width = (int)columns;
    *height = (int)rows;
    return true;
}

static void parse_rules(char const *arg, struct session_options *session,
                        struct argp_state *state)
{
    struct rules const *const rules = rules_find(arg);
    if (!rules)
        argp_error(state, "no rules are called '%s'", arg);
    session->rules = rules;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct session_options *const session = state->input;
    struct failure why;
    switch (key) {
    case 'r':
        parse_rules(arg, session, state);
        return 0;
    case 'k':
        session->komi = parse_number(arg, -1e6, 1e6, state, "a komi");
        return 0;
    case 's':
        if (!parse_board_size(arg, &session->width, &session->height, &why))
            argp_error(state, "%s", why.text);
        return 0;
    case 'S':
        session->fixed_seed = true;
        session->seed = (uint64_t)parse_number(arg, 0, 0x1p53, state, "a seed");
        return 0;
    case 't':
        session->tuning.seconds_per_move =
            parse_number(arg, 0, 86400, state, "a number of seconds");
        return 0;
    case 'R':
        session->tuning.resign_below =
            parse_number(arg, 0, 1, state, "a chance, 0 to 1");
        return 0;
    case KEY_BOOK_DEPTH:
        session->tuning.book_depth =
            (int)parse_number(arg, 0, 250, state, "a number of moves, 0 to 250");
        return 0;
    case KEY_NO_BOOK:
        session->tuning.book_depth = 0;
        session->tuning.sources.opening = 0;
        return 0;
    case KEY_SET:
        if (!params_assign(tuning_params, &session->tuning, arg, &why))
            argp_error(state, "%s", why.text);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void list_rules(FILE *out)
{
    fputs("Rules:\n", out);
    for (struct rules const *rules = rules_table; rules->name; rules++)
        fprintf(out, "  %-14s %s\n", rules->name, rules->note);
}

static void list_params(FILE *out)
{
    struct session_options const defaults = session_defaults();
    fputs("\nParameters, with their normal values:\n", out);
    for (struct param const *row = tuning_params; row->name; row++) {
        fprintf(out, "  %s=", row->name);
        params_print(row, &defaults.tuning, out);
        fprintf(out, "\n      %s\n", row->help);
    }
}

static char *help(int key, char const *text, void *input)
{
    (void)input;
    if (key != ARGP_KEY_HELP_POST_DOC)
        return (char *)text;
    struct printed printed;
    FILE *const out = printed_begin(&printed);
    list_rules(out);
    list_params(out);
    return printed_end(&printed);
}

struct argp const session_argp = {
    .options = options, .parser = parse, .help_filter = help};

void warn_of_missing(struct session *session)
{
    struct failure why;
    if (!session_reserve(session, &why))
        error(0, 0, "thinks with a smaller tree: %s", why.text);
    struct complaints const *const complaints = session_complaints(session);
    for (int i = 0; i < complaints->count; i++)
        error(0, 0, "plays with less than it could know: %s", complaints->list[i].text);
}
