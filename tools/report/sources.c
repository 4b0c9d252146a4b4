/* tools/report/sources.c -- what each source is worth to those who consult.

   Each is taken out, and one sees what changes: how well the others foretell the moves
   of games, at which stage, how near the last move and what kind of move, how often
   another candidate comes first, and how often another move is played in the end.
   Whether that is the worse one, a longer search says that does without the source as
   well: both moves are made, and it looks at what they lead to.  */
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

/* Everybody, each one missing, everybody with other chances in the search, and those of
   little effort alone.  */
enum { TOP = 3, TRIALS_MAX = VOICES_MAX + 3 };

static int const tops[TOP] = {1, 10, 40};

/* Moves are told apart by the stage of the game, by how many columns or rows the last
   one is away, and by what they do to the stones beside them.  */
enum {
    MOVE_BESIDE = GAME_STAGES, /* the last one, or at its corner */
    MOVE_CLOSE,                /* 2 away */
    MOVE_NEAR,                 /* up to 4 */
    MOVE_AWAY,
    MOVE_TAKES,
    MOVE_ATTACKS, /* gives atari */
    MOVE_TOUCHES, /* a stone of the other side */
    MOVE_JOINS,   /* its own only */
    MOVE_APART,   /* beside nobody */
    MOVE_KINDS
};

static char const *const move_kinds[MOVE_KINDS] = {
    "opening",  "middle", "end",         "beside last", "2 away",        "3-4 away",
    "far away", "takes",  "gives atari", "touches",     "joins its own", "apart"};

/* Sums of log P of the moves played, and of what everybody together finds more.  */
struct foretelling {
    double log_p, lost, squares;
};

/* One way to consult.  */
struct trial_of_sources {
    char name[48];
    int without; /* voice, or -1 */
    enum effort effort;
    uint64_t seed;
    long within[TOP];
    long another_first; /* than with everybody */
    long another_move;  /* is played */
    double cpu_s, last; /* log P of the last move */
    struct foretelling whole, of[MOVE_KINDS];
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
    char const *only; /* the one source that is left out, or NULL: each */
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
    *trial = (struct trial_of_sources){.without = without, .effort = effort, .seed = 1};
    if (without >= 0)
        snprintf(trial->name, sizeof trial->name, "without %s",
                 consultation_source(consultation, without)->kind->name);
    else
        snprintf(trial->name, sizeof trial->name, "%s",
                 effort == EFFORT_FULL ? "all" : "all, quickly");
}

/* Is it to be seen what VOICE is worth?  */
static bool is_tried(struct sources_report const *report,
                     struct source_kind const *kind)
{
    return !kind->stand_in && kind->data &&
           (!report->only || strcmp(report->only, kind->name) == 0);
}

/* A move that differs with the seed alone says nothing of a source.  */
static void add_chance(struct sources_report *report)
{
    add_trial(report, -1, EFFORT_FULL);
    struct trial_of_sources *const trial = &report->trials[report->count - 1];
    trial->seed = 2;
    snprintf(trial->name, sizeof trial->name, "all, other seed");
}

