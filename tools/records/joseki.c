/* tools/records/joseki.c -- the mined sequences as a tree, from the moves given.  */
#include <config.h>

#include "tools/tools.h"

#include <argp.h>
#include <error.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "books/joseki/explorer.h"
#include "engine/base/datafile.h"
#include "engine/go/game.h"
#include "tools/cmdline.h"
#include "tools/records/moves.h"

struct exploring {
    char const *file, *index; /* NULL: where it is installed; no years */
    char **words;
    int word_count;
    int depth;
    double least; /* percent that a branch has at least to be shown */
    bool json;
    struct joseki *joseki;
    point moves[QUERY_MAX + PATHS_MAX]; /* those given, and of the branch on show */
    int count;
};

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

/* ---------------------------------------------------------------- the tree */

static void print_moves(struct exploring const *exploring, int count)
{
    char text[POINT_TEXT];
    for (int i = 0; i < count; i++)
        printf("%s%s", i ? " " : "", point_format(exploring->moves[i], text));
}

static void print_past_json(struct past const *past, uint32_t node)
{
    struct precedent games[PRECEDENTS_MAX];
    int const count = past_games(past, node, games);
    for (uint32_t i = 0; i < past->period_count; i++)
        printf(", \"%u-%u\": %.0f", past->periods[i].first, past->periods[i].last,
               past_times(past, node, i));
    printf(", \"games\": \"");
    for (int i = 0; i < count; i++)
        printf("%s%s/%u move %d", i ? "; " : "", games[i].file, games[i].number,
               games[i].move);
    printf("\"");
}

static void print_branch_json(struct exploring const *exploring, int count,
                              struct branch const *branch,
                              struct joseki_node const *node)
{
    printf("{\"moves\": \"");
    print_moves(exploring, count);
    printf("\", \"times\": %u, \"share\": %.4f, \"at_once\": %u, \"decided\": %u, "
           "\"won\": %u, \"ended\": %u, \"sequence\": %u",
           node->reached, branch->share, node->at_once, node->decided, node->won,
           node->over, node->rank);
    print_past_json(&exploring->joseki->past, branch->path.node);
    printf("}\n");
}

/* Every move of a game is a beginning, so none of these has a large share; a few are
   enough.  */
static bool is_shown(struct exploring const *exploring, struct path const *path,
                     struct branch const *branch, int place)
{
    enum { BEGINNINGS = 12 };
    return path->node == 0 ? place < BEGINNINGS
                           : 100 * branch->share >= exploring->least;
}

/* What continues PATH, and what continues that, as JSON.  */
static void print_tree(struct exploring *exploring, struct path const *path, int depth)
{
    if (depth == exploring->depth)
        return;
    struct branch *const list = xnmalloc(BRANCHES_MAX, sizeof *list);
    int const count = explorer_branches(exploring->joseki, path, list);
    int const length = exploring->count + depth + 1;
    for (int i = 0; i < count && is_shown(exploring, path, &list[i], i); i++) {
        struct joseki_node const node = explorer_node(exploring->joseki, &list[i].path);
        exploring->moves[length - 1] = list[i].at;
        print_branch_json(exploring, length, &list[i], &node);
        print_tree(exploring, &list[i].path, depth + 1);
    }
    free(list);
}

static void print_all(struct exploring *exploring, struct path const *path)
{
    struct joseki const *const joseki = exploring->joseki;
    struct joseki_node const node = explorer_node(joseki, path);
    if (exploring->json) {
        print_tree(exploring, path, 0);
        return;
    }
    print_moves(exploring, exploring->count);
    printf(exploring->count ? ": " : "All beginnings: ");
    printf("%u times", node.reached);
    if (node.rank)
        printf(", sequence #%u", node.rank);
    if (exploring->count && joseki_is_finished(joseki, path->node))
        printf(", finished: mostly nothing follows");
    printf("\n");
    explorer_write_games(joseki, path, stdout);
    explorer_write(joseki, path, exploring->depth, exploring->least / 100, stdout);
    printf("\n");
}

/* ---------------------------------------------------------------- the years */

enum { YEAR_FIRST = 1900, YEARS = 200, COLUMNS = 6 };

/* Times that each of a few answers was given, by year; the last column is all.  */
struct year_curve {
    point answers[COLUMNS];
    int answer_count;
    uint32_t times[YEARS][COLUMNS + 1];
};

static void count_years(struct year_curve *curve, struct index const *index,
                        struct query const *query)
{
    struct hits hits;
    struct hit hit;
    hits_start(&hits, index, query);
    while (hits_next(&hits, &hit)) {
        struct citation said;
        index_cite(index, hit.place, &said);
        int const year = game_year(said.date);
        point const answer = hit_answer(&hits, &hit);
        if (year < YEAR_FIRST || year >= YEAR_FIRST + YEARS)
            continue;
        curve->times[year - YEAR_FIRST][COLUMNS]++;
        for (int i = 0; i < curve->answer_count; i++)
            curve->times[year - YEAR_FIRST][i] += curve->answers[i] == answer;
    }
}

