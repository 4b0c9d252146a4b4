/* tools/report/losses.c -- the ledger of losses: by what kind of move games were lost,
   and whether who played it could have known better.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/judged/review.h"
#include "tools/report/report.h"

#include "engine/base/json.h"
#include "engine/records/gamename.h"

#include <argp.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* How many moves are at least as probable as the better one: 1, up to 5, 20, more.  */
enum { RANK_CLASSES = 4 };

/* Games lost by one kind of mistake; of all of them.  */
struct loss_sum {
    long games, rank[RANK_CLASSES], found, preferred, neither, chains;
    double cost, move, believed, came;
};

struct losses_task {
    struct selection games;
    char const *of;
    bool json, list;
    int shorter, longer;
    double least;
    long most;

    struct reviewer *reviewer;
    long lost;
    struct loss_sum sum[MISTAKES + 1];
};

/* ---------------------------------------------------------------- adding up */

static int rank_class(int rank)
{
    return rank <= 1 ? 0 : rank <= 5 ? 1 : rank <= 20 ? 2 : 3;
}

static void add(struct loss_sum *sum, struct blunder const *blunder)
{
    sum->games++;
    sum->rank[rank_class(blunder->rank)]++;
    sum->found += blunder->found;
    sum->preferred += blunder->preferred;
    sum->neither += !blunder->found && !blunder->preferred;
    sum->cost += blunder->before - blunder->after;
    sum->move += blunder->move;
    if (blunder->chain == NOWHERE)
        return;
    sum->chains++;
    sum->believed += blunder->believed;
    sum->came += blunder->came;
}

static void list_text(struct blunder const *blunder, char const *game)
{
    char played[POINT_TEXT], better[POINT_TEXT], chain[POINT_TEXT];
    point_format(blunder->played, played);
    point_format(blunder->better, better);
    printf("%s move %d: %s, better %s: %.2f to win, then %.2f; %s", game, blunder->move,
           played, better, blunder->before, blunder->after,
           mistake_names[blunder->mistake]);
    if (blunder->chain != NOWHERE) {
        point_format(blunder->chain, chain);
        printf(" of %d stones at %s, thought %+.2f, came %+.2f", blunder->stones, chain,
               blunder->believed, blunder->came);
    }
    printf("; %s was number %d%s%s\n", better, blunder->rank,
           blunder->found ? ", found" : "", blunder->preferred ? ", preferred" : "");
}

static void list_json(struct blunder const *blunder, char const *game)
{
    char played[POINT_TEXT], better[POINT_TEXT];
    point_format(blunder->played, played);
    point_format(blunder->better, better);
    printf("{");
    json_text("game", game, stdout);
    printf("\"move\": %d, \"played\": \"%s\", \"better\": \"%s\", \"before\": %.4f, "
           "\"after\": %.4f, \"mistake\": \"%s\", \"stones\": %d, \"believed\": %.2f, "
           "\"came\": %.2f, \"rank\": %d, \"found\": %s, \"preferred\": %s}\n",
           blunder->move, played, better, blunder->before, blunder->after,
           mistake_names[blunder->mistake], blunder->stones, blunder->believed,
           blunder->came, blunder->rank, blunder->found ? "true" : "false",
           blunder->preferred ? "true" : "false");
}

static bool is_asked_for(struct losses_task const *task, struct game const *game)
{
    char const *const loser = game->winner == BLACK ? game->white : game->black;
    return game->winner != EMPTY && (!task->of || strcmp(loser, task->of) == 0);
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct losses_task *const task = context;
    struct blunder blunder;
    char file[GAME_TEXT], name[GAME_TEXT + 24];
    if (task->lost == task->most || !is_asked_for(task, game))
        return true;
    task->lost++;
    why->text[0] = '\0';
    if (!review_game(task->reviewer, game, opponent((enum color)game->winner),
                     task->least / 100, &blunder, why))
        return !why->text[0];
    add(&task->sum[blunder.mistake], &blunder);
    add(&task->sum[MISTAKES], &blunder);
    gamename_file(origin->file, file);
    snprintf(name, sizeof name, "%s/%ld", file, origin->number);
    if (task->list)
        (task->json ? list_json : list_text)(&blunder, name);
    return true;
}

/* ---------------------------------------------------------------- telling */

static double mean(double sum, long count)
{
    return count ? sum / (double)count : 0;
}

