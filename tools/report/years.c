/* tools/report/years.c -- does what is foretold hold for games of another time?

   For the games of each file and year: how well their moves are foretold by all sources
   at full effort, whether P is what it says, and what exponent of P would have been
   right.  Exponents are fitted on validation games and say what they gain on test
   games. And a move that came into fashion: into the corner at 3-3, under a stone at
   4-4 that is alone there, within the first moves of a game.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/report/report.h"

#include "engine/base/json.h"
#include "engine/records/gamename.h"
#include "engine/records/situations.h"
#include "player/mind.h"

#include <argp.h>
#include <error.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum {
    EXPONENTS = 41,  /* from 0.80 in steps of 0.01 */
    AS_IT_IS = 20,   /* 1 */
    CORNER_SIDE = 7, /* lines of a corner */
    YEARS_MAX = 128,
    PARTS = SPLIT_TEST + 1,
};

/* What is told as 0.00 %; and a move given as much as SURE is hardly a question.  */
static double const nothing = 0.00005, sure = 0.8;

/* What each exponent of P gains in log P.  */
struct tempering {
    long count;
    double sum[EXPONENTS], squares[EXPONENTS];
};

/* Invasions at 3-3.  A chance is a position in which there is a corner for it.  */
struct invasions {
    long chances, played;
    long asked, given_none;         /* positions in which we said what we think of it */
    double given, given_log, meant; /* sums of P of those played, and of all chances */
    long weighed;                   /* chances among those asked */
};

struct year_row {
    char file[GAME_TEXT];
    int year;
    long positions[PARTS];
    long first, sure, sure_played;
    double log_p, squares, most, sure_p;
    struct tempering tempering[PARTS];
    struct invasions invasions;
};

struct years_report {
    struct selection games;
    bool json;
    int every;
    int early;          /* so many moves begin a game */
    long positions_max; /* of a row, in each part */
    struct mind *mind;
    struct tuning tuning;
    struct situations situations;
    long moves;
    struct year_row all, rows[YEARS_MAX];
    int count;
};

/* ---------------------------------------------------------------- invasions */

/* The point of the corner at LINE-LINE; bit 0 of CORNER: right, bit 1: above.  */
static point corner_point(struct board const *board, int corner, int column, int row)
{
    return point_at(corner & 1 ? board->width + 1 - column : column,
                    corner & 2 ? board->height + 1 - row : row);
}

/* Nothing but a stone of the other side at 4-4?  */
static bool stands_alone(struct board const *board, int corner)
{
    enum color const other = opponent((enum color)board->to_move);
    for (int column = 1; column <= CORNER_SIDE; column++)
        for (int row = 1; row <= CORNER_SIDE; row++) {
            point const p = corner_point(board, corner, column, row);
            bool const star = column == 4 && row == 4;
            if (board_color(board, p) != (star ? other : EMPTY))
                return false;
        }
    return true;
}

/* Where the side to move may invade in the first EARLY moves; returns how many of the
   four.  */
static int list_invasions(struct situation const *situation, int early, point list[4])
{
    struct board const *const board = situation->board;
    int count = 0;
    if (situation->move_count >= early || board->width < 2 * CORNER_SIDE ||
        board->height < 2 * CORNER_SIDE)
        return 0;
    for (int corner = 0; corner < 4; corner++)
        if (stands_alone(board, corner))
            list[count++] = corner_point(board, corner, 3, 3);
    return count;
}

static bool is_among(point at, point const list[], int count)
{
    for (int i = 0; i < count; i++)
        if (list[i] == at)
            return true;
    return false;
}

/* ---------------------------------------------------------------- one position */

static double said_of(struct candidates const *candidates, point at)
{
    struct candidate const *const candidate = candidates_find(candidates, at);
    return candidate ? fmax((double)candidate->prediction, 1e-9) : 1e-9;
}

static double exponent_of(int k)
{
    return 1 + 0.01 * (k - AS_IT_IS);
}

/* What P to the power of each exponent would have said of a move of log P, LOG_P.  */
static void temper(struct tempering *tempering, struct candidates const *candidates,
                   double log_p)
{
    float logs[AREA_MAX + 1] = {0};
    for (int i = 0; i < candidates->count; i++)
        logs[i] = logf(fmaxf(candidates->list[i].prediction, 1e-9f));
    tempering->count++;
    for (int k = 0; k < EXPONENTS; k++) {
        float total = FLT_MIN;
        for (int i = 0; i < candidates->count; i++)
            total += expf((float)exponent_of(k) * logs[i]);
        double const gain = (exponent_of(k) - 1) * log_p - log((double)total);
        tempering->sum[k] += gain;
        tempering->squares[k] += gain * gain;
    }
}

static void judge(struct year_row *row, struct candidates const *candidates,
                  point played)
{
    double const p = said_of(candidates, played);
    struct candidate const *best = &candidates->list[0];
    double most = 0;
    for (int i = 0; i < candidates->count; i++)
        if ((double)candidates->list[i].prediction > most) {
            best = &candidates->list[i];
            most = (double)best->prediction;
        }
    row->log_p += log(p);
    row->squares += log(p) * log(p);
    row->most += most;
    row->first += best->at == played;
    if (most < sure)
        return;
    row->sure++;
    row->sure_p += most;
    row->sure_played += best->at == played;
}

