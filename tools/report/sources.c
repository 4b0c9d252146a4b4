/* tools/report/sources.c -- what each source is worth to those who consult.

   Each is taken out, and one sees what changes: how well the others foretell the moves
   of games, how often another candidate comes first, and how often another move is
   played in the end.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/report/report.h"

#include "engine/base/seconds.h"
#include "engine/records/situations.h"
#include "player/mind.h"

#include <argp.h>
#include <error.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* Everybody, each one missing, and those of little effort alone.  */
enum { TOP = 3, TRIALS_MAX = VOICES_MAX + 2 };

static int const tops[TOP] = {1, 10, 40};

/* One way to consult.  */
struct trial_of_sources {
    char name[48];
    int without; /* voice, or -1 */
    enum effort effort;
    long within[TOP];
    long another_first; /* than with everybody */
    long another_move;  /* is played */
    double log_p, cpu_s;
    point first, move;
};

struct sources_report {
    struct selection games;
    bool json;
    int every, playouts;
    long positions_max;

    struct mind *mind;
    struct tuning tuning;
    struct situations situations;
    struct history history;
    int count;
    struct trial_of_sources trials[TRIALS_MAX];
    long moves, positions, decided;
};

static void add_trial(struct sources_report *report, int without, enum effort effort)
{
    struct consultation *const consultation = mind_consultation(report->mind);
    struct trial_of_sources *const trial = &report->trials[report->count++];
    *trial = (struct trial_of_sources){.without = without, .effort = effort};
    if (without >= 0)
        snprintf(trial->name, sizeof trial->name, "without %s",
                 consultation_source(consultation, without)->kind->name);
    else
        snprintf(trial->name, sizeof trial->name, "%s",
                 effort == EFFORT_FULL ? "all" : "all, quickly");
}

static void list_trials(struct sources_report *report)
{
    struct consultation *const consultation = mind_consultation(report->mind);
    add_trial(report, -1, EFFORT_FULL);
    for (int v = 0; v < consultation_count(consultation); v++)
        if (!consultation_source(consultation, v)->kind->stand_in &&
            consultation_source(consultation, v)->kind->data)
            add_trial(report, v, EFFORT_FULL);
    add_trial(report, -1, EFFORT_QUICK);
}

/* Everybody is heard but the one that the trial goes without.  */
static void seat(struct sources_report *report, struct trial_of_sources const *trial)
{
    struct source_weights weights = report->tuning.sources;
    struct consultation *const consultation = mind_consultation(report->mind);
    sources_weigh(consultation, &weights);
    if (trial->without >= 0)
        consultation_weigh(consultation, trial->without, 0);
}

/* How well PLAYED was foretold.  */
static void judge(struct trial_of_sources *trial, struct candidates const *candidates,
                  point played)
{
    double const least = 1e-9;
    struct candidate const *const answer = candidates_find(candidates, played);
    double const p = answer ? fmax((double)answer->prediction, least) : least;
    float most = -1;
    int rank = 0;
    for (int i = 0; i < candidates->count; i++) {
        struct candidate const *const candidate = &candidates->list[i];
        rank += answer && candidate->prediction > answer->prediction;
        if (candidate->prediction > most) {
            most = candidate->prediction;
            trial->first = candidate->at;
        }
    }
    trial->log_p += log(p);
    for (int i = 0; i < TOP; i++)
        trial->within[i] += answer && rank < tops[i];
}

static void foretell(struct sources_report *report, struct situation const *situation,
                     point played)
{
    struct consultation *const consultation = mind_consultation(report->mind);
    for (int i = 0; i < report->count; i++) {
        struct trial_of_sources *const trial = &report->trials[i];
        seat(report, trial);
        double const start_s = program_cpu_s();
        struct candidates const *const candidates =
            consult(consultation, situation, trial->effort);
        trial->cpu_s += program_cpu_s() - start_s;
        judge(trial, candidates, played);
        trial->another_first += trial->first != report->trials[0].first;
    }
    report->positions++;
}

/* What the engine plays there, with each trial's sources; nobody is asked about what
   is decided without them.  */
