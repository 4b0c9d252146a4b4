/* tools/book/make.c -- games to an opening book.  */
#include <config.h>

#include "tools/book/book.h"
#include "tools/cmdline.h"
#include "tools/games.h"

#include <argp.h>
#include <error.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "books/opening/making.h"
#include "engine/base/printed.h"
#include "engine/base/seconds.h"

struct make_given {
    struct selection games;
    struct making making;
    char const *out, *blacklist, *whitelist, *note;
    struct provenance *made;
    bool json;
};

/* ---------------------------------------------------------------- making */

struct counted {
    struct maker *maker;
    long games; /* that the book is made of */
};

static bool sift(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct counted *const counted = context;
    (void)origin, (void)why;
    counted->games += maker_sift(counted->maker, game);
    return true;
}

static bool count(void *context, struct game const *game, struct origin const *origin,
                  struct failure *why)
{
    struct counted *const counted = context;
    (void)why;
    maker_count(counted->maker, game, origin);
    return true;
}

/* The list at PATH, or NULL if there is none; ends the program with a sentence when it
   is for other games than these.  */
static struct book *open_list(char const *path, struct making const *making)
{
    struct failure why;
    struct book_facts const wanted = {.size = making->size,
                                      .handicap = making->handicap};
    struct book *const list = path ? open_book(path) : NULL;
    if (list && !book_facts_match(&wanted, &list->facts, &why))
        error(2, 0, "%s: %s", path, why.text);
    return list;
}

/* What the book is, told in its head.  */
static void describe(struct make_given const *given, struct counted const *counted,
                     struct book_facts *facts)
{
    struct making const *const making = &given->making;
    char recent[64] = "";
    if (making->half_life > 0)
        snprintf(recent, sizeof recent, ", games weighing half every %g years",
                 making->half_life);
    snprintf(
        facts->origin, sizeof facts->origin,
        "%s%s%ld games; %d moves, played at least %u times; by %s%s; avoiding what "
        "won less than %g %%",
        given->note ? given->note : "", given->note ? "; " : "", counted->games,
        making->depth, making->least, making->rule->name, recent,
        100 * making->win_rate);
    for (char *c = facts->origin; *c; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' '; /* it is one line */
}

static void tell(struct make_given const *given, struct counted const *counted,
                 struct book const *book)
{
    printf(given->json ? "{\"games\": %ld, \"positions\": %u, \"moves\": %ld, "
                         "\"cpu_s\": %.2f}\n"
                       : "%ld games: %u positions, %ld moves; %.2f s of CPU time\n",
           counted->games, book->count, count_moves(book), program_cpu_s());
}

static void make(struct make_given const *given)
{
    struct failure why;
    struct counted counted = {.maker = maker_new(&given->making, &why)};
    if (!counted.maker)
        error(2, 0, "%s", why.text);
    struct book *const white = open_list(given->whitelist, &given->making),
                       *const black = open_list(given->blacklist, &given->making);
    games_each(&given->games, sift, &counted);
    if (!counted.games)
        error(2, 0, "none of the games is one that was asked for");
    games_learn(&given->games, count, &counted, given->made);
    struct book *const book = maker_finish(counted.maker);
    if (white)
        book_whiten(book, white);
    if (black)
        book_blacken(book, black);
    describe(given, &counted, &book->facts);
    provenance_say(given->made, "learnt from", "%ld games", counted.games);
    book_set_made(book, provenance_text(given->made));
    save_book(book, given->out);
    tell(given, &counted, book);
    book_free(book);
    book_free(white);
    book_free(black);
    maker_free(counted.maker);
}

/* ---------------------------------------------------------------- options */

enum {
    OPTION_SIZE = 256,
    OPTION_HANDICAP,
    OPTION_KOMI,
    OPTION_DEPTH,
    OPTION_LEAST,
    OPTION_WIN_RATE,
    OPTION_SURENESS,
    OPTION_SINCE,
    OPTION_UNTIL,
    OPTION_HALF_LIFE,
    OPTION_PLAYER,
    OPTION_OWN,
    OPTION_OWN_WEIGHT,
    OPTION_RULE,
    OPTION_BLACKLIST,
    OPTION_WHITELIST,
    OPTION_NOTE,
    OPTION_JSON
};

static struct argp_option const options[] = {
    {"output", 'o', "FILE", 0, "The book to write", 0},
    {"size", OPTION_SIZE, "N", 0, "Size of the board (19)", 1},
    {"handicap", OPTION_HANDICAP, "N", 0, "Games with N stones on their points (0)", 1},
    {"komi", OPTION_KOMI, "A[:B]", 0, "Games with komi A, or from A to B (any)", 1},
    {"since", OPTION_SINCE, "YEAR", 0, "Games of that year and later", 1},
    {"until", OPTION_UNTIL, "YEAR", 0, "Games of that year and earlier", 1},
    {"player", OPTION_PLAYER, "NAME", 0, "Only moves of who has NAME in the name", 1},
    {"depth", OPTION_DEPTH, "N", 0, "The first N moves of a game (30)", 2},
    {"least", OPTION_LEAST, "N", 0, "Moves that were played N times (20)", 2},
    {"win-rate", OPTION_WIN_RATE, "PERCENT", 0, "Avoid moves that surely won less (40)",
     2},
    {"sureness", OPTION_SURENESS, "Z", 0, "Surely: by so many standard deviations (2)",
     2},
    {"probability", OPTION_RULE, "RULE", 0, "How probable a move becomes (frequency)",
     3},
    {"half-life", OPTION_HALF_LIFE, "YEARS", 0,
     "Years that halve a game's weight (none)", 3},
    {"own", OPTION_OWN, "NAME", 0, "Games of NAME weigh more", 3},
    {"own-weight", OPTION_OWN_WEIGHT, "W", 0, "So many times (10)", 3},
    {"blacklist", OPTION_BLACKLIST, "BOOK", 0, "Avoid all answers of that book", 4},
    {"whitelist", OPTION_WHITELIST, "BOOK", 0,
     "Where that book has a position, play its answers only", 4},
    {"note", OPTION_NOTE, "TEXT", 0, "What the games are, for the head of the book", 5},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 5},
    {0},
};