static void tell_json(struct loss_sum const *sum, char const *name)
{
    printf("{\"mistake\": \"%s\", \"games\": %ld, \"cost\": %.3f, \"move\": %.1f, "
           "\"first\": %ld, \"to_5\": %ld, \"to_20\": %ld, \"more\": %ld, "
           "\"found\": %ld, \"preferred\": %ld, \"neither\": %ld, \"chains\": %ld, "
           "\"believed\": %.3f, \"came\": %.3f}\n",
           name, sum->games, mean(sum->cost, sum->games), mean(sum->move, sum->games),
           sum->rank[0], sum->rank[1], sum->rank[2], sum->rank[3], sum->found,
           sum->preferred, sum->neither, sum->chains, mean(sum->believed, sum->chains),
           mean(sum->came, sum->chains));
}

static void tell_row(struct loss_sum const *sum, char const *name)
{
    printf("%-10s %5ld %6.2f %6.0f  %5ld %4ld %4ld %4ld  %6ld %9ld %7ld", name,
           sum->games, mean(sum->cost, sum->games), mean(sum->move, sum->games),
           sum->rank[0], sum->rank[1], sum->rank[2], sum->rank[3], sum->found,
           sum->preferred, sum->neither);
    if (sum->chains)
        printf("  %+8.2f %+6.2f", mean(sum->believed, sum->chains),
               mean(sum->came, sum->chains));
    putchar('\n');
}

static void tell(struct losses_task const *task)
{
    if (!task->json) {
        printf("%ld games lost, %ld of them by a move that cost %g %% or more\n",
               task->lost, task->sum[MISTAKES].games, task->least);
        printf("%-10s %5s %6s %6s  %5s %4s %4s %4s  %6s %9s %7s  %8s %6s\n", "mistake",
               "games", "cost", "move", "first", "-5", "-20", "more", "found",
               "preferred", "neither", "believed", "came");
    }
    for (int i = 0; i <= MISTAKES; i++)
        if (task->sum[i].games)
            (task->json ? tell_json : tell_row)(
                &task->sum[i], i < MISTAKES ? mistake_names[i] : "all");
}

/* ---------------------------------------------------------------- options */

enum {
    OPTION_OF = 256,
    OPTION_SHORT,
    OPTION_LONG,
    OPTION_LEAST,
    OPTION_MOST,
    OPTION_LIST,
    OPTION_JSON
};

static struct argp_option const options[] = {
    {"of", OPTION_OF, "NAME", 0, "Only games that NAME lost", 0},
    {"short", OPTION_SHORT, "N", 0, "Playouts of who played (500)", 0},
    {"long", OPTION_LONG, "N", 0, "Playouts of who knows better (10000)", 0},
    {"least", OPTION_LEAST, "PERCENT", 0,
     "What a move must cost to have decided the game (10)", 0},
    {"most", OPTION_MOST, "N", 0, "Look at N lost games at most", 0},
    {"list", OPTION_LIST, NULL, 0, "Tell of every game too", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static struct cmdline_row const straight[] = {
    CMDLINE_TEXT(struct losses_task, of, OPTION_OF),
    CMDLINE_NUMBER(struct losses_task, shorter, OPTION_SHORT, 1, 10000000),
    CMDLINE_NUMBER(struct losses_task, longer, OPTION_LONG, 1, 10000000),
    CMDLINE_NUMBER(struct losses_task, most, OPTION_MOST, 1, LONG_MAX),
    CMDLINE_FLAG(struct losses_task, list, OPTION_LIST),
    CMDLINE_FLAG(struct losses_task, json, OPTION_JSON),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct losses_task *const task = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &task->games;
        return 0;
    case OPTION_LEAST:
        task->least = cmdline_real(arg, 0, 100, state);
        return 0;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

int report_losses_main(int argc, char **argv)
{
    static struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "GAMES...",
        .doc = "By what kind of move games were lost.  Short searches walk through a "
               "lost game, long ones look again where the loser's chance fell most; "
               "the move that cost most is told by kind, with the rank that the better "
               "move had by P, whether the short search finds that move, or prefers "
               "it when shown both, and who it believes owns the chain that lives by "
               "the one and dies by the other (1: the loser), beside what came.",
        .children = selection_children,
    };
    static struct losses_task task = {.games.splits = ALL_SPLITS,
                                      .shorter = 500,
                                      .longer = 10000,
                                      .least = 10,
                                      .most = LONG_MAX};
    cmdline_parse(&argp, argc, argv, &task);
    task.reviewer = reviewer_new(task.shorter, task.longer);
    games_each(&task.games, take, &task);
    report_needs(task.lost, "lost games");
    tell(&task);
    reviewer_free(task.reviewer);
    return 0;
}
