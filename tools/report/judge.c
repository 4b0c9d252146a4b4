/* tools/report/judge.c -- how well the judge foretells how games end, beside playouts.

   From positions of games that ended by counting, the judge and learnt playouts say
   who owns every point, what the lead is and who wins, and all is compared with the
   end.  And at every seventh move of all games, how often the next move is the one that
   the judge, the model, and both together hold for the likeliest.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/report/report.h"

#include "engine/base/datafile.h"
#include "engine/base/seconds.h"
#include "engine/reading/playout.h"
#include "engine/records/situations.h"
#include "patterns/judge/judge.h"
#include "patterns/learning/judge_games.h"
#include "patterns/model/model.h"
#include "patterns/playouts/local_policy.h"
#include "player/mind.h"

#include <argp.h>
#include <error.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whose opinions are compared.  */
enum speaker { JUDGE, FEW, MANY, SEARCH, SEARCH_ALONE, SPEAKERS };

enum { MOMENTS = 4, FEW_PLAYOUTS = 64, POLICY_EVERY = 7 };

/* A game is clearly won by more than so many points.  */
static double const clearly = 3;

static int const moments[MOMENTS] = {50, 100, 150, 200};

/* How far an opinion was from what came true.  */
struct miss {
    double owners; /* mean square over points; an owner is 0, 1/2 or 1 */
    double winner; /* square */
    double lead;   /* square, in points */
    double wrong;  /* 1: sees the other side ahead in a game that is clearly won */
};

struct judge_row {
    long positions, clear;
    struct miss sum[SPEAKERS];
    struct miss gap, gap_squares; /* of MANY, less that of JUDGE */
};

/* Who foretells moves.  */
enum prophet { BY_MODEL, BY_JUDGE, BY_BOTH, PROPHETS };

static char const *const prophet_names[PROPHETS] = {"model", "judge", "both"};

struct foretold {
    long positions, right[PROPHETS];
    double log_p[PROPHETS];
};

struct judge_task {
    struct selection games;
    bool json;
    int playouts, searched; /* 0: not asked */
    uint64_t seed;
    double blend;
    char const *file;

    struct mind *mind;
    struct tuning tuning;
    struct history history;
    struct judge *judge;
    struct judge_desk *desk;
    struct policy policy;
    void *state;
    struct model *model;
    struct describer *describer;
    struct features *features;
    struct situations situations;
    struct judge_row rows[MOMENTS];
    struct foretold foretold;
    double judge_s, playout_s;
    long looks, played;
};

/* What is true at the end of a game.  */
struct judged_truth {
    uint8_t owner[POINTS];
    double lead, needed;
    bool black_wins;
};

/* ---------------------------------------------------------------- one position */

static double square(double x)
{
    return x * x;
}

static bool is_clear(struct judged_truth const *truth)
{
    return fabs(truth->lead - truth->needed) > clearly;
}

/* OWNER: Black's chance of each point.  */
static struct miss miss_of(struct board const *board, struct judged_truth const *truth,
                           double const owner[POINTS], double lead, double win)
{
    struct miss miss = {.winner = square(win - truth->black_wins),
                        .lead = square(lead - truth->lead),
                        .wrong = is_clear(truth) &&
                                 (lead > truth->needed) != truth->black_wins};
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        miss.owners += square(owner[p] - (truth->owner[p] == BLACK   ? 1
                                          : truth->owner[p] == WHITE ? 0
                                                                     : 0.5));
    miss.owners /= board->width * board->height;
    return miss;
}

static struct judge_opinion judge_says(struct judge_task *task,
                                       struct situation const *situation, double needed)
{
    struct judge_opinion opinion;
    double const begin_s = thread_cpu_s();
    judge_look(task->judge, task->desk, situation, NULL, needed, &opinion);
    task->judge_s += thread_cpu_s() - begin_s;
    task->looks++;
    return opinion;
}