static void decide(struct sources_report *report, struct situation const *situation)
{
    static struct decision decision;
    struct task const task = {.situation = *situation,
                              .rules = rules_find("chinese"),
                              .history = &report->history,
                              .komi = 7.5,
                              .budget_ms = -1};
    history_clear(&report->history);
    history_push(&report->history, situation->board);
    for (int i = 0; i < report->count - 1; i++) {
        struct trial_of_sources *const trial = &report->trials[i];
        struct player *const player =
            mind_player(report->mind, &report->tuning, task.komi);
        search_forget(mind_search(report->mind, &report->tuning.search));
        mind_reseed(report->mind, 1);
        seat(report, trial);
        player_decide(player, &task, &decision);
        trial->move = decision.at;
        trial->another_move += trial->move != report->trials[0].move;
    }
    report->decided++;
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct sources_report *const report = context;
    struct situations *const situations = &report->situations;
    (void)origin;

    situations_start(situations, game);
    while (situations_next(situations, why)) {
        point const played = situations->walk.move.at;
        if (report->positions >= report->positions_max ||
            report->moves++ % report->every != 0 || played == PASS)
            continue;
        foretell(report, &situations->situation, played);
        if (report->playouts)
            decide(report, &situations->situation);
    }
    return !why->text[0];
}

/* ---------------------------------------------------------------- printing */

static double percent(long part, long whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_trial(struct sources_report const *report,
                        struct trial_of_sources const *trial)
{
    double const count = report->positions ? (double)report->positions : 1;
    bool const decided = report->decided && trial->effort == EFFORT_FULL;
    printf(report->json
               ? "{\"sources\": \"%s\", \"positions\": %ld, \"log_p\": %.4f, "
                 "\"first_percent\": %.2f, \"ten_percent\": %.2f, "
                 "\"forty_percent\": %.2f, \"us\": %.0f, \"another_first\": %ld"
               : "%-18s %7ld  %8.4f  %6.2f %6.2f %6.2f  %6.0f  %8ld",
           trial->name, report->positions, trial->log_p / count,
           percent(trial->within[0], report->positions),
           percent(trial->within[1], report->positions),
           percent(trial->within[2], report->positions), 1e6 * trial->cpu_s / count,
           trial->another_first);
    if (decided)
        printf(report->json ? ", \"another_move\": %ld, \"decided\": %ld"
                            : "  %6ld of %ld",
               trial->another_move, report->decided);
    printf(report->json ? "}\n" : "\n");
}

static void print_all(struct sources_report const *report)
{
    if (!report->json)
        printf("%-18s %7s  %8s  %6s %6s %6s  %6s  %8s  %s\n", "sources", "moves",
               "log P", "first", "in 10", "in 40", "us", "another", "another move");
    for (int i = 0; i < report->count; i++)
        print_trial(report, &report->trials[i]);
}

/* ---------------------------------------------------------------- options */

enum { OPTION_JSON = 256, OPTION_EVERY, OPTION_POSITIONS, OPTION_PLAYOUTS, OPTION_SET };

static struct argp_option const options[] = {
    {"every", OPTION_EVERY, "N", 0, "Ask at one move in N (20)", 0},
    {"positions", OPTION_POSITIONS, "N", 0, "Stop asking after N positions", 0},
    {"playouts", OPTION_PLAYOUTS, "N", 0,
     "Let the engine decide too, in N playouts, and count other moves", 0},
    {"set", OPTION_SET, "NAME=VALUE", 0, "A parameter, as `hishi gtp --help' has them",
     0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct sources_report *const report = state->input;
    struct failure why;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &report->games;
        return 0;
    case OPTION_JSON:
        report->json = true;
        return 0;
    case OPTION_EVERY:
        report->every = (int)cmdline_number(arg, 1, INT_MAX, state);
        return 0;
    case OPTION_POSITIONS:
        report->positions_max = cmdline_number(arg, 1, LONG_MAX, state);
        return 0;
    case OPTION_PLAYOUTS:
        report->playouts = (int)cmdline_number(arg, 1, INT_MAX, state);
        return 0;
    case OPTION_SET:
        if (!tuning_assign(&report->tuning, arg, &why))
            argp_error(state, "%s", why.text);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int report_sources_main(int argc, char **argv)
{
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "GAMES...",
        .doc =
            "What each source is worth: how well moves are foretold with all of them, "
            "without each, and quickly; and how often another candidate comes first, "
            "or another move is played.",
        .children = selection_children,
    };
    struct sources_report *const report = xzalloc(sizeof *report);
    report->games.splits = 1u << SPLIT_TEST;
    report->every = 20;
    report->positions_max = LONG_MAX;
    params_reset(tuning_params, &report->tuning);
    cmdline_parse(&argp, argc, argv, report);
    if (report->playouts)
        report->tuning.search.playouts = report->playouts;
    report->mind = mind_new(1);
    struct complaints const *const complaints = mind_complaints(report->mind);
    for (int i = 0; i < complaints->count; i++)
        error(0, 0, "%s", complaints->list[i].text);
    history_init(&report->history);
    list_trials(report);
    games_each(&report->games, take, report);
    print_all(report);
    history_release(&report->history);
    situations_release(&report->situations);
    mind_free(report->mind);
    free(report);
    return 0;
}