static void list_trials(struct sources_report *report)
{
    struct consultation *const consultation = mind_consultation(report->mind);
    if (report->only && consultation_find(consultation, report->only) < 0)
        error(EXIT_FAILURE, 0, "there is no source called '%s'", report->only);
    add_trial(report, -1, EFFORT_FULL);
    for (int v = 0; v < consultation_count(consultation); v++)
        if (is_tried(report, consultation_source(consultation, v)->kind))
            add_trial(report, v, EFFORT_FULL);
    if (report->playouts)
        add_chance(report);
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

/* A kind of each sort.  */
struct kinds_of_move {
    int stage, nearness, deed;
};

static int nearness_of(struct situation const *situation, point at)
{
    point const last = latest_moves(situation).last;
    if (last == NOWHERE)
        return MOVE_AWAY;
    int const columns = abs(point_column(last) - point_column(at));
    int const rows = abs(point_row(last) - point_row(at));
    int const away = columns > rows ? columns : rows;
    return away <= 1   ? MOVE_BESIDE
           : away <= 2 ? MOVE_CLOSE
           : away <= 4 ? MOVE_NEAR
                       : MOVE_AWAY;
}

static int deed_of(struct board const *board, point at)
{
    enum color const own = (enum color)board->to_move;
    int least = INT_MAX, friends = 0; /* liberties of the others that it touches */
    for (int i = 0; i < 4; i++) {
        point const beside = (point)(at + neighbour[i]);
        friends += board_color(board, beside) == own;
        if (board_color(board, beside) == opponent(own) &&
            board_liberties(board, beside) < least)
            least = board_liberties(board, beside);
    }
    return least == 1        ? MOVE_TAKES
           : least == 2      ? MOVE_ATTACKS
           : least < INT_MAX ? MOVE_TOUCHES
           : friends         ? MOVE_JOINS
                             : MOVE_APART;
}

static struct kinds_of_move kinds_of(struct situation const *situation, point at)
{
    return (struct kinds_of_move){stage_of(situation->board),
                                  nearness_of(situation, at),
                                  deed_of(situation->board, at)};
}

static void foretell_sum(struct foretelling *sum, double log_p, double lost)
{
    sum->log_p += log_p;
    sum->lost += lost;
    sum->squares += lost * lost;
}

/* How well PLAYED was foretold.  */
static void judge(struct trial_of_sources *trial, struct candidates const *candidates,
                  point played)
{
    double const least = 1e-9;
    struct candidate const *const answer = candidates_find(candidates, played);
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
    trial->last = log(answer ? fmax((double)answer->prediction, least) : least);
    for (int i = 0; i < TOP; i++)
        trial->within[i] += answer && rank < tops[i];
}

/* What that says of TRIAL, beside what everybody together said.  */
static void compare(struct trial_of_sources *trial,
                    struct trial_of_sources const *everybody,
                    struct kinds_of_move kinds)
{
    double const lost = everybody->last - trial->last;
    foretell_sum(&trial->whole, trial->last, lost);
    foretell_sum(&trial->of[kinds.stage], trial->last, lost);
    foretell_sum(&trial->of[kinds.nearness], trial->last, lost);
    foretell_sum(&trial->of[kinds.deed], trial->last, lost);
    trial->another_first += trial->first != everybody->first;
}

static void foretell(struct sources_report *report, struct situation const *situation,
                     point played)
{
    struct consultation *const consultation = mind_consultation(report->mind);
    struct kinds_of_move const kinds = kinds_of(situation, played);
    report->positions_of[kinds.stage]++;
    report->positions_of[kinds.nearness]++;
    report->positions_of[kinds.deed]++;
    for (int i = 0; i < report->count; i++) {
        struct trial_of_sources *const trial = &report->trials[i];
        seat(report, trial);
        double const start_s = program_cpu_s();
        struct candidates const *const candidates =
            consult(consultation, situation, trial->effort);
        trial->cpu_s += program_cpu_s() - start_s;
        judge(trial, candidates, played);
        compare(trial, &report->trials[0], kinds);
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
    mind_reseed(report->mind, trial->seed);
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

/* The standard error of what SUM lost in the mean of COUNT moves.  */
static double error_of(struct foretelling const *sum, long count)
{
    double const n = fmax((double)count, 2), mean = sum->lost / n;
    return sqrt(fmax(sum->squares / n - mean * mean, 0) / (n - 1));
}

static void print_trial(struct sources_report const *report,
                        struct trial_of_sources const *trial)
{
    double const count = report->positions ? (double)report->positions : 1;
    bool const decided = report->decided && trial->effort == EFFORT_FULL;
    printf(report->json
               ? "{\"sources\": \"%s\", \"positions\": %ld, \"log_p\": %.4f, "
                 "\"lost\": %.4f, \"lost_error\": %.4f, "
                 "\"first_percent\": %.2f, \"ten_percent\": %.2f, "
                 "\"forty_percent\": %.2f, \"us\": %.0f, \"another_first\": %ld"
               : "%-18s %7ld  %8.4f  %7.4f %6.4f  %6.2f %6.2f %6.2f  %6.0f  %8ld",
           trial->name, report->positions, trial->whole.log_p / count,
           trial->whole.lost / count, error_of(&trial->whole, report->positions),
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

static void print_kind_as_json(struct sources_report const *report, int kind)
{
    long const moves = report->positions_of[kind];
    for (int i = 0; i < report->count; i++) {
        struct foretelling const *const sum = &report->trials[i].of[kind];
        printf("{\"kind\": \"%s\", \"sources\": \"%s\", \"moves\": %ld, "
               "\"log_p\": %.4f, \"lost\": %.4f, \"lost_error\": %.4f}\n",
               move_kinds[kind], report->trials[i].name, moves,
               sum->log_p / fmax((double)moves, 1), sum->lost / fmax((double)moves, 1),
               error_of(sum, moves));
    }
}

/* Log P of moves of one kind, and what is lost of it in each trial.  */
static void print_kind(struct sources_report const *report, int kind)
{
    long const moves = report->positions_of[kind];
    printf("%-18s %7ld  %8.4f", move_kinds[kind], moves,
           report->trials[0].of[kind].log_p / fmax((double)moves, 1));
    for (int i = 1; i < report->count; i++) {
        struct foretelling const *const sum = &report->trials[i].of[kind];
        printf("  %7.4f +- %6.4f", sum->lost / fmax((double)moves, 1),
               error_of(sum, moves));
    }
    putchar('\n');
}

static void print_kinds(struct sources_report const *report)
{
    if (!report->json) {
        printf("%-18s %7s  %8s", "lost of log P", "moves", "all");
        for (int i = 1; i < report->count; i++)
            printf("  %17s", report->trials[i].name);
        putchar('\n');
    }
    for (int kind = 0; kind < MOVE_KINDS; kind++)
        (report->json ? print_kind_as_json : print_kind)(report, kind);
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
        printf("%-18s %7s  %8s  %7s %6s  %6s %6s %6s  %6s  %8s  %s\n", "sources",
               "moves", "log P", "lost", "+-", "first", "in 10", "in 40", "us",
               "another", "another move");
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
    OPTION_WITHOUT,
    OPTION_POSITIONS,
    OPTION_PLAYOUTS,
    OPTION_LOOK_AGAIN,
    OPTION_LONGER,
    OPTION_SET
};

static struct argp_option const options[] = {
    {"every", OPTION_EVERY, "N", 0, "Ask at one move in N (20)", 0},
    {"positions", OPTION_POSITIONS, "N", 0, "Stop asking after N positions", 0},
    {"without", OPTION_WITHOUT, "SOURCE", 0,
     "Leave out only SOURCE, instead of each in turn", 0},
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

static struct cmdline_row const straight[] = {
    CMDLINE_FLAG(struct sources_report, json, OPTION_JSON),
    CMDLINE_NUMBER(struct sources_report, every, OPTION_EVERY, 1, INT_MAX),
    CMDLINE_TEXT(struct sources_report, only, OPTION_WITHOUT),
    CMDLINE_NUMBER(struct sources_report, positions_max, OPTION_POSITIONS, 1, LONG_MAX),
    CMDLINE_NUMBER(struct sources_report, playouts, OPTION_PLAYOUTS, 1, INT_MAX),
    CMDLINE_TEXT(struct sources_report, second.source, OPTION_LOOK_AGAIN),
    CMDLINE_NUMBER(struct sources_report, second.playouts, OPTION_LONGER, 2, INT_MAX),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct sources_report *const report = state->input;
    struct failure why;
    if (key == ARGP_KEY_INIT)
        state->child_inputs[0] = &report->games;
    else if (key != OPTION_SET)
        return cmdline_take(straight, key, arg, state);
    else if (!tuning_assign(&report->tuning, arg, &why))
        argp_error(state, "%s", why.text);
    return 0;
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
    report->mind = report_mind();
    history_init(&report->history);
    list_trials(report);
    report_needs(games_each(&report->games, take, report).games, "games");
    print_all(report);
    history_release(&report->history);
    situations_release(&report->situations);
    mind_free(report->mind);
    free(report);
    return 0;
}
