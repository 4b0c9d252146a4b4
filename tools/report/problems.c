/* tools/report/problems.c -- which drawn problems the engine solves, by class. */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/options.h"
#include "tools/report/report.h"
#include "tools/report/suite.h"

#include "engine/base/json.h"

#include <argp.h>
#include <errno.h>
#include <error.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS_MAX = 32 };

struct kind_tally {
    char kind[KIND_TEXT];
    int problems, solved;
};

struct report_suite {
    struct session_options session;
    char **files;
    int file_count;
    long every;
    bool list, json;

    long read;
    struct kind_tally kinds[KINDS_MAX];
    int kind_count;
};

static struct kind_tally *tally_of(struct report_suite *report, char const *kind)
{
    for (int i = 0; i < report->kind_count; i++)
        if (strcmp(report->kinds[i].kind, kind) == 0)
            return &report->kinds[i];
    if (report->kind_count == KINDS_MAX)
        error(1, 0, "there are more than %d classes of problems", KINDS_MAX);
    struct kind_tally *const tally = &report->kinds[report->kind_count++];
    snprintf(tally->kind, sizeof tally->kind, "%s", kind);
    return tally;
}

static void print_missed(struct problem const *problem, point at)
{
    char text[POINT_TEXT];
    printf("%s: %s", problem->title, point_format(at, text));
    char const *separator = "; right would be";
    for (point p = board_first_point(); p; p = board_next_point(&problem->board, p))
        if (points_have(&problem->right, p)) {
            printf("%s %s", separator, point_format(p, text));
            separator = " or";
        }
    putchar('\n');
    fflush(stdout);
}

static bool run_file(struct report_suite *report, char const *name,
                     struct session *session, struct failure *why)
{
    struct problem problem;
    struct failure reason;
    point at = NOWHERE;
    int line = 0;
    long const read_before = report->read;
    FILE *const in = fopen(name, "r");
    if (!in)
        return failed(why, "%s: %s", name, strerror(errno));
    why->text[0] = '\0';
    while (problem_next(in, name, &line, &problem, why)) {
        if (report->read++ % report->every)
            continue;
        if (!problem_ask(&problem, session, &at, &reason)) {
            failed(why, "%s:%d: %.500s", name, line, reason.text);
            break;
        }
        struct kind_tally *const tally = tally_of(report, problem.kind);
        bool const solved = points_have(&problem.right, at);
        tally->problems++;
        tally->solved += solved;
        if (report->list && !solved)
            print_missed(&problem, at);
    }
    fclose(in);
    if (!why->text[0] && report->read == read_before)
        return failed(why, "%s: there is no drawn problem in it", name);
    return !why->text[0];
}

static void print_tally(struct kind_tally const *tally, bool json)
{
    double const percent = 100.0 * tally->solved / tally->problems;
    if (json) {
        putchar('{');
        json_text("class", tally->kind, stdout);
    } else
        printf("%-12s ", tally->kind);
    printf(json ? "\"solved\": %d, \"problems\": %d, \"percent\": %.1f}\n"
                : "%4d of %4d %6.1f %%\n",
           tally->solved, tally->problems, percent);
}

static void print(struct report_suite const *report)
{
    struct kind_tally all = {.kind = "all"};
    for (int i = 0; i < report->kind_count; i++) {
        print_tally(&report->kinds[i], report->json);
        all.problems += report->kinds[i].problems;
        all.solved += report->kinds[i].solved;
    }
    if (all.problems)
        print_tally(&all, report->json);
}

enum { OPTION_JSON = 256, OPTION_LIST, OPTION_EVERY };

static struct argp_option const options[] = {
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {"list", OPTION_LIST, NULL, 0, "Name what is not solved", 0},
    {"every", OPTION_EVERY, "N", 0, "Ask only every Nth problem (1)", 0},
    {0},
};

static struct cmdline_row const straight[] = {
    CMDLINE_FLAG(struct report_suite, json, OPTION_JSON),
    CMDLINE_FLAG(struct report_suite, list, OPTION_LIST),
    CMDLINE_NUMBER(struct report_suite, every, OPTION_EVERY, 1, 1000000),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct report_suite *const report = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &report->session;
        return 0;
    case ARGP_KEY_ARGS:
        report->files = state->argv + state->next;
        report->file_count = state->argc - state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name at least one file of problems");
        return EINVAL;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

static struct argp_child const children[] = {{&session_argp, 0, "The engine", 0}, {0}};

static struct argp const argp = {
    .options = options,
    .parser = parse,
    .args_doc = "FILE...",
    .doc = "How many drawn problems (tests/data/reading/*.txt) the engine solves, "
           "by class, with 10,000 playouts unless --set says otherwise.",
    .children = children,
};

int report_suite_main(int argc, char **argv)
{
    struct report_suite report = {.session = session_defaults(), .every = 1};
    struct failure why;

    report.session.tuning.search.playouts = 10000;
    report.session.tuning.resign_below = 0;
    cmdline_parse(&argp, argc, argv, &report);
    struct session *const session = session_new(&report.session);
    warn_of_missing(session);
    for (int i = 0; i < report.file_count; i++)
        if (!run_file(&report, report.files[i], session, &why))
            error(1, 0, "%s", why.text);
    print(&report);
    session_free(session);
    return 0;
}
