/* tools/report/playouts.c -- how well playouts foretell how games end.

   From positions of games that ended by counting, playouts are played, and what
   they say of the winner and of the owner of every point is compared with the
   end.  A change of the playouts by 1 % shows in a minute, where a match would
   take a day.

   Errors are squares of (share of the playouts - what came true), less what the
   few playouts add by chance: with playouts that vary by V about their mean, N of
   them stray by V / (N - 1) from it.  So errors by different numbers of playouts
   compare.  */
#include <config.h>

#include "tools/bench/bench.h"
#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/report/report.h"

#include "engine/base/seconds.h"
#include "engine/go/rules.h"
#include "engine/reading/playout.h"
#include "engine/reading/status.h"
#include "patterns/playouts/local_policy.h"

#include <argp.h>
#include <assert.h>
#include <error.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* Of which points, or of the winner, errors are measured.  */
enum subject { WINNER, OWNERS, STAYING, DYING, SPACE, SUBJECTS };

static char const *const subject_names[SUBJECTS] = {"winner", "owners", "staying",
                                                    "dying", "space"};

/* The positions of one game, or of all: sums.  */
struct forecast {
    int positions;
    double count[SUBJECTS]; /* of predictions */
    double error[SUBJECTS];
    double log_loss[SUBJECTS];
};

enum { MOMENTS_MAX = 16 };

struct report_playouts {
    struct selection games;
    bool json;
    int playouts, moment_count, moments[MOMENTS_MAX];
    uint64_t seed;
    double sharpness;
    char const *weights, *save, *against;

    struct policy policy;
    void *state;
    struct forecast *rows; /* a game each */
    size_t count, capacity;
    double cpu_s;
    long played, moves;
};

/* ---------------------------------------------------------------- one position */

/* How often something came true among the playouts, in halves.  */
struct halves {
    long sum, squares;
};

static void add_prediction(struct forecast *row, enum subject subject,
                           struct halves const *tally, int playouts, double truth)
{
    assert(playouts >= 2 && truth >= 0 && truth <= 1);
    double const mean = (double)tally->sum / (2.0 * playouts);
    double const spread = (double)tally->squares / (4.0 * playouts) - mean * mean;
    double const safe = (mean * playouts + 0.5) / (playouts + 1);
    row->count[subject]++;
    row->error[subject] += (mean - truth) * (mean - truth) - spread / (playouts - 1);
    row->log_loss[subject] -= truth * log(safe) + (1 - truth) * log(1 - safe);
}

static void count_up(struct halves *tally, int halves)
{
    tally->sum += halves;
    tally->squares += halves * halves;
}

/* 0, 1, 2: White's, nobody's, Black's.  */
static int halves_of(enum color color)
{
    return 1 + (color == BLACK) - (color == WHITE);
}

/* What is true at the end of a game.  */
struct truth {
    uint8_t owner[POINTS];
    double needed; /* Black wins with more points than White and this */
    bool black_wins;
};

static void look_at(struct report_playouts *task, struct board const *board,
                    struct truth const *truth, struct rng *rng, struct forecast *row)
{
    struct halves owner[POINTS] = {{0}}, winner = {0};
    assert(task->playouts >= 2);
    for (int i = 0; i < task->playouts; i++) {
        struct board end;
        double const begin = thread_cpu_s();
        board_copy(&end, board);
        task->moves +=
            policy_playout(&task->policy, task->state, &end, rng, NULL, NULL, 0);
        task->cpu_s += thread_cpu_s() - begin;
        task->played++;
        count_up(&winner, playout_score(&end) > truth->needed ? 2 : 0);
        for (point p = board_first_point(); p; p = board_next_point(&end, p))
            count_up(&owner[p], halves_of(playout_owner(&end, p)));
    }
    row->positions++;
    add_prediction(row, WINNER, &winner, task->playouts, truth->black_wins);
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        enum subject const kind = board->color[p] == EMPTY             ? SPACE
                                  : board->color[p] == truth->owner[p] ? STAYING
                                                                       : DYING;
        double const came = halves_of((enum color)truth->owner[p]) / 2.0;
        add_prediction(row, OWNERS, &owner[p], task->playouts, came);
        add_prediction(row, kind, &owner[p], task->playouts, came);
    }
}

/* ---------------------------------------------------------------- one game */