static void weigh_invasion(struct invasions *invasions,
                           struct candidates const *candidates, point const list[],
                           int count, bool sampled, point played)
{
    double given = 0;
    for (int i = 0; i < count; i++)
        given += said_of(candidates, list[i]);
    if (sampled) {
        invasions->weighed++;
        invasions->meant += given;
    }
    if (!is_among(played, list, count))
        return;
    double const p = said_of(candidates, played);
    invasions->asked++;
    invasions->given += p;
    invasions->given_log += log(p);
    invasions->given_none += p < nothing;
}

static void look(struct years_report *report, struct year_row *row, enum split split,
                 point played)
{
    struct situation const *const situation = &report->situations.situation;
    bool const sampled = report->moves++ % report->every == 0 && played != PASS &&
                         row->positions[split] < report->positions_max;
    struct year_row *const rows[] = {row, &report->all};
    point list[4];
    int const corners = list_invasions(situation, report->early, list);
    bool const invades = is_among(played, list, corners);
    struct candidates const *const candidates =
        sampled || invades
            ? consult(mind_consultation(report->mind), situation, EFFORT_FULL)
            : NULL;
    for (int i = 0; i < 2; i++) {
        rows[i]->invasions.chances += corners > 0;
        rows[i]->invasions.played += invades;
        if (candidates && corners)
            weigh_invasion(&rows[i]->invasions, candidates, list, corners, sampled,
                           played);
        if (!sampled)
            continue;
        rows[i]->positions[split]++;
        temper(&rows[i]->tempering[split], candidates,
               log(said_of(candidates, played)));
        if (split == SPLIT_TEST)
            judge(rows[i], candidates, played);
    }
}

/* ---------------------------------------------------------------- games */

static struct year_row *row_of(struct years_report *report, char const *path, int year)
{
    char file[GAME_TEXT];
    gamename_file(path, file);
    for (int i = 0; i < report->count; i++)
        if (report->rows[i].year == year && strcmp(report->rows[i].file, file) == 0)
            return &report->rows[i];
    if (report->count == YEARS_MAX)
        return NULL;
    struct year_row *const row = &report->rows[report->count++];
    row->year = year;
    snprintf(row->file, sizeof row->file, "%s", file);
    return row;
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct years_report *const report = context;
    struct situations *const situations = &report->situations;
    struct year_row *const row = row_of(report, origin->file, game_year(game->date));
    if (!row)
        return failed(why, "there are more than %d years", YEARS_MAX);
    situations_start(situations, game);
    while (situations_next(situations, why))
        look(report, row, split_of(origin->number), situations->walk.move.at);
    return !why->text[0];
}

/* ---------------------------------------------------------------- printing */

struct fitted {
    double exponent, gain, error; /* the gain is that on test games; NAN: not known */
};

/* The exponent that was best on validation games.  */
static struct fitted fit(struct year_row const *row)
{
    struct tempering const *const by = &row->tempering[SPLIT_VALIDATION],
                                  *const test = &row->tempering[SPLIT_TEST];
    double const n = (double)test->count;
    int best = AS_IT_IS;
    if (!by->count || test->count < 2)
        return (struct fitted){NAN, NAN, NAN};
    for (int k = 0; k < EXPONENTS; k++)
        if (by->sum[k] > by->sum[best])
            best = k;
    double const gain = test->sum[best] / n;
    return (struct fitted){
        exponent_of(best), gain,
        sqrt(fmax(test->squares[best] / n - gain * gain, 0) / (n - 1))};
}

/* NAN: of nothing there is no share.  */
static double share(double part, long whole)
{
    return whole ? part / (double)whole : NAN;
}

/* One figure of a row: its heading, how wide, how many digits, and what it is.  */
struct year_figure {
    char const *key, *heading;
    int width, digits;
    double value;
};

enum { FIGURES = 17 };

static void list_figures(struct year_row const *row,
                         struct year_figure figures[FIGURES])
{
    struct invasions const *const in = &row->invasions;
    struct fitted const fitted = fit(row);
    long const n = row->positions[SPLIT_TEST];
    double const mean = share(row->log_p, n);
    double const spread = share(row->squares, n) - mean * mean;
    struct year_figure const list[FIGURES] = {
        {"positions", "moves", 6, 0, (double)n},
        {"first_percent", "first", 6, 1, 100 * share((double)row->first, n)},
        {"meant_percent", "meant", 6, 1, 100 * share(row->most, n)},
        {"log_p", "log P", 7, 3, mean},
        {"log_p_error", "+-", 6, 3, n ? sqrt(fmax(share(spread, n), 0)) : NAN},
        {"sure", "sure", 6, 0, (double)row->sure},
        {"sure_meant_percent", "meant", 6, 1, 100 * share(row->sure_p, row->sure)},
        {"sure_played_percent", "played", 6, 1,
         100 * share((double)row->sure_played, row->sure)},
        {"exponent", "exponent", 8, 2, fitted.exponent},
        {"gain", "gains", 8, 4, fitted.gain},
        {"gain_error", "+-", 7, 4, fitted.error},
        {"chances", "3-3", 8, 0, (double)in->chances},
        {"invasions", "played", 6, 0, (double)in->played},
        {"played_percent", "%", 7, 3, 100 * share((double)in->played, in->chances)},
        {"given_percent", "meant", 7, 3, 100 * share(in->meant, in->weighed)},
        {"given_played_percent", "P", 7, 3, 100 * exp(share(in->given_log, in->asked))},
        {"given_none", "0.00 %", 6, 0, (double)in->given_none},
    };
    memcpy(figures, list, sizeof list);
}

