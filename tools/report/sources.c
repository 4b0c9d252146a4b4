/* tools/report/sources.c -- what each source is worth to those who consult.

   Each is taken out, and one sees what changes: how well the others foretell the moves
   of games, at which stage and how near the last move, how often another candidate
   comes first, and how often another move is played in the end.  Whether that is the
   worse one, a longer search says that does without the source as well: both moves are
   made, and it looks at what they lead to.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/report/report.h"

#include "engine/base/seconds.h"
#include "engine/records/situations.h"
#include "patterns/cases/vicinity.h"
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

/* Moves are told apart by the stage of the game, and by how near the last one is.  */
enum { MOVE_NEAR = GAME_STAGES, MOVE_AWAY, MOVE_KINDS };

static char const *const move_kinds[MOVE_KINDS] = {"opening", "middle", "end", "near",
                                                   "away"};

/* One way to consult.  */
struct trial_of_sources {
    char name[48];
    int without; /* voice, or -1 */
    enum effort effort;
    long within[TOP];
    long another_first; /* than with everybody */
    long another_move;  /* is played */
    double log_p, cpu_s;
    double log_p_of[MOVE_KINDS];
    point first, move;
};

/* What longer searches found where another move is played without a source.  */
struct second_look {
    char const *source; /* its name, or NULL: nobody looks */
    int playouts;       /* for both moves together */
    long count, better; /* with the source than without */
    double sum, squares;
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
    struct second_look second;
    long moves, positions, decided, positions_of[MOVE_KINDS];
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

struct kinds_of_move {
    int stage, nearness;
};

static struct kinds_of_move kinds_of(struct situation const *situation, point at)
{
    enum { NEAR = 4 }; /* columns and rows */
    point const last = latest_moves(situation).last;
    bool const near = last != NOWHERE &&
                      abs(point_column(last) - point_column(at)) <= NEAR &&
                      abs(point_row(last) - point_row(at)) <= NEAR;
    return (struct kinds_of_move){stage_of(situation->board),
                                  near ? MOVE_NEAR : MOVE_AWAY};
}

/* How well PLAYED was foretold.  */
static void judge(struct trial_of_sources *trial, struct candidates const *candidates,
                  point played, struct kinds_of_move kinds)
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
    trial->log_p_of[kinds.stage] += log(p);
    trial->log_p_of[kinds.nearness] += log(p);
    for (int i = 0; i < TOP; i++)
        trial->within[i] += answer && rank < tops[i];
}

static void foretell(struct sources_report *report, struct situation const *situation,
                     point played)
{
    struct consultation *const consultation = mind_consultation(report->mind);
    struct kinds_of_move const kinds = kinds_of(situation, played);
    report->positions_of[kinds.stage]++;
    report->positions_of[kinds.nearness]++;
    for (int i = 0; i < report->count; i++) {
        struct trial_of_sources *const trial = &report->trials[i];
        seat(report, trial);
        double const start_s = program_cpu_s();
        struct candidates const *const candidates =
            consult(consultation, situation, trial->effort);
        trial->cpu_s += program_cpu_s() - start_s;
        judge(trial, candidates, played, kinds);
        trial->another_first += trial->first != report->trials[0].first;
    }
    report->positions++;
}

/* What the engine decides on in SITUATION with the sources of TRIAL.  */
static struct decision const *decide_with(struct sources_report *report,
                                          struct trial_of_sources const *trial,
                                          struct situation const *situation,
                                          int playouts)
{
    static struct decision decision;
    struct task const task = {.situation = *situation,
                              .rules = rules_find("chinese"),
                              .history = &report->history,
                              .komi = 7.5,
                              .budget_ms = -1};
    struct tuning tuning = report->tuning;
    tuning.search.playouts = playouts;
    history_clear(&report->history);
    history_push(&report->history, situation->board);
    struct player *const player = mind_player(report->mind, &tuning, task.komi);
    search_forget(mind_search(report->mind, &tuning.search));
    mind_reseed(report->mind, 1);
    seat(report, trial);
    player_decide(player, &task, &decision);
    return &decision;
}

/* What AT is worth to the side to move, as a longer search sees it from the other
   side.  */
static double look_after(struct sources_report *report,
                         struct trial_of_sources const *trial,
                         struct situation const *situation, point at)
{
    static struct board board;
    size_t const count = (size_t)situation->move_count;
    struct move *const moves = xnmalloc(count + 1, sizeof *moves);
    enum color const color = (enum color)situation->board->to_move;
    memcpy(moves, situation->moves, count * sizeof *moves);
    moves[count] = (struct move){(uint8_t)color, at};
    board_copy(&board, situation->board);
    board_play(&board, at, color);
    struct situation const after = {&board, moves, situation->move_count + 1};
    double const win =
        1 - decide_with(report, trial, &after, report->second.playouts / 2)->win;
    free(moves);
    return win;
}

