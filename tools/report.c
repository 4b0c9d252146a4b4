/* tools/report.c -- tables about games. */
#include <config.h>

#include "tools/report.h"
#include "tools/tools.h"

#include <argp.h>
#include <stdio.h>
#include <string.h>
#include <xalloc.h>

static struct report const reports[] = {
    {"follow", report_follow_main, "how well joseki tell the next move"},
    {"index", report_index_main, "time to find a sequence, and symbols, against games"},
    {"joseki", report_joseki_main, "codes and rankings, and which joseki they find"},
    {"memory", report_memory_main,
     "candidates of a memory of shapes, and the played move among them"},
    {"games", report_games_main, "read and replay every game; what is wrong with some"},
    {"scores", report_scores_main, "count finished games, and compare with the record"},
    {"reading", report_reading_main, "our reading of captures beside another engine's"},
    {"model", report_model_main, "how well the model predicts the moves of games"},
    {"windows", report_windows_main, "exact windows beside diamonds by similarity"},
    {0},
};

static struct report const *find_report(char const *name)
{
    for (struct report const *report = reports; report->name; report++)
        if (strcmp(report->name, name) == 0)
            return report;
    return NULL;
}

static char *list_reports(int key, char const *text, void *input)
{
    (void)input;
    if (key != ARGP_KEY_HELP_POST_DOC)
        return (char *)text;
    char *list;
    size_t size;
    FILE *const out = open_memstream(&list, &size);
    fputs("Reports (hishi report REPORT --help tells more):\n", out);
    for (struct report const *report = reports; report->name; report++)
        fprintf(out, "  %-8s %s\n", report->name, report->help);
    fclose(out);
    return list;
}

struct choice {
    struct report const *report;
    int argc;
    char **argv;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *const choice = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        choice->report = find_report(arg);
        if (!choice->report)
            argp_error(state, "there is no report called '%s'", arg);
        choice->argc = state->argc - state->next + 1;
        choice->argv = state->argv + state->next - 1;
        state->next = state->argc;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name a report");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int report_main(int argc, char **argv)
{
    struct argp const argp = {
        .parser = parse,
        .args_doc = "REPORT [ARGUMENT...]",
        .doc = "Tell something about games.\v",
        .help_filter = list_reports,
    };
    struct choice choice = {0};
    argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &choice);
    char name[64];
    snprintf(name, sizeof name, "hishi report %s", choice.report->name);
    choice.argv[0] = xstrdup(name);
    return choice.report->main(choice.argc, choice.argv);
}
