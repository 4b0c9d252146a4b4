/* tools/report/model.c -- how well the model predicts the moves of games.  */
#include <config.h>

#include "tools/bench/bench.h"
#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/report/report.h"

#include "engine/base/datafile.h"
#include "engine/base/seconds.h"
#include "engine/records/situations.h"
#include "patterns/model/model.h"

#include <argp.h>
#include <error.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum { STAGES = 10, STAGE_MOVES = 30, BINS = 10, AREAS = 3, SIXTHS = 6 };

static int const depths[] = {1, 5, 10, 20, 40};
enum { DEPTHS = sizeof depths / sizeof *depths };

/* Predictions of one kind of moves.  */
struct predictions {
    long positions;
    long within[DEPTHS]; /* the move was among the best depths[i] */
    double log_p;
};

/* Moves whose P(move) fell into one bin: how many, how many were played, and
   what the model expected.  */
struct bin {
    double moves, played, expected;
};

struct view_of_model {
    char const *model_path;
    struct selection games;
    bool json;
    uint32_t families;

    struct model *model;
    struct describer *describer;
    struct features *features;
    struct situations situations;

    struct predictions all, stage[STAGES], area[AREAS], fact[FACTS], sixth[SIXTHS];
    struct bin bin[BINS];
    double cpu_s, reading_cpu_s; /* all; the facts alone, from nothing */
    struct tactics tactics;
};

static void count(struct predictions *record, int rank, double p)
{
    record->positions++;
    record->log_p += log(p);
    for (int i = 0; i < DEPTHS; i++)
        record->within[i] += rank < depths[i];
}

/* Corner, side, centre.  */
static int area_of(struct board const *board, point p)
{
    int const x = point_column(p), y = point_row(p), edge = board->width / 4 + 1;
    bool const side_x = x <= edge || x > board->width - edge;
    bool const side_y = y <= edge || y > board->height - edge;
    return side_x && side_y ? 0 : side_x || side_y ? 1 : 2;
}

static int bin_of(float p)
{
    static float const limit[BINS - 1] = {0.001f, 0.003f, 0.01f, 0.03f, 0.1f,
                                          0.3f,   0.5f,   0.7f,  0.9f};
    int bin = 0;
    while (bin < BINS - 1 && p >= limit[bin])
        bin++;
    return bin;
}

static void count_move(struct view_of_model *view, struct board const *board,
                       float const p[], struct move const *played, int number,
                       int length)
{
    struct features const *const features = view->features;
    int answer = -1, rank = 0;

    for (int i = 0; i < features->count; i++)
        if (features->list[i].at == played->at)
            answer = i;
    if (answer < 0)
        return;
    for (int i = 0; i < features->count; i++) {
        struct bin *const bin = &view->bin[bin_of(p[i])];
        rank += p[i] > p[answer] || (i < answer && p[i] == p[answer]);
        bin->moves++;
        bin->played += i == answer;
        bin->expected += p[i];
    }
    double const probability = p[answer] > 1e-30f ? p[answer] : 1e-30f;
    count(&view->all, rank, probability);
    int const stage = number / STAGE_MOVES;
    count(&view->stage[stage < STAGES ? stage : STAGES - 1], rank, probability);
    if (number % (length / SIXTHS + 1) == 0)
        count(&view->sixth[number / (length / SIXTHS + 1)], rank, probability);
    if (played->at == PASS)
        return;
    count(&view->area[area_of(board, played->at)], rank, probability);
    uint64_t claims = view->describer->tactics.move[played->at].claims;
    for (; claims; claims &= claims - 1)
        count(&view->fact[__builtin_ctzll(claims)], rank, probability);
}

static void rate(struct view_of_model *view, struct situation const *situation,
                 float p[static AREA_MAX + 1])
{
    features_describe(view->describer, model_lexicon(view->model), situation,
                      view->features);
    model_rate(view->model, view->features, p);
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct view_of_model *const view = context;
    struct situations *const situations = &view->situations;
    struct replay const *const walk = &situations->walk;
    int const length = game_moves(game);
    (void)origin;

    situations_start(situations, game);
    while (situations_next(situations, why)) {
        double const start_s = thread_cpu_s();
        float p[AREA_MAX + 1];
        rate(view, &situations->situation, p);
        view->cpu_s += thread_cpu_s() - start_s;
        double const read_s = thread_cpu_s();
        tactics_clear(&view->tactics);
        tactics_read(&view->tactics, &walk->board);
        view->reading_cpu_s += thread_cpu_s() - read_s;
        count_move(view, &walk->board, p, &walk->move, walk->number, length);
    }
    return !why->text[0];
}

