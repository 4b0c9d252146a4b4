/* tools/report/follow.c -- how well joseki tell the next move of games.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/report/report.h"

#include <argp.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <xalloc.h>

#include "books/joseki/joseki_source.h"
#include "engine/base/seconds.h"
#include "engine/records/situations.h"

enum { BANDS = 8, BAND_MOVES = 30, TOP = 3 };

/* Moves of games, by tens and in all: at how many something was proposed, how
   often the move played was first, or among the first three.  */
struct score {
    long moves, proposed, first, third;
    double listed;
};

struct follow {
    struct selection games;
    char const *file;
    struct situations situations;
    bool json;
    double floor; /* the least probability that counts as a proposal */
    struct joseki *joseki;
    struct score scores[2][BANDS + 1]; /* without and with surroundings; the sum */
    double cpu_s;
    long moves;
};

static void score_move(struct score *score, struct proposal const *list, int count,
                       double floor, point played)
{
    while (count > 0 && list[count - 1].p < floor)
        count--;
    score->moves++;
    score->proposed += count > 0;
    score->listed += count;
    score->first += count > 0 && list[0].at == played;
    for (int i = 0; i < count && i < TOP; i++)
        score->third += list[i].at == played;
}

static void look_at(struct follow *follow, struct paths const *paths,
                    struct replay const *walk)
{
    int const band = walk->number / BAND_MOVES;
    for (int with = 0; with < 2; with++) {
        struct proposal list[AREA_MAX];
        int const count =
            joseki_propose(follow->joseki, paths, &walk->board, 2, with, list);
        score_move(&follow->scores[with][band < BANDS ? band : BANDS - 1], list, count,
                   follow->floor, walk->move.at);
        score_move(&follow->scores[with][BANDS], list, count, follow->floor,
                   walk->move.at);
    }
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct follow *const follow = context;
    struct situations *const situations = &follow->situations;
    struct replay const *const walk = &situations->walk;
    struct paths paths;
    if (game->width != CODE_BOARD || game->height != CODE_BOARD)
        return failed(why, "%s: game %ld is not on 19x19", origin->file,
                      origin->number);
    paths_start(&paths);
    situations_start(situations, game);
    while (situations_next(situations, why)) {
        if (walk->move.at != PASS)
            look_at(follow, &paths, walk);
        double const start_s = program_cpu_s();
        paths_play(&paths, follow->joseki, walk->move, NULL, NULL);
        follow->cpu_s += program_cpu_s() - start_s;
        follow->moves++;
    }
    return why->text[0] == 0;
}

static double percent(long part, long whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static double points(struct score const *score)
{
    return score->proposed ? score->listed / (double)score->proposed : 0;
}

static void print_scores(struct follow const *follow)
{
    if (!follow->json)
        printf("           without surroundings            with surroundings\n"
               "  moves    proposes  first  in 3  points   proposes  first  in 3  "
               "points\n");
    for (int band = 0; band <= BANDS; band++) {
        char name[24] = "all";
        if (band < BANDS)
            snprintf(name, sizeof name, "%d-%d", band * BAND_MOVES + 1,
                     (band + 1) * BAND_MOVES);
        if (!follow->json)
            printf("  %-8s", name);
        for (int with = 0; with < 2; with++) {
            struct score const *const s = &follow->scores[with][band];
            if (follow->json)
                printf("{\"moves\": \"%s\", \"surroundings\": %s, \"count\": %ld, "
                       "\"proposes_percent\": %.2f, \"first_percent\": %.2f, "
                       "\"first_three_percent\": %.2f, \"points\": %.2f}\n",
                       name, with ? "true" : "false", s->moves,
                       percent(s->proposed, s->moves), percent(s->first, s->proposed),
                       percent(s->third, s->proposed), points(s));
            else
                printf("  %7.1f %6.1f %6.1f %6.1f  ", percent(s->proposed, s->moves),
                       percent(s->first, s->proposed), percent(s->third, s->proposed),
                       points(s));
        }
        if (!follow->json)
            printf("\n");
    }
    printf(follow->json ? "{\"follow_us_per_move\": %.3f}\n"
                        : "%.2f us a move to follow\n",
           follow->moves ? follow->cpu_s / (double)follow->moves * 1e6 : 0);
}

/* ---------------------------------------------------------------- options */

enum { OPTION_JSON = 256, OPTION_JOSEKI, OPTION_FLOOR };

static struct argp_option const options[] = {
    {"joseki", OPTION_JOSEKI, "FILE", 0, "The file that `hishi mine --write' made", 0},
    {"floor", OPTION_FLOOR, "P", 0,
     "Count proposals of at least this probability (0.1)", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static struct cmdline_row const straight[] = {
    CMDLINE_FLAG(struct follow, json, OPTION_JSON),
    CMDLINE_TEXT(struct follow, file, OPTION_JOSEKI),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct follow *const follow = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &follow->games;
        return 0;
    case OPTION_FLOOR:
        follow->floor = strtod(arg, NULL);
        return 0;
    case ARGP_KEY_END:
        if (!follow->file)
            argp_error(state, "name the file of joseki: --joseki=FILE");
        return 0;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

static struct argp const argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAMES...",
    .doc = "Follow the joseki through games: at how many moves they propose "
           "something, and how often that is the move played.",
    .children = selection_children,
};

int report_follow_main(int argc, char **argv)
{
    struct follow *const follow = xzalloc(sizeof *follow);
    follow->games.splits = 1u << SPLIT_TEST;
    follow->floor = 0.1;
    cmdline_parse(&argp, argc, argv, follow);
    struct failure why;
    follow->joseki = joseki_open(follow->file, &why);
    if (!follow->joseki)
        error(2, 0, "%s", why.text);
    report_needs(games_each(&follow->games, take, follow).games, "games");
    print_scores(follow);
    situations_release(&follow->situations);
    joseki_close(follow->joseki);
    free(follow);
    return 0;
}