static void print_years(struct exploring const *exploring,
                        struct year_curve const *curve)
{
    char text[POINT_TEXT];
    if (!exploring->json) {
        printf("\nyear     times");
        for (int i = 0; i < curve->answer_count; i++)
            printf(" %8s", point_format(curve->answers[i], text));
        printf("  (answered at once, in the games of %s)\n", exploring->index);
    }
    for (int y = 0; y < YEARS; y++) {
        uint32_t const *const times = curve->times[y];
        if (!times[COLUMNS])
            continue;
        printf(exploring->json ? "{\"year\": %d, \"times\": %u" : "%d %9u",
               YEAR_FIRST + y, times[COLUMNS]);
        for (int i = 0; i < curve->answer_count; i++)
            if (exploring->json)
                printf(", \"%s\": %u", point_format(curve->answers[i], text), times[i]);
            else
                printf(" %6.1f %%", percent(times[i], times[COLUMNS]));
        printf(exploring->json ? "}\n" : "\n");
    }
}

static bool show_years(struct exploring const *exploring, struct failure *why)
{
    struct query query;
    struct index *const index =
        query_make(&query, exploring->moves, exploring->count, true, why)
            ? index_open(exploring->index, why)
            : NULL;
    if (!index)
        return false;
    struct year_curve *const curve = xzalloc(sizeof *curve);
    struct continuations *const next = xmalloc(sizeof *next);
    query_continue(&query, index, next);
    while (curve->answer_count < COLUMNS && curve->answer_count < next->count) {
        curve->answers[curve->answer_count] = next->list[curve->answer_count].at;
        curve->answer_count++;
    }
    count_years(curve, index, &query);
    print_years(exploring, curve);
    free(next);
    free(curve);
    index_close(index);
    return true;
}

/* ---------------------------------------------------------------- options */

enum { OPTION_JSON = 256, OPTION_DEPTH, OPTION_LEAST };

static struct argp_option const options[] = {
    {"joseki", 'j', "FILE", 0, "The sequences (those the engine plays from)", 0},
    {"index", 'i', "FILE", 0,
     "Also how often the moves were answered how, year by year, in the games of this "
     "index, made by `hishi learn --index'",
     0},
    {"depth", OPTION_DEPTH, "N", 0, "Go N moves far (3)", 0},
    {"least", OPTION_LEAST, "PERCENT", 0,
     "Leave out moves that were played less often than that (5)", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct exploring *const exploring = state->input;
    switch (key) {
    case 'j':
        exploring->file = arg;
        return 0;
    case 'i':
        exploring->index = arg;
        return 0;
    case OPTION_DEPTH:
        exploring->depth = (int)cmdline_number(arg, 1, QUERY_MAX, state);
        return 0;
    case OPTION_LEAST:
        exploring->least = (double)cmdline_number(arg, 0, 100, state);
        return 0;
    case OPTION_JSON:
        exploring->json = true;
        return 0;
    case ARGP_KEY_ARGS:
        exploring->words = state->argv + state->next;
        exploring->word_count = state->argc - state->next;
        return 0;
    case ARGP_KEY_END:
        if (exploring->index && exploring->word_count == 0)
            argp_error(state, "name the moves that years are wanted of");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool open_joseki(struct exploring *exploring, struct failure *why)
{
    char path[DATAFILE_PATH];
    if (!exploring->file && !datafile_find("joseki.hishi", path, why))
        return false;
    exploring->joseki = joseki_open(exploring->file ? exploring->file : path, why);
    return exploring->joseki != NULL;
}

int joseki_main(int argc, char **argv)
{
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "[MOVE...]",
        .doc = "Walk the mined sequences of a corner as a tree: what was played after "
               "the given moves, how often, with what success for the one who plays "
               "it, and what after that.  Moves are in turn by the two colours, as R16 "
               "or, in the manner of SGF, qd; others may have been played elsewhere "
               "between them.",
    };
    struct exploring exploring = {.depth = 3, .least = 5};
    struct failure why;
    struct path path;
    cmdline_parse(&argp, argc, argv, &exploring);
    if (!moves_parse(exploring.words, exploring.word_count, exploring.moves,
                     &exploring.count, &why) ||
        !open_joseki(&exploring, &why))
        error(2, 0, "%s", why.text);
    bool const known =
        explorer_seek(exploring.joseki, exploring.moves, exploring.count, &path, &why);
    if (known)
        print_all(&exploring, &path);
    else
        error(0, 0, "%s", why.text);
    if (exploring.index && !show_years(&exploring, &why))
        error(2, 0, "%s", why.text);
    joseki_close(exploring.joseki);
    return known ? 0 : 1;
}