static struct miss miss_of_judge(struct judge_task *task,
                                 struct judged_truth const *truth)
{
    struct situation const *const situation = &task->situations.situation;
    struct judge_opinion const opinion = judge_says(task, situation, truth->needed);
    double owner[POINTS];
    for (int p = 0; p < POINTS; p++)
        owner[p] = (1 + (double)opinion.owner[p]) / 2;
    return miss_of(situation->board, truth, owner, (double)opinion.lead,
                   (double)opinion.win);
}

static struct miss miss_of_counts(struct board const *board,
                                  struct judged_truth const *truth,
                                  int const halves[POINTS], double lead, double wins,
                                  int playouts)
{
    double owner[POINTS];
    for (int p = 0; p < POINTS; p++)
        owner[p] = halves[p] / (2.0 * playouts);
    return miss_of(board, truth, owner, lead / playouts, wins / playouts);
}

static void miss_of_playouts(struct judge_task *task, struct judged_truth const *truth,
                             struct rng *rng, struct miss miss[SPEAKERS])
{
    struct board const *const board = task->situations.situation.board;
    int halves[POINTS] = {0};
    double lead = 0, wins = 0;
    double const begin_s = thread_cpu_s();
    for (int i = 1; i <= task->playouts; i++) {
        struct board end;
        board_copy(&end, board);
        policy_playout(&task->policy, task->state, &end, rng, NULL, NULL, 0);
        int const score = playout_score(&end);
        lead += score;
        wins += score > truth->needed;
        for (point p = board_first_point(); p; p = board_next_point(&end, p)) {
            enum color const owner = playout_owner(&end, p);
            halves[p] += 1 + (owner == BLACK) - (owner == WHITE);
        }
        if (i == FEW_PLAYOUTS)
            miss[FEW] = miss_of_counts(board, truth, halves, lead, wins, i);
    }
    task->playout_s += thread_cpu_s() - begin_s;
    task->played += task->playouts;
    miss[MANY] = miss_of_counts(board, truth, halves, lead, wins, task->playouts);
}

/* What a search sees, from scratch, with the judge or without.  */
static struct miss miss_of_search(struct judge_task *task,
                                  struct judged_truth const *truth, bool judged)
{
    static struct decision decision;
    struct situation const *const situation = &task->situations.situation;
    struct task const question = {.situation = *situation,
                                  .rules = rules_find("chinese"),
                                  .history = &task->history,
                                  .komi = truth->needed,
                                  .budget_ms = -1};
    double owner[POINTS];
    task->tuning.sources.judge = judged;
    struct player *const player = mind_player(task->mind, &task->tuning, truth->needed);
    search_forget(mind_search(task->mind, &task->tuning.search));
    mind_reseed(task->mind, task->seed);
    history_clear(&task->history);
    history_push(&task->history, situation->board);
    player_decide(player, &question, &decision);
    bool const black = situation->board->to_move == BLACK;
    for (int p = 0; p < POINTS; p++)
        owner[p] = 0.5; /* it is not asked for them */
    return miss_of(situation->board, truth, owner,
                   truth->needed + (black ? decision.score : -decision.score),
                   black ? decision.win : 1 - decision.win);
}

static void add_miss(struct miss *sum, struct miss const *miss, double by, bool squares)
{
    sum->owners += squares ? square(miss->owners) : by * miss->owners;
    sum->winner += squares ? square(miss->winner) : by * miss->winner;
    sum->lead += squares ? square(miss->lead) : by * miss->lead;
    sum->wrong += miss->wrong;
}

static void look_at(struct judge_task *task, struct judged_truth const *truth,
                    struct rng *rng, struct judge_row *row)
{
    struct miss miss[SPEAKERS] = {{0}};
    miss[JUDGE] = miss_of_judge(task, truth);
    if (task->playouts)
        miss_of_playouts(task, truth, rng, miss);
    for (int i = SEARCH; task->searched && i < SPEAKERS; i++)
        miss[i] = miss_of_search(task, truth, i == SEARCH);
    struct miss gap = miss[MANY];
    add_miss(&gap, &miss[JUDGE], -1, false);
    row->positions++;
    row->clear += is_clear(truth);
    for (int i = 0; i < SPEAKERS; i++)
        add_miss(&row->sum[i], &miss[i], 1, false);
    add_miss(&row->gap, &gap, 1, false);
    add_miss(&row->gap_squares, &gap, 1, true);
}