static bool is_moment(struct report_playouts const *task, int number)
{
    for (int i = 0; i < task->moment_count; i++)
        if (task->moments[i] == number)
            return true;
    return false;
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct report_playouts *const task = context;
    struct replay walk;
    struct truth truth;
    enum status status[POINTS];
    if (!game->scored || !game->komi_known || game->winner == EMPTY)
        return true;
    replay_start(&walk, game);
    while (replay_next(&walk, why))
        ;
    if (why->text[0])
        return false;
    status_judge(&walk.board, status);
    rules_owners(&walk.board, status, truth.owner);
    truth.needed = game->komi + game->handicap;
    truth.black_wins = game->winner == BLACK;

    struct rng rng;
    rng_seed(&rng, task->seed + (uint64_t)origin->number);
    if (task->count == task->capacity)
        task->rows = x2nrealloc(task->rows, &task->capacity, sizeof *task->rows);
    struct forecast *const row = &task->rows[task->count++];
    memset(row, 0, sizeof *row);
    replay_start(&walk, game);
    while (replay_next(&walk, why))
        if (is_moment(task, walk.number))
            look_at(task, &walk.board, &truth, &rng, row);
    return true;
}

/* ---------------------------------------------------------------- all */

/* The mean of RATIO = sum of NUMERATOR by sum of DENOMINATOR over games, and how
   far chance may have moved it: the standard error of a ratio of sums.  */
struct estimate {
    double mean, error;
};

static struct estimate estimate(struct report_playouts const *task,
                                enum subject subject, struct forecast const *before)
{
    assert(task->count > 0);
    double top = 0, bottom = 0, squares = 0;
    for (size_t i = 0; i < task->count; i++) {
        top += task->rows[i].error[subject] - (before ? before[i].error[subject] : 0);
        bottom += task->rows[i].count[subject];
    }
    struct estimate result = {.mean = top / bottom};
    for (size_t i = 0; i < task->count; i++) {
        double const value =
            task->rows[i].error[subject] - (before ? before[i].error[subject] : 0);
        double const rest = value - result.mean * task->rows[i].count[subject];
        squares += rest * rest;
    }
    result.error = sqrt(squares) / bottom;
    return result;
}

static double log_loss(struct report_playouts const *task, enum subject subject)
{
    double top = 0, bottom = 0;
    for (size_t i = 0; i < task->count; i++) {
        top += task->rows[i].log_loss[subject];
        bottom += task->rows[i].count[subject];
    }
    return top / bottom;
}

static void tell(struct report_playouts const *task, struct forecast const *before)
{
    if (!task->json)
        printf("%-8s %9s %8s  %s\n", "of", "error", "log-loss",
               before ? "change of error, and its standard error" : "");
    for (enum subject subject = 0; subject < SUBJECTS; subject++) {
        struct estimate const error = estimate(task, subject, NULL);
        struct estimate const change = estimate(task, subject, before);
        double const was = error.mean - change.mean;
        printf(task->json ? "{\"of\": \"%s\", \"error\": %.5f, \"log_loss\": %.4f"
                          : "%-8s %9.5f %8.4f",
               subject_names[subject], error.mean, log_loss(task, subject));
        if (before)
            printf(task->json ? ", \"change_percent\": %.2f, \"chance_percent\": %.2f"
                              : "  %+6.2f %% +- %.2f",
                   100 * change.mean / was, 100 * change.error / was);
        puts(task->json ? "}" : "");
    }
    printf(task->json ? "{\"games\": %zu, \"playouts\": %ld, \"playouts_per_s\": %.0f, "
                        "\"moves_per_playout\": %.1f}\n"
                      : "%zu games, %ld playouts, %.0f a CPU second, %.1f moves each\n",
           task->count, task->played, (double)task->played / task->cpu_s,
           (double)task->moves / (double)task->played);
}

static void save(struct report_playouts const *task)
{
    FILE *const file = fopen(task->save, "wb");
    if (!file ||
        fwrite(task->rows, sizeof *task->rows, task->count, file) != task->count)
        error(EXIT_FAILURE, 0, "Cannot write %s.", task->save);
    fclose(file);
}

static struct forecast *load(struct report_playouts const *task)
{
    struct forecast *const rows = xnmalloc(task->count + 1, sizeof *rows);
    FILE *const file = fopen(task->against, "rb");
    if (!file || fread(rows, sizeof *rows, task->count + 1, file) != task->count)
        error(EXIT_FAILURE, 0, "%s is not about the same games.", task->against);
    fclose(file);
    return rows;
}

/* ---------------------------------------------------------------- options */