static void look_again(struct sources_report *report,
                       struct trial_of_sources const *without,
                       struct situation const *situation)
{
    struct second_look *const second = &report->second;
    point const with = report->trials[0].move;
    if (with == without->move || board_color(situation->board, with) != EMPTY ||
        board_color(situation->board, without->move) != EMPTY)
        return;
    double const gain = look_after(report, without, situation, with) -
                        look_after(report, without, situation, without->move);
    second->count++;
    second->better += gain > 0;
    second->sum += gain;
    second->squares += gain * gain;
}

static bool is_looked_at(struct sources_report const *report,
                         struct trial_of_sources const *trial)
{
    struct consultation *const consultation = mind_consultation(report->mind);
    return report->second.source && trial->without >= 0 &&
           strcmp(consultation_source(consultation, trial->without)->kind->name,
                  report->second.source) == 0;
}

/* What the engine plays there, with each trial's sources; nobody is asked about what
   is decided without them.  */
static void decide(struct sources_report *report, struct situation const *situation)
{
    for (int i = 0; i < report->count - 1; i++) {
        struct trial_of_sources *const trial = &report->trials[i];
        if (report->second.source && i && !is_looked_at(report, trial))
            continue;
        trial->move = decide_with(report, trial, situation, report->playouts)->at;
        trial->another_move += trial->move != report->trials[0].move;
        if (is_looked_at(report, trial))
            look_again(report, trial, situation);
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

/* Log P of each kind of move.  */
static void print_kinds(struct sources_report const *report)
{
    printf(report->json ? "{\"kinds\": 1" : "%-18s", "log P of moves");
    for (int kind = 0; kind < MOVE_KINDS; kind++)
        printf(report->json ? ", \"%s\": %ld" : "  %s (%ld)", move_kinds[kind],
               report->positions_of[kind]);
    puts(report->json ? "}" : "");
    for (int i = 0; i < report->count; i++) {
        struct trial_of_sources const *const trial = &report->trials[i];
        printf(report->json ? "{\"kinds_by\": \"%s\"" : "%-18s", trial->name);
        for (int kind = 0; kind < MOVE_KINDS; kind++) {
            double const mean =
                trial->log_p_of[kind] /
                (double)(report->positions_of[kind] ? report->positions_of[kind] : 1);
            if (report->json)
                printf(", \"%s\": %.4f", move_kinds[kind], mean);
            else
                printf("  %8.4f", mean);
        }
        puts(report->json ? "}" : "");
    }
}

static void print_second(struct sources_report const *report)
{
    struct second_look const *const second = &report->second;
    double const n = second->count ? (double)second->count : 1;
    double const mean = second->sum / n;
    double const error =
        sqrt(fmax(second->squares / n - mean * mean, 0) / fmax(n - 1, 1));
    printf(report->json
               ? "{\"looked_at\": \"%s\", \"playouts\": %d, \"positions\": %ld, "
                 "\"better\": %ld, \"gain\": %.4f, \"from\": %.4f, \"to\": %.4f}\n"
               : "where another move is played without %s, %d playouts: of %ld, %ld "
                 "better with it; it wins %+.4f [%+.4f, %+.4f] more\n",
           second->source, second->playouts, second->count, second->better, mean,
           mean - 1.96 * error, mean + 1.96 * error);
}

static void print_all(struct sources_report const *report)
{
    if (!report->json)
        printf("%-18s %7s  %8s  %6s %6s %6s  %6s  %8s  %s\n", "sources", "moves",
               "log P", "first", "in 10", "in 40", "us", "another", "another move");
    for (int i = 0; i < report->count; i++)
        print_trial(report, &report->trials[i]);
    print_kinds(report);
    if (report->second.source)
        print_second(report);
}

/* ---------------------------------------------------------------- options */

enum {
    OPTION_JSON = 256,
    OPTION_EVERY,
    OPTION_POSITIONS,
    OPTION_PLAYOUTS,
    OPTION_LOOK_AGAIN,
    OPTION_LONGER,
    OPTION_SET
};

static struct argp_option const options[] = {
    {"every", OPTION_EVERY, "N", 0, "Ask at one move in N (20)", 0},
    {"positions", OPTION_POSITIONS, "N", 0, "Stop asking after N positions", 0},
    {"playouts", OPTION_PLAYOUTS, "N", 0,
     "Let the engine decide too, in N playouts, and count other moves", 0},
    {"look-again", OPTION_LOOK_AGAIN, "SOURCE", 0,
     "Where another move is played without SOURCE, let a longer search say which is "
     "better",
     0},
    {"longer", OPTION_LONGER, "N", 0, "Playouts for the two of them (50000)", 0},
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
    case OPTION_LOOK_AGAIN:
        report->second.source = arg;
        return 0;
    case OPTION_LONGER:
        report->second.playouts = (int)cmdline_number(arg, 2, INT_MAX, state);
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
    report->second.playouts = 50000;
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