/* ---------------------------------------------------------------- the next move */

/* The chances of all moves by each prophet, in the order of the model's features.  */
static void foretell(struct judge_task *task, double needed,
                     float p[PROPHETS][AREA_MAX + 1])
{
    struct situation const *const situation = &task->situations.situation;
    struct judge_opinion const opinion = judge_says(task, situation, needed);
    struct features const *const features = task->features;
    double sum = 0;
    features_describe(task->describer, model_lexicon(task->model), situation,
                      task->features);
    model_rate(task->model, features, p[BY_MODEL]);
    for (int i = 0; i < features->count; i++) {
        point const at = features->list[i].at;
        p[BY_JUDGE][i] = at == PASS ? opinion.pass : opinion.move[at];
        p[BY_BOTH][i] = powf(p[BY_JUDGE][i], (float)task->blend) *
                        powf(p[BY_MODEL][i], (float)(1 - task->blend));
        sum += (double)p[BY_BOTH][i];
    }
    for (int i = 0; i < features->count; i++)
        p[BY_BOTH][i] /= (float)sum;
}

static void compare_move(struct judge_task *task, double needed)
{
    float p[PROPHETS][AREA_MAX + 1];
    struct features const *const features = task->features;
    struct foretold *const foretold = &task->foretold;
    int answer = 0;
    foretell(task, needed, p);
    while (answer < features->count &&
           features->list[answer].at != task->situations.walk.move.at)
        answer++;
    if (answer == features->count)
        return;
    foretold->positions++;
    for (int who = 0; who < PROPHETS; who++) {
        bool right = true;
        for (int i = 0; i < features->count; i++)
            right = right && (i == answer || p[who][i] < p[who][answer]);
        foretold->right[who] += right;
        foretold->log_p[who] += log(fmax((double)p[who][answer], 1e-30));
    }
}

/* ---------------------------------------------------------------- one game */

static bool count_up(struct game const *game, struct board const *end,
                     struct judged_truth *truth)
{
    float lead;
    if (game->winner == EMPTY || !judge_game_count(game, end, &lead, truth->owner))
        return false;
    truth->lead = (double)lead;
    truth->needed = truth->lead - game->score;
    truth->black_wins = game->winner == BLACK;
    return true;
}

static struct judge_row *row_of(struct judge_task *task, int number)
{
    for (int i = 0; i < MOMENTS; i++)
        if (moments[i] == number)
            return &task->rows[i];
    return NULL;
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct judge_task *const task = context;
    struct replay const *const walk = &task->situations.walk;
    struct judged_truth truth;
    struct rng rng;
    rng_seed(&rng, task->seed + (uint64_t)origin->number);
    if (game->width != game->height)
        return true;
    situations_start(&task->situations, game);
    while (situations_next(&task->situations, why))
        if (task->model && walk->number % POLICY_EVERY == POLICY_EVERY - 1)
            compare_move(task, game->komi);
    if (why->text[0])
        return false;
    if (!count_up(game, &walk->board, &truth))
        return true;
    situations_start(&task->situations, game);
    while (situations_next(&task->situations, why)) {
        struct judge_row *const row = row_of(task, walk->number);
        if (row)
            look_at(task, &truth, &rng, row);
    }
    return true;
}

/* ---------------------------------------------------------------- telling */

/* The standard error of a mean of COUNT values with this SUM and sum of SQUARES.  */
static double uncertainty(double sum, double squares, double count)
{
    return count > 1 ? sqrt((squares / count - square(sum / count)) / (count - 1)) : 0;
}

static bool is_asked(struct judge_task const *task, enum speaker who)
{
    switch (who) {
    case JUDGE:
        return true;
    case FEW:
        return task->playouts > 0;
    case MANY:
        return task->playouts > FEW_PLAYOUTS;
    default:
        return task->searched > 0;
    }
}