static double percent(long part, long whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_record(struct view_of_model const *view, char const *kind,
                         char const *name, struct predictions const *record)
{
    if (!record->positions)
        return;
    if (view->json)
        printf("{\"%s\": \"%s\", \"positions\": %ld", kind, name, record->positions);
    else
        printf("%-46s %8ld", name, record->positions);
    for (int i = 0; i < DEPTHS; i++)
        if (view->json)
            printf(", \"top_%d_percent\": %.2f", depths[i],
                   percent(record->within[i], record->positions));
        else
            printf(" %6.2f", percent(record->within[i], record->positions));
    printf(view->json ? ", \"log_likelihood\": %.4f}\n" : " %8.4f\n",
           record->log_p / (double)record->positions);
}

static void print_records(struct view_of_model const *view)
{
    static char const *const areas[AREAS] = {"corner", "side", "centre"};
    char name[64];

    if (!view->json)
        printf("%-46s %8s %6s %6s %6s %6s %6s %8s\n", "", "moves", "top 1", "5", "10",
               "20", "40", "log P");
    print_record(view, "moves", "all", &view->all);
    for (int i = 0; i < STAGES; i++) {
        snprintf(name, sizeof name, "moves %d-%d", i * STAGE_MOVES,
                 (i + 1) * STAGE_MOVES - 1);
        print_record(view, "stage", name, &view->stage[i]);
    }
    for (int i = 1; i < SIXTHS; i++) {
        snprintf(name, sizeof name, "at %d/6 of the game", i);
        print_record(view, "sixth", name, &view->sixth[i]);
    }
    for (int i = 0; i < AREAS; i++)
        print_record(view, "area", areas[i], &view->area[i]);
    for (int i = 0; i < FACTS; i++)
        print_record(view, "fact", fact_name((enum fact)i), &view->fact[i]);
}

static void print_calibration(struct view_of_model const *view)
{
    if (!view->json)
        printf("P(move): moves, mean of P, played\n");
    for (int i = 0; i < BINS; i++) {
        struct bin const *const bin = &view->bin[i];
        if (bin->moves > 0)
            printf(view->json ? "{\"moves\": %.0f, \"expected_percent\": %.3f, "
                                "\"played_percent\": %.3f}\n"
                              : "%12.0f %8.3f %% %8.3f %%\n",
                   bin->moves, 100 * bin->expected / bin->moves,
                   100 * bin->played / bin->moves);
    }
}

enum { OPTION_JSON = 256, OPTION_MODEL, OPTION_WITHOUT };

static struct argp_option const options[] = {
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {"model", OPTION_MODEL, "FILE", 0, "Weights to use instead of the program's", 0},
    {"without", OPTION_WITHOUT, "NUMBER", 0,
     "Leave a family of features out: 0 shapes, 1 with last moves, 2 liberties, "
     "4 place, 5 nearness, 6 contact, 7 reading, 8 reading jointly, 9 chains, 10 ko, "
     "11 pass, 12 shapes around last moves, 13 surroundings, 14 5x5 windows",
     0},
    {0},
};

/* How far shapes are known is no feature that a description could lack.  */
static void leave_out(struct view_of_model *view, long family, struct argp_state *state)
{
    if (family < 0 || family >= FAMILIES || family == FAMILY_DEPTH ||
        family == FAMILY_PAIRS)
        argp_error(state, "there is no family %ld to be left out", family);
    view->families &= ~(1u << family);
}

static struct cmdline_row const straight[] = {
    CMDLINE_FLAG(struct view_of_model, json, OPTION_JSON),
    CMDLINE_TEXT(struct view_of_model, model_path, OPTION_MODEL),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct view_of_model *const view = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &view->games;
        return 0;
    case OPTION_WITHOUT:
        leave_out(view, strtol(arg, NULL, 10), state);
        return 0;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

static struct argp const argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAMES...",
    .doc = "How often the move played is among the model's best 1 to 40, by stage, "
           "place and kind of move; its mean log P; whether P is what it says; and "
           "the time for a position.",
    .children = selection_children,
};

int report_model_main(int argc, char **argv)
{
    struct view_of_model view = {
        .games.splits = 1u << SPLIT_TEST,
        .families = UINT32_MAX,
        .features = xmalloc(sizeof *view.features),
        .describer = describer_new(),
    };
    char path[DATAFILE_PATH];
    struct failure why;

    cmdline_parse(&argp, argc, argv, &view);
    if (!view.model_path) {
        if (!datafile_find("model.hishi", path, &why))
            error(1, 0, "%s", why.text);
        view.model_path = path;
    }
    view.model = model_open(view.model_path, &why);
    if (!view.model)
        error(1, 0, "%s", why.text);
    describer_choose(view.describer, view.families);
    struct games_read const read = games_each(&view.games, take, &view);
    report_needs(read.games, "games");
    double const positions = (double)(view.all.positions + 1);
    printf(view.json ? "{\"games\": %ld, \"us_per_position\": %.1f, "
                       "\"reading_us_per_position\": %.1f}\n"
                     : "%ld games, %.1f us of CPU time a position; facts read from "
                       "nothing %.1f us\n",
           read.games, 1e6 * view.cpu_s / positions,
           1e6 * view.reading_cpu_s / positions);
    print_records(&view);
    print_calibration(&view);
    model_free(view.model);
    describer_free(view.describer);
    free(view.features);
    situations_release(&view.situations);
    return 0;
}
