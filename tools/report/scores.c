/* tools/report/scores.c -- counts finished games, and compares with the record.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/report/report.h"

#include "engine/base/seconds.h"
#include "engine/go/rules.h"
#include "engine/reading/status.h"

#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <xalloc.h>

/* The games of one file that ended by counting.  */
struct file_scores {
    char *file;
    long games;
    long territory, area; /* the same margin when counted that way */
    long either, winner;  /* one way or the other; and who won */
    double cpu_s;         /* spent on judging */
};

struct report_scores {
    struct selection games;
    bool json, disagreeing;
    struct file_scores *rows;
    size_t count, capacity;
};

static struct file_scores *row_of(struct report_scores *task,
                                  struct origin const *origin)
{
    while ((size_t)origin->file_index >= task->count) {
        if (task->count == task->capacity)
            task->rows = x2nrealloc(task->rows, &task->capacity, sizeof *task->rows);
        task->rows[task->count++] = (struct file_scores){0};
    }
    struct file_scores *const row = &task->rows[origin->file_index];
    if (!row->file)
        row->file = xstrdup(origin->file);
    return row;
}

/* The rules by which area and territory are counted in a game: as its record
   says or, of the other kind or unsaid, as most do.  */
static struct rules const *rules_of(struct game const *game, enum scoring scoring)
{
    struct rules const *const said = rules_find(game->rules);
    if (said && said->scoring == scoring)
        return said;
    static struct rules const plain_area = {.name = "area", .scoring = SCORE_AREA};
    return scoring == SCORE_AREA ? &plain_area : rules_find("japanese");
}

static bool is_same(double a, double b)
{
    return fabs(a - b) < 0.01;
}

static bool judge_game(void *context, struct game const *game,
                       struct origin const *origin, struct failure *why)
{
    struct report_scores *const task = context;
    if (!game->scored || !game->komi_known)
        return true;
    struct replay walk;
    replay_start(&walk, game);
    while (replay_next(&walk, why))
        ;
    if (why->text[0])
        return false;

    enum status status[POINTS];
    struct file_scores *const row = row_of(task, origin);
    double const begin_s = program_cpu_s();
    status_judge(&walk.board, status);
    row->cpu_s += program_cpu_s() - begin_s;
    double score[2];
    for (enum scoring scoring = SCORE_AREA; scoring <= SCORE_TERRITORY; scoring++)
        score[scoring] = rules_score(rules_of(game, scoring), &walk.board, status,
                                     game->komi, game->handicap);
    bool const area = is_same(score[SCORE_AREA], game->score);
    bool const territory = is_same(score[SCORE_TERRITORY], game->score);
    row->games++;
    row->area += area;
    row->territory += territory;
    row->either += area || territory;
    row->winner +=
        score[SCORE_TERRITORY] * game->score > 0 || score[SCORE_AREA] * game->score > 0;
    if (task->disagreeing && !area && !territory)
        printf("%s: game %ld: %s on record, Black by %g of territory or %g of area\n",
               origin->file, origin->number, game->result, score[SCORE_TERRITORY],
               score[SCORE_AREA]);
    return true;
}

static double percent(long part, long whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

static void print_row(struct report_scores const *task, struct file_scores const *row)
{
    double const games = row->games ? (double)row->games : 1;
    if (task->json)
        printf("{\"file\": \"%s\", \"games\": %ld, \"same_territory\": %ld, "
               "\"same_area\": %ld, \"same_either\": %ld, \"same_winner\": %ld, "
               "\"judge_ms\": %.2f}\n",
               row->file, row->games, row->territory, row->area, row->either,
               row->winner, 1000 * row->cpu_s / games);
    else
        printf("%7ld %8.1f %% %8.1f %% %8.1f %% %8.1f %% %7.1f ms  %s\n", row->games,
               percent(row->territory, row->games), percent(row->area, row->games),
               percent(row->either, row->games), percent(row->winner, row->games),
               1000 * row->cpu_s / games, row->file);
}

enum { OPTION_JSON = 256, OPTION_DISAGREEING };

static struct argp_option const options[] = {
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {"disagreeing", OPTION_DISAGREEING, NULL, 0,
     "Name each game that counts differently", 0},
    {0},
};

static struct cmdline_row const straight[] = {
    CMDLINE_FLAG(struct report_scores, json, OPTION_JSON),
    CMDLINE_FLAG(struct report_scores, disagreeing, OPTION_DISAGREEING),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct report_scores *const task = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &task->games;
        return 0;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

static struct argp const argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAMES...",
    .doc = "Judge which stones are dead at the end of games that were counted, "
           "count them, and tell how often the margin is the one on record: "
           "by territory, by area, by either; and how often the winner is.",
    .children = selection_children,
};

int report_scores_main(int argc, char **argv)
{
    struct report_scores task = {.games.splits = 1 << SPLIT_TEST};
    long games = 0;
    cmdline_parse(&argp, argc, argv, &task);
    games_each(&task.games, judge_game, &task);
    for (size_t i = 0; i < task.count; i++)
        games += task.rows[i].games;
    report_needs(games, "games counted to the end");
    if (!task.json)
        printf("  games  territory       area     either     winner     judging\n");
    for (size_t i = 0; i < task.count; i++) {
        if (task.rows[i].games)
            print_row(&task, &task.rows[i]);
        free(task.rows[i].file);
    }
    free(task.rows);
    return 0;
}