static void name_speaker(struct judge_task const *task, enum speaker who, char name[],
                         size_t size)
{
    if (who == JUDGE)
        snprintf(name, size, "judge");
    else if (who < SEARCH)
        snprintf(name, size, "%d playouts", who == FEW ? FEW_PLAYOUTS : task->playouts);
    else
        snprintf(name, size, "search%s", who == SEARCH ? "" : " without judge");
}

static void tell_row(struct judge_task const *task, int moment)
{
    struct judge_row const *const row = &task->rows[moment];
    struct miss const *const sum = row->sum;
    double const count = (double)row->positions;
    if (!row->positions)
        return;
    for (enum speaker who = 0; who < SPEAKERS; who++) {
        char name[32];
        if (!is_asked(task, who))
            continue;
        name_speaker(task, who, name, sizeof name);
        printf(task->json ? "{\"move\": %d, \"by\": \"%s\", \"positions\": %ld, "
                            "\"owner_error\": %.5f, \"brier\": %.4f, \"lead_rms\": "
                            "%.2f, \"clear\": %ld, \"right\": %ld}\n"
                          : "%4d  %-20s %6ld  owners %.5f  winner %.4f  lead %6.2f  "
                            "right in %ld of %ld clear games\n",
               moments[moment], name, row->positions, sum[who].owners / count,
               sum[who].winner / count, sqrt(sum[who].lead / count),
               task->json ? row->clear : row->clear - lrint(sum[who].wrong),
               task->json ? row->clear - lrint(sum[who].wrong) : row->clear);
    }
    if (!task->playouts)
        return;
    printf(task->json ? "{\"move\": %d, \"gap_owners\": %.5f, \"chance_owners\": %.5f, "
                        "\"gap_winner\": %.4f, \"chance_winner\": %.4f}\n"
                      : "%4d  the last is worse by  owners %+.5f +- %.5f  "
                        "winner %+.4f +- %.4f\n",
           moments[moment], row->gap.owners / count,
           uncertainty(row->gap.owners, row->gap_squares.owners, count),
           row->gap.winner / count,
           uncertainty(row->gap.winner, row->gap_squares.winner, count));
}

static void tell_moves(struct judge_task const *task)
{
    struct foretold const *const foretold = &task->foretold;
    double const count = (double)foretold->positions;
    for (int who = 0; foretold->positions && who < PROPHETS; who++)
        printf(task->json ? "{\"next_move_by\": \"%s\", \"positions\": %ld, "
                            "\"top1_percent\": %.2f, \"log_likelihood\": %.4f}\n"
                          : "next move by %-6s %7ld positions, first %.2f %%, "
                            "log-likelihood %.4f\n",
               prophet_names[who], foretold->positions,
               100 * (double)foretold->right[who] / count,
               foretold->log_p[who] / count);
}

static void tell(struct judge_task const *task)
{
    for (int i = 0; i < MOMENTS; i++)
        tell_row(task, i);
    tell_moves(task);
    printf(task->json ? "{\"look_us\": %.1f, \"playout_us\": %.1f}\n"
                      : "a look takes %.1f us of CPU time, reading included; a playout "
                        "%.1f us\n",
           1e6 * task->judge_s / (double)(task->looks ? task->looks : 1),
           1e6 * task->playout_s / (double)(task->played ? task->played : 1));
}

/* ---------------------------------------------------------------- options */

enum {
    OPTION_JSON = 256,
    OPTION_JUDGE,
    OPTION_PLAYOUTS,
    OPTION_SEARCH,
    OPTION_SEED,
    OPTION_MODEL
};