static void print_heading(void)
{
    struct year_row const none = {.year = 0};
    struct year_figure figures[FIGURES];
    list_figures(&none, figures);
    printf("%-14s %4s", "games", "year");
    for (int i = 0; i < FIGURES; i++)
        printf(" %*s", figures[i].width, figures[i].heading);
    putchar('\n');
}

static void print_row(struct year_row const *row, bool json)
{
    struct year_figure figures[FIGURES];
    list_figures(row, figures);
    if (json) {
        putchar('{');
        json_text("file", row->file, stdout);
    } else
        printf("%-14s %4d", row->file, row->year);
    for (int i = 0; i < FIGURES; i++)
        if (json)
            json_number(figures[i].key, figures[i].value, stdout);
        else if (isnan(figures[i].value))
            printf(" %*s", figures[i].width, "-");
        else
            printf(" %*.*f", figures[i].width, figures[i].digits, figures[i].value);
    if (json)
        printf("\"year\": %d}", row->year);
    putchar('\n');
}

static int by_file_and_year(void const *left, void const *right)
{
    struct year_row const *const a = left, *const b = right;
    int const files = strcmp(a->file, b->file);
    return files ? files : a->year - b->year;
}

static void print_all(struct years_report *report)
{
    qsort(report->rows, (size_t)report->count, sizeof *report->rows, by_file_and_year);
    if (!report->json)
        print_heading();
    for (int i = 0; i < report->count; i++)
        print_row(&report->rows[i], report->json);
    print_row(&report->all, report->json);
}

/* ---------------------------------------------------------------- options */

enum { OPTION_JSON = 256, OPTION_EVERY, OPTION_EARLY, OPTION_POSITIONS, OPTION_SET };

static struct argp_option const options[] = {
    {"every", OPTION_EVERY, "N", 0, "Ask at one move in N (53)", 0},
    {"early", OPTION_EARLY, "N", 0, "Look for invasions in the first N moves (20)", 0},
    {"positions", OPTION_POSITIONS, "N", 0,
     "Ask at no more than N moves of a year of a file, in each part (2000)", 0},
    {"set", OPTION_SET, "NAME=VALUE", 0, "A parameter, as `hishi gtp --help' has them",
     0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static struct cmdline_row const straight[] = {
    CMDLINE_FLAG(struct years_report, json, OPTION_JSON),
    CMDLINE_NUMBER(struct years_report, every, OPTION_EVERY, 1, INT_MAX),
    CMDLINE_NUMBER(struct years_report, early, OPTION_EARLY, 1, INT_MAX),
    CMDLINE_NUMBER(struct years_report, positions_max, OPTION_POSITIONS, 1, LONG_MAX),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct years_report *const report = state->input;
    struct failure why;
    if (key == ARGP_KEY_INIT)
        state->child_inputs[0] = &report->games;
    else if (key != OPTION_SET)
        return cmdline_take(straight, key, arg, state);
    else if (!tuning_assign(&report->tuning, arg, &why))
        argp_error(state, "%s", why.text);
    return 0;
}

int report_years_main(int argc, char **argv)
{
    static struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "GAMES...",
        .doc =
            "Whether what is foretold holds for games of another time: for the test "
            "games of each file and year, how often the move comes first and how often "
            "that was meant, the same of moves given 80 % or more, and what is gained "
            "by an exponent of P that was fitted by their validation games; then, of "
            "all games, invasions at 3-3 under a 4-4 stone alone among early moves: "
            "how often there was a chance, how often it was played, how often that was "
            "meant, the mean P where it was played (geometric), and where it was said "
            "to be 0.00 %.  - is where nothing was asked.",
        .children = selection_children,
    };
    struct years_report *const report = xzalloc(sizeof *report);
    report->games.splits = 1u << SPLIT_VALIDATION | 1u << SPLIT_TEST;
    report->every = 53;
    report->early = 20;
    report->positions_max = 2000;
    snprintf(report->all.file, sizeof report->all.file, "all");
    params_reset(tuning_params, &report->tuning);
    cmdline_parse(&argp, argc, argv, report);
    report->mind = report_mind();
    sources_weigh(mind_consultation(report->mind), &report->tuning.sources);
    report_needs(games_each(&report->games, take, report).games, "games");
    print_all(report);
    situations_release(&report->situations);
    mind_free(report->mind);
    free(report);
    return 0;
}
