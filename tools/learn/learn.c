/* tools/learn/learn.c -- makes what the program remembers from games.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/learn/learn.h"
#include "tools/tools.h"

#include "engine/base/printed.h"

#include <argp.h>
#include <errno.h>
#include <error.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xalloc.h>

#define PART(split) (1u << SPLIT_##split)

static struct learn_mode const modes[] = {
    {"windows", learn_windows, "Book of 5x5 windows, matched exactly", PART(TRAINING)},
    {"cases", learn_cases,
     "Casebook: what was played where, with liberties and the last moves",
     PART(TRAINING)},
    {"index", learn_index, "Index of every sequence of moves, for `hishi find'",
     PART(TRAINING)},
    {"model", learn_model, "Weights that give every move its probability",
     PART(TRAINING)},
    {"mixture", learn_mixture, "How sources that speak together are weighed",
     PART(VALIDATION)},
    {"style", learn_style,
     "Style of the player that --player names: how he differs from everybody",
     PART(TRAINING) | PART(VALIDATION)},
    {"playout", learn_playout, "Weights that playouts draw their moves by",
     PART(TRAINING)},
    {"influence", learn_influence,
     "Header with the odds that chains survive, from counted games", PART(TRAINING)},
    {"judge-games", learn_judge_games, "Games packed to learn a judge from",
     PART(TRAINING) | PART(VALIDATION)},
    {"judge", learn_judge,
     "Judge of positions: owners, lead, win and likely moves; from what --judge-games "
     "made",
     PART(TRAINING) | PART(VALIDATION)},
    {"views", learn_views,
     "Places of counted games as the judge sees them, by which it is explained",
     PART(TRAINING) | PART(VALIDATION)},
    {0},
};

enum { MODES = sizeof modes / sizeof *modes - 1 };

enum {
    OPTION_JSON = 256,
    OPTION_PART,
    OPTION_LIMIT,
    OPTION_KEEP_GOING,
    OPTION_MAX_EXPAND,
    OPTION_SET,
    OPTION_PLAYER,
    OPTION_MODE
};

struct learn_choice {
    struct learning learning;
    struct shapes_options shapes;
    bool of_shapes;
    struct learn_mode const *mode;
};

static void check_player(struct learn_mode const *mode, char const *player,
                         struct argp_state *state)
{
    bool const of_one = mode->learn == learn_style;
    if (of_one && !player)
        argp_error(state, "say whose style, as in --player=NAME; `hishi report "
                          "players GAMES...' lists the names");
    if (player && !of_one)
        argp_error(state, "--%s learns from everybody, not from one player",
                   mode->name);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct learn_choice *const choice = state->input;
    bool games_needed = true;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &choice->shapes;
        return 0;
    case OPTION_JSON:
        choice->learning.json = true;
        return 0;
    case OPTION_PART:
        choice->learning.games.splits = splits_parse(arg);
        if (!choice->learning.games.splits)
            argp_error(state, "--part is training, validation, test or all, not %s",
                       arg);
        return 0;
    case OPTION_LIMIT:
        choice->learning.games.limit = cmdline_number(arg, 0, LONG_MAX, state);
        return 0;
    case OPTION_KEEP_GOING:
        choice->learning.games.keep_going = true;
        return 0;
    case OPTION_MAX_EXPAND:
        choice->learning.games.max_expand =
            (uint64_t)cmdline_number(arg, 1, 1000000000, state) * 1000000;
        return 0;
    case OPTION_SET:
        if (choice->learning.setting_count == LEARN_SETTINGS)
            argp_error(state, "at most %d times --set", LEARN_SETTINGS);
        choice->learning.settings[choice->learning.setting_count++] = arg;
        return 0;
    case OPTION_PLAYER:
        choice->learning.player = arg;
        return 0;
    case ARGP_KEY_ARGS:
        choice->learning.games.places = (char const *const *)state->argv + state->next;
        choice->learning.games.place_count = state->argc - state->next;
        return 0;
    case ARGP_KEY_END:
        choice->of_shapes = shapes_wanted(&choice->shapes, &games_needed);
        if (!choice->of_shapes && !choice->mode)
            argp_error(state, "say what to learn, as in -o FILE or --%s=FILE",
                       modes[0].name);
        if (choice->of_shapes && choice->mode)
            argp_error(state, "one thing at a time: a memory or --%s",
                       choice->mode->name);
        if (choice->mode && shapes_option(&choice->shapes))
            argp_error(state, "--%s is for a memory of shapes; --%s heeds --set",
                       shapes_option(&choice->shapes), choice->mode->name);
        if (choice->mode)
            check_player(choice->mode, choice->learning.player, state);
        if (games_needed && !choice->learning.games.place_count)
            argp_error(state, "name at least one file or folder with games");
        return 0;
    default:
        if (key < OPTION_MODE || key >= OPTION_MODE + MODES)
            return ARGP_ERR_UNKNOWN;
        if (choice->mode)
            argp_error(state, "one thing at a time: --%s or --%s", choice->mode->name,
                       modes[key - OPTION_MODE].name);
        choice->mode = &modes[key - OPTION_MODE];
        choice->learning.file = arg;
        return 0;
    }
}

/* One option a mode, then those that all of them know.  */
static void list_options(struct argp_option options[])
{
    static struct argp_option const common[] = {
        {"part", OPTION_PART, "PART", 0,
         "Learn from training, validation, test or all games (a memory of shapes: all "
         "unless told; mixture: validation; style: training and validation; others: "
         "training)",
         1},
        {"limit", OPTION_LIMIT, "N", 0, "Stop after N games", 1},
        {"keep-going", OPTION_KEEP_GOING, NULL, 0,
         "Learn from what can be read when a file cannot, or not to its end; "
         "otherwise that is the end and nothing is written",
         1},
        {"max-expand", OPTION_MAX_EXPAND, "MB", 0,
         "Read no file that unpacks to more than MB million bytes (17180)", 1},
        {"player", OPTION_PLAYER, "NAME", 0,
         "Learn only what NAME did (a memory of shapes, or a style)", 1},
        {"set", OPTION_SET, "NAME=VALUE", 0, "Set a parameter of the mode", 1},
        {"json", OPTION_JSON, NULL, 0, "Print what was done as one JSON object", 1},
        {0},
    };
    int count = 0;
    for (struct learn_mode const *mode = modes; mode->name; mode++)
        options[count++] =
            (struct argp_option){.name = mode->name,
                                 .key = (int)(OPTION_MODE + (mode - modes)),
                                 .arg = "FILE",
                                 .doc = mode->help};
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        options[count++] = common[i];
}