enum {
    OPTION_JSON = 256,
    OPTION_PLAYOUTS,
    OPTION_SEED,
    OPTION_MOVES,
    OPTION_WEIGHTS,
    OPTION_SHARPNESS,
    OPTION_SAVE,
    OPTION_AGAINST
};

static struct argp_option const options[] = {
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {"playouts", OPTION_PLAYOUTS, "N", 0, "Playouts from each position (16)", 0},
    {"seed", OPTION_SEED, "N", 0, "Seed of the playouts (1)", 0},
    {"moves", OPTION_MOVES, "LIST", 0,
     "Positions before these moves (60,100,140,180,220)", 0},
    {"weights", OPTION_WEIGHTS, "FILE", 0, "Play by these weights (`uniform': none)",
     0},
    {"sharpness", OPTION_SHARPNESS, "X", 0, "Times the weights as learnt", 0},
    {"save", OPTION_SAVE, "FILE", 0, "Keep the errors of every game in FILE", 0},
    {"against", OPTION_AGAINST, "FILE", 0,
     "Compare, game by game, with the errors kept in FILE", 0},
    {0},
};

static void parse_moments(struct report_playouts *task, char const *list,
                          struct argp_state *state)
{
    task->moment_count = 0;
    for (char const *word = list;; word++) {
        char *end;
        long const number = strtol(word, &end, 10);
        if (end == word || (*end && *end != ',') || number < 0 || number > 10000 ||
            task->moment_count == MOMENTS_MAX)
            argp_error(state, "--moves are up to %d numbers with commas, not %s",
                       MOMENTS_MAX, list);
        task->moments[task->moment_count++] = (int)number;
        word = end;
        if (!*word)
            return;
    }
}

static double parse_sharpness(char const *arg, struct argp_state *state)
{
    char *end;
    double const sharpness = strtod(arg, &end);
    if (end == arg || *end || !(sharpness > 0 && sharpness < 100))
        argp_error(state, "--sharpness is a number above 0, not %s", arg);
    return sharpness;
}

static struct cmdline_row const straight[] = {
    CMDLINE_FLAG(struct report_playouts, json, OPTION_JSON),
    CMDLINE_TEXT(struct report_playouts, weights, OPTION_WEIGHTS),
    CMDLINE_TEXT(struct report_playouts, save, OPTION_SAVE),
    CMDLINE_TEXT(struct report_playouts, against, OPTION_AGAINST),
    CMDLINE_NUMBER(struct report_playouts, playouts, OPTION_PLAYOUTS, 2, 100000),
    CMDLINE_NUMBER(struct report_playouts, seed, OPTION_SEED, 0, 1000000000),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct report_playouts *const task = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &task->games;
        return 0;
    case OPTION_MOVES:
        parse_moments(task, arg, state);
        return 0;
    case OPTION_SHARPNESS:
        task->sharpness = parse_sharpness(arg, state);
        return 0;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

static struct local_policy *open_policy(struct report_playouts *task)
{
    struct failure why;
    task->policy = uniform_policy;
    if (task->weights && strcmp(task->weights, "uniform") == 0)
        return NULL;
    struct local_policy *const local =
        local_policy_open(task->weights, (float)task->sharpness, &why);
    if (!local)
        error(EXIT_FAILURE, 0, "%s", why.text);
    task->policy = local_policy_row(local);
    return local;
}

static struct argp const argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAMES...",
    .doc = "Play from positions of games that were counted, and tell how far the "
           "mean of the playouts is from what came true (mean squared error, 0.25 "
           "for who knows nothing): who won; who owned each point, those with "
           "stones that stayed, with stones that died, and the empty ones.",
    .children = selection_children,
};

int report_playouts_main(int argc, char **argv)
{
    struct report_playouts task = {.games.splits = 1 << SPLIT_VALIDATION,
                                   .playouts = 16,
                                   .seed = 1,
                                   .sharpness = (double)local_sharpness,
                                   .moment_count = 5,
                                   .moments = {60, 100, 140, 180, 220}};
    cmdline_parse(&argp, argc, argv, &task);
    struct local_policy *const local = open_policy(&task);
    task.state = policy_new_state(&task.policy);
    games_each(&task.games, take, &task);
    report_needs(task.played, "games long enough, counted and with a result");
    struct forecast *const before = task.against ? load(&task) : NULL;
    tell(&task, before);
    if (task.save)
        save(&task);
    free(before);
    free(task.rows);
    free(task.state);
    local_policy_free(local);
    return 0;
}