static void parse_komi(struct making *making, char const *arg, struct argp_state *state)
{
    char *const colon = strchr(arg, ':');
    if (colon)
        *colon = '\0';
    making->komi_from = cmdline_real(arg, -AREA_MAX, AREA_MAX, state);
    making->komi_to =
        colon ? cmdline_real(colon + 1, -AREA_MAX, AREA_MAX, state) : making->komi_from;
}

static error_t parse_rule(struct making *making, char const *arg,
                          struct argp_state *state)
{
    making->rule = making_rule_find(arg);
    if (!making->rule)
        argp_error(state, "there is no rule called '%s'", arg);
    return 0;
}

/* What goes into the counts.  */
static error_t parse_making(int key, char *arg, struct argp_state *state,
                            struct making *making)
{
    switch (key) {
    case OPTION_SIZE:
        making->size = (int)cmdline_number(arg, BOARD_MIN, BOARD_MAX, state);
        return 0;
    case OPTION_HANDICAP:
        making->handicap = (int)cmdline_number(arg, 0, 9, state);
        return 0;
    case OPTION_KOMI:
        parse_komi(making, arg, state);
        return 0;
    case OPTION_SINCE:
        making->since = (int)cmdline_number(arg, 0, 9999, state);
        return 0;
    case OPTION_UNTIL:
        making->until = (int)cmdline_number(arg, 0, 9999, state);
        return 0;
    case OPTION_PLAYER:
        making->player = arg;
        return 0;
    case OPTION_DEPTH:
        making->depth = (int)cmdline_number(arg, 1, WAY_MAX, state);
        return 0;
    case OPTION_LEAST:
        making->least = (uint32_t)cmdline_number(arg, 1, 1000000000, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* What is made of them.  */
static error_t parse_weighing(int key, char *arg, struct argp_state *state,
                              struct making *making)
{
    switch (key) {
    case OPTION_WIN_RATE:
        making->win_rate = cmdline_real(arg, 0, 100, state) / 100;
        return 0;
    case OPTION_SURENESS:
        making->sureness = cmdline_real(arg, 0, 100, state);
        return 0;
    case OPTION_HALF_LIFE:
        making->half_life = cmdline_real(arg, 0, 1000, state);
        return 0;
    case OPTION_OWN:
        making->own = arg;
        return 0;
    case OPTION_OWN_WEIGHT:
        making->own_weight = cmdline_real(arg, 0, 1e6, state);
        return 0;
    case OPTION_RULE:
        return parse_rule(making, arg, state);
    default:
        return parse_making(key, arg, state, making);
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct make_given *const given = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &given->games;
        return 0;
    case 'o':
        given->out = arg;
        return 0;
    case OPTION_BLACKLIST:
        given->blacklist = arg;
        return 0;
    case OPTION_WHITELIST:
        given->whitelist = arg;
        return 0;
    case OPTION_NOTE:
        given->note = arg;
        return 0;
    case OPTION_JSON:
        given->json = true;
        return 0;
    case ARGP_KEY_END:
        if (!given->out)
            argp_error(state, "name the book to write: --output=FILE");
        return 0;
    default:
        return parse_weighing(key, arg, state, &given->making);
    }
}

/* The rules, for --help.  */
static char *tell_rules(int key, char const *text, void *input)
{
    (void)input;
    if (key != ARGP_KEY_HELP_POST_DOC)
        return (char *)text;
    struct printed printed;
    FILE *const out = printed_begin(&printed);
    fprintf(out, "RULE is one of\n\n");
    for (struct making_rule const *rule = making_rules; rule->name; rule++)
        fprintf(out, "  %-10s %s\n", rule->name, rule->help);
    return printed_end(&printed);
}

int book_make_main(int argc, char **argv)
{
    struct argp_child const children[] = {{&selection_argp, 0, "Which games:", 6}, {0}};
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "GAMES...",
        .doc = "Make an opening book of what was played in games.\v",
        .children = children,
        .help_filter = tell_rules,
    };
    struct make_given given = {.games.splits = ALL_SPLITS, .making = making_defaults};
    given.made = cmdline_provenance(argc, argv);
    cmdline_parse(&argp, argc, argv, &given);
    make(&given);
    provenance_free(given.made);
    return 0;
}