/* Is what ASSIGNMENT sets one of ROWS?  */
static bool is_known(struct param const rows[], char const *assignment)
{
    size_t const length = strcspn(assignment, "=");
    for (struct param const *row = rows; row->name; row++)
        if (strlen(row->name) == length && strncmp(row->name, assignment, length) == 0)
            return true;
    return false;
}

/* False, with WHY and what could have been set.  */
static bool fail_with_names(struct param const rows[], struct failure *why)
{
    struct failure const reason = *why;
    struct printed printed;
    FILE *const out = printed_begin(&printed);
    fputs(rows->name ? "--set knows " : "there is nothing to set here", out);
    for (struct param const *row = rows; row->name; row++)
        fprintf(out, "%s%s", print_joint(row == rows, !row[1].name), row->name);
    char *const names = printed_end(&printed);
    failed(why, "%s; %s", reason.text, names);
    free(names);
    return false;
}

bool learn_settings(struct learning const *learning, struct param const rows[],
                    void *tuning, struct failure *why)
{
    params_reset(rows, tuning);
    for (int i = 0; i < learning->setting_count; i++)
        if (!params_assign(rows, tuning, learning->settings[i], why))
            return !is_known(rows, learning->settings[i]) && fail_with_names(rows, why);
    return true;
}

bool learn_no_settings(struct learning const *learning, struct failure *why)
{
    static struct param const nothing[] = {{0}};
    return learn_settings(learning, nothing, NULL, why);
}

bool learnt_something(struct learning const *learning, long games, struct failure *why)
{
    return games > 0 ||
           failed(why, "%s: not written, as there was no game to learn from",
                  learning->file);
}

/* Can FILE be written in the end?  Better known before than after.  */
static bool can_be_written(char const *file, struct failure *why)
{
    struct stat status;
    char *const copy = xstrdup(file);
    bool const good = access(dirname(copy), W_OK | X_OK) == 0 ||
                      failed(why, "%s: cannot create: %s", file, strerror(errno));
    free(copy);
    return good && (stat(file, &status) != 0 || !S_ISDIR(status.st_mode) ||
                    failed(why, "%s: is a folder", file));
}

static bool learn_it(struct learn_choice *choice, struct failure *why)
{
    struct learning *const learning = &choice->learning;
    if (choice->of_shapes && !learn_no_settings(learning, why))
        return false;
    if (!learning->games.splits)
        learning->games.splits = choice->of_shapes ? ALL_SPLITS : choice->mode->splits;
    if (choice->of_shapes)
        return learn_shapes(&choice->shapes, learning, why);
    provenance_say(learning->made, "part", "%s", splits_name(learning->games.splits));
    return can_be_written(learning->file, why) && choice->mode->learn(learning, why);
}

int learn_main(int argc, char **argv)
{
    struct argp_option options[32];
    list_options(options);
    struct argp_child const children[] = {
        {&shapes_argp, 0, "A memory of shapes:", 2},
        {0},
    };
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .children = children,
        .args_doc = "GAMES...",
        .doc = "Make a file of what the program remembers from games in files, folders "
               "and archives.",
    };
    struct learn_choice choice = {.mode = NULL};
    struct failure why;
    choice.learning.made = cmdline_provenance(argc, argv);
    cmdline_parse(&argp, argc, argv, &choice);
    if (!learn_it(&choice, &why))
        error(1, 0, "%s", why.text);
    provenance_free(choice.learning.made);
    return 0;
}