static struct argp_option const options[] = {
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {"judge", OPTION_JUDGE, "FILE", 0, "The judge (judge.hishi)", 0},
    {"playouts", OPTION_PLAYOUTS, "N", 0,
     "Playouts from each position to compare with, at least 64 (1000), or 0", 0},
    {"search", OPTION_SEARCH, "N", 0,
     "Search with N playouts too, with the judge that is shipped and without (0)", 0},
    {"seed", OPTION_SEED, "N", 0, "Seed of the playouts (1)", 0},
    {"blend", OPTION_MODEL, "X", 0,
     "Weight of the judge beside the model, 0 ... 1 (0.3); -1: no moves are foretold",
     0},
    {0},
};

static double parse_blend(char const *arg, struct argp_state *state)
{
    char *end;
    double const blend = strtod(arg, &end);
    if (end == arg || *end || !(blend == -1 || (blend >= 0 && blend <= 1)))
        argp_error(state, "--blend is a number from 0 to 1, or -1, not %s", arg);
    return blend;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct judge_task *const task = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &task->games;
        return 0;
    case OPTION_JSON:
        task->json = true;
        return 0;
    case OPTION_JUDGE:
        task->file = arg;
        return 0;
    case OPTION_PLAYOUTS:
        task->playouts = (int)cmdline_number(arg, 0, 100000, state);
        if (task->playouts && task->playouts < FEW_PLAYOUTS)
            argp_error(state, "--playouts is 0 or at least %d", FEW_PLAYOUTS);
        return 0;
    case OPTION_SEARCH:
        task->searched = (int)cmdline_number(arg, 0, 100000, state);
        return 0;
    case OPTION_SEED:
        task->seed = (uint64_t)cmdline_number(arg, 0, 1000000000, state);
        return 0;
    case OPTION_MODEL:
        task->blend = parse_blend(arg, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool open_all(struct judge_task *task, struct local_policy **local,
                     struct failure *why)
{
    char path[DATAFILE_PATH];
    if (!task->file && !datafile_find("judge.hishi", path, why))
        return false;
    task->judge = judge_open(task->file ? task->file : path, why);
    *local = task->judge && task->playouts
                 ? local_policy_open(NULL, local_sharpness, why)
                 : NULL;
    if (!task->judge || (task->playouts && !*local))
        return false;
    if (task->playouts) {
        task->policy = local_policy_row(*local);
        task->state = policy_new_state(&task->policy);
    }
    task->desk = judge_desk_new();
    if (task->searched) {
        params_reset(tuning_params, &task->tuning);
        task->tuning.search.playouts = task->searched;
        task->mind = mind_new(task->seed);
        history_init(&task->history);
    }
    if (task->blend < 0)
        return true;
    task->describer = describer_new();
    task->features = calloc(1, sizeof *task->features);
    if (!datafile_find("model.hishi", path, why))
        return false;
    task->model = model_open(path, why);
    return task->model != NULL;
}

int report_judge_main(int argc, char **argv)
{
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "GAMES...",
        .doc = "Before moves 50, 100, 150 and 200 of games that were counted, tell how "
               "far the judge, 64 and 1000 learnt playouts are from what came true: "
               "mean squares of the owners (0, 1/2, 1), of the winner, and the root of "
               "that of the lead; and which of them see who is ahead in games won by "
               "more than 3 "
               "points.  At every seventh move of all games, tell how often the "
               "move is foreseen by the model, the judge and both.",
        .children = selection_children,
    };
    struct judge_task task = {
        .games.splits = 1 << SPLIT_TEST, .playouts = 1000, .seed = 1, .blend = 0.3};
    struct local_policy *local = NULL;
    struct failure why;
    cmdline_parse(&argp, argc, argv, &task);
    if (!open_all(&task, &local, &why))
        error(EXIT_FAILURE, 0, "%s", why.text);
    games_each(&task.games, take, &task);
    report_needs(task.looks, "games counted and with a result");
    tell(&task);
    situations_release(&task.situations);
    mind_free(task.mind);
    if (task.searched)
        history_release(&task.history);
    describer_free(task.describer);
    model_free(task.model);
    free(task.features);
    free(task.state);
    judge_desk_free(task.desk);
    judge_free(task.judge);
    local_policy_free(local);
    return 0;
}
