/* tools/report/cases.c -- how well casebooks alone predict the moves of games.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/plot.h"
#include "tools/report/report.h"

#include "engine/base/seconds.h"
#include "engine/records/situations.h"
#include "patterns/cases/casenear.h"
#include "patterns/cases/casevote.h"

#include <argp.h>
#include <error.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <xalloc.h>

enum { BOOKS_MAX = 16, NEAREST = 8 };

static int const depths[] = {1, 5, 10, 20, 40};
enum { DEPTHS = sizeof depths / sizeof *depths };

/* What asking for the nearest cases takes.  */
struct pace {
    long positions, questions;
    double nearest_s, scan_s;
};

struct row {
    struct casebook *book;
    long positions, within[DEPTHS], known[VICINITY_LEVELS + 1]; /* of the move played */
    double log_p, cpu_s;
    struct case_scan *scan;
    struct pace pace;
};

struct report_cases {
    int nearest; /* in one position of so many; 0: never */
    long positions;
    struct selection games;
    bool json;
    char const *plot;
    char const *paths[BOOKS_MAX];
    struct row rows[BOOKS_MAX];
    int count;
    struct situations situations;
    struct case_votes votes;
    struct case_views views[AREA_MAX];
};

static void look_at(struct report_cases *report, struct row *row, point played)
{
    struct case_votes *const votes = &report->votes;
    double const started_s = thread_cpu_s();
    int answer = -1, rank = 0;
    case_votes_take(row->book, &report->situations.situation, votes, report->views);
    row->cpu_s += thread_cpu_s() - started_s;
    for (int i = 0; i < votes->count; i++)
        if (votes->list[i].at == played)
            answer = i;
    if (answer < 0)
        return;
    float const rate = votes->list[answer].rate;
    for (int i = 0; i < votes->count; i++)
        rank +=
            votes->list[i].rate > rate || (i < answer && votes->list[i].rate == rate);
    row->positions++;
    row->log_p += log((double)rate + 1e-30);
    row->known[votes->list[answer].chain.known]++;
    for (int i = 0; i < DEPTHS; i++)
        row->within[i] += rank < depths[i];
}

/* All points by the tree, and one of them by comparing with all.  */
static void ask_for_nearest(struct report_cases *report, struct row *row)
{
    struct situation const *const situation = &report->situations.situation;
    struct case_likeness const *const likeness = case_likeness_table();
    struct near_vicinity list[NEAREST];
    struct vicinity vicinity;
    struct latest const latest = latest_moves(situation);
    if (!row->scan)
        row->scan = case_scan_new(row->book);
    double const started_s = thread_cpu_s();
    for (int i = 0; i < report->votes.count; i++) {
        vicinity_look(casebook_vicinities(row->book), situation->board,
                      report->votes.list[i].at, latest, &vicinity);
        case_nearest(row->book, likeness, &vicinity, NEAREST, CASE_NEVER, list);
    }
    double const asked_s = thread_cpu_s();
    vicinity_look(casebook_vicinities(row->book), situation->board,
                  report->votes.list[report->positions % report->votes.count].at,
                  latest, &vicinity);
    case_scan_nearest(row->scan, likeness, &vicinity, NEAREST, CASE_NEVER, list);
    row->pace.scan_s += thread_cpu_s() - asked_s;
    row->pace.nearest_s += asked_s - started_s;
    row->pace.questions += report->votes.count;
    row->pace.positions++;
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct report_cases *const report = context;
    struct replay const *const walk = &report->situations.walk;
    (void)origin;
    situations_start(&report->situations, game);
    while (situations_next(&report->situations, why)) {
        if (walk->move.at == PASS)
            continue;
        report->positions++;
        for (int i = 0; i < report->count; i++) {
            look_at(report, &report->rows[i], walk->move.at);
            if (report->nearest && report->positions % report->nearest == 0)
                ask_for_nearest(report, &report->rows[i]);
        }
    }
    return !why->text[0];
}

