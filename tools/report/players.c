/* tools/report/players.c -- who played how much, and won how much of it.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/report/report.h"

#include "engine/base/json.h"
#include "engine/records/players.h"

#include <argp.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <xalloc.h>

struct report_players {
    struct selection games;
    bool json;
    size_t most;
    long least;
    struct players *players;
};

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct report_players *const report = context;
    (void)origin;
    (void)why;
    players_add(report->players, game);
    return true;
}

static void print_row(struct report_players const *report, struct player_row const *row)
{
    if (report->json) {
        printf("{");
        json_text("player", row->name, stdout);
        printf("\"games\": %ld, \"decided\": %ld, \"won\": %ld}\n", row->games,
               row->decided, row->won);
        return;
    }
    printf("%7ld  ", row->games);
    if (row->decided)
        printf("%5.1f %%", 100.0 * (double)row->won / (double)row->decided);
    else
        printf("%7s", "-");
    printf("  %s\n", row->name);
}

static void print_all(struct report_players const *report)
{
    size_t const all = players_list(report->players, 0, NULL);
    struct player_row *const rows = xnmalloc(all + 1, sizeof *rows);
    size_t const count =
        players_list(report->players, report->most < all ? report->most : all, rows);
    if (!report->json)
        printf("%7s  %7s  %s\n", "games", "won", "player");
    for (size_t i = 0; i < count && all && rows[i].games >= report->least; i++)
        print_row(report, &rows[i]);
    free(rows);
}

enum { OPTION_JSON = 256, OPTION_MOST, OPTION_LEAST };

static struct argp_option const options[] = {
    {"most", OPTION_MOST, "N", 0, "List the N who played most (40)", 0},
    {"least", OPTION_LEAST, "N", 0, "List only who played N games", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static struct cmdline_row const straight[] = {
    CMDLINE_FLAG(struct report_players, json, OPTION_JSON),
    CMDLINE_NUMBER(struct report_players, most, OPTION_MOST, 1, LONG_MAX),
    CMDLINE_NUMBER(struct report_players, least, OPTION_LEAST, 1, LONG_MAX),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct report_players *const report = state->input;
    if (key == ARGP_KEY_INIT) {
        state->child_inputs[0] = &report->games;
        return 0;
    }
    return cmdline_take(straight, key, arg, state);
}

int report_players_main(int argc, char **argv)
{
    static struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "GAMES...",
        .doc = "Who played how many games, by name as the records have it, and the "
               "share won of those that have a winner.",
        .children = selection_children,
    };
    struct report_players report = {.games.splits = ALL_SPLITS, .most = 40};
    cmdline_parse(&argp, argc, argv, &report);
    report.players = players_new();
    report_needs(games_each(&report.games, take, &report).games, "games");
    print_all(&report);
    players_free(report.players);
    return 0;
}