static void print_row(struct report_cases const *report, int i)
{
    struct row const *const row = &report->rows[i];
    struct casebook_facts facts;
    double const percent = row->positions ? 100.0 / (double)row->positions : 0;
    casebook_facts(row->book, &facts);
    printf(report->json ? "{\"cases\": %u, \"bytes_per_case\": %.1f, \"positions\": %ld"
                        : "%9u cases of %4.1f bytes; %ld positions;",
           facts.nodes[LEVEL_RING4],
           (double)(facts.bytes - facts.source_bytes) /
               (double)(facts.nodes[LEVEL_RING4] + 1),
           row->positions);
    for (int d = 0; d < DEPTHS; d++)
        printf(report->json ? ", \"top_%d_percent\": %.2f" : " top %d %.2f", depths[d],
               percent * (double)row->within[d]);
    printf(report->json
               ? ", \"log_likelihood\": %.4f, \"us_per_position\": %.0f"
               : "; log P %.4f; %.0f us a position; played move known to level",
           row->log_p * percent / 100, 1e4 * row->cpu_s * percent);
    for (int level = 0; level <= VICINITY_LEVELS; level++)
        printf(report->json ? ", \"known_%d_percent\": %.2f" : " %d: %.1f", level,
               percent * (double)row->known[level]);
    struct pace const *const pace = &row->pace;
    double const positions = (double)pace->positions;
    if (pace->positions)
        printf(
            report->json
                ? ", \"nearest\": %d, \"nearest_us\": %.2f, \"scan_us\": %.0f, "
                  "\"times\": %.0f, "
                  "\"nearest_ms_per_position\": %.3f"
                : "; %d nearest in %.2f us, by comparing with all %.0f us, %.0f times, "
                  "%.3f ms a position",
            NEAREST, 1e6 * pace->nearest_s / (double)pace->questions,
            1e6 * pace->scan_s / positions,
            pace->scan_s / positions / pace->nearest_s * (double)pace->questions,
            1e3 * pace->nearest_s / positions);
    printf(report->json ? "}\n" : "  (%s)\n", report->paths[i]);
}

/* How often the move is among the best, by how many cases there are.  */
static void plot_rows(struct report_cases const *report)
{
    static char const *const names[DEPTHS] = {"the best", "among 5", "among 10",
                                              "among 20", "among 40"};
    double size[BOOKS_MAX], share[DEPTHS][BOOKS_MAX];
    struct failure why;
    struct plot plot = {.title = "The move played, by a casebook alone",
                        .x_label = "cases, as powers of 10",
                        .y_label = "%",
                        .count = DEPTHS};
    for (int i = 0; i < report->count; i++) {
        struct row const *const row = &report->rows[i];
        struct casebook_facts facts;
        casebook_facts(row->book, &facts);
        size[i] = log10(facts.nodes[LEVEL_RING4] + 1.0);
        for (int d = 0; d < DEPTHS; d++)
            share[d][i] = 100.0 * (double)row->within[d] /
                          (double)(row->positions ? row->positions : 1);
    }
    for (int d = 0; d < DEPTHS; d++)
        plot.curves[d] = (struct curve){names[d], size, share[d], report->count};
    if (!plot_save(&plot, report->plot, &why))
        error(EXIT_FAILURE, 0, "%s", why.text);
}

enum { OPTION_JSON = 256, OPTION_NEAREST, OPTION_PLOT };

static struct argp_option const options[] = {
    {"cases", 'm', "FILE", 0, "A casebook to ask; may be given several times", 0},
    {"nearest", OPTION_NEAREST, "N", 0,
     "In one position of N, find the 8 nearest cases of every point, and those of one "
     "by "
     "comparing with all cases",
     0},
    {"plot", OPTION_PLOT, "FILE.svg", 0,
     "Plot how often the move is among the best, by the number of cases", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct report_cases *const report = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &report->games;
        return 0;
    case 'm':
        if (report->count == BOOKS_MAX)
            argp_error(state, "at most %d casebooks", BOOKS_MAX);
        report->paths[report->count++] = arg;
        return 0;
    case OPTION_NEAREST:
        report->nearest = (int)cmdline_number(arg, 1, 1000000, state);
        return 0;
    case OPTION_PLOT:
        report->plot = arg;
        return 0;
    case OPTION_JSON:
        report->json = true;
        return 0;
    case ARGP_KEY_END:
        if (!report->count)
            argp_error(state, "name at least one casebook with -m");
        if (!report->games.place_count)
            argp_error(state, "name at least one file or folder of games");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int report_cases_main(int argc, char **argv)
{
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "GAMES...",
        .doc = "How often the move played is among a casebook's best 1 to 40, its mean "
               "log P, how far its vicinity was known, and the time for a position.",
        .children = selection_children,
    };
    struct report_cases *const report = xzalloc(sizeof *report);
    report->games.splits = 1u << SPLIT_TEST;
    cmdline_parse(&argp, argc, argv, report);
    for (int i = 0; i < report->count; i++) {
        struct failure why;
        report->rows[i].book = casebook_open_whole(report->paths[i], &why);
        if (!report->rows[i].book)
            error(1, 0, "%s", why.text);
    }
    report_needs(games_each(&report->games, take, report).games, "games");
    if (report->plot)
        plot_rows(report);
    for (int i = 0; i < report->count; i++) {
        print_row(report, i);
        case_scan_free(report->rows[i].scan);
        casebook_close(report->rows[i].book);
    }
    situations_release(&report->situations);
    free(report);
    return 0;
}
