/* tools/report/follow.c -- how well joseki tell the next move of games.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/report/report.h"

#include <argp.h>
#include <error.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <xalloc.h>

#include "books/joseki/joseki_factor.h"
#include "books/joseki/joseki_source.h"
#include "engine/records/situations.h"
#include "patterns/model/model_source.h"

enum { BANDS = 8, BAND_MOVES = 30, TOP = 3 };

/* Moves of games, by tens and in all: at how many something was proposed, how
   often the move played was first, or among the first three.  */
struct score {
    long moves, proposed, first, third;
    double listed;
};

/* What the model makes of the moves where the source of joseki speaks: alone, and
   raised by it.  */
struct hearing {
    struct source model, joseki;
    struct joseki_source *source;   /* which JOSEKI asks */
    struct factor_lessons *lessons; /* NULL unless its raises are to be fitted */
    struct candidates candidates;
    long count, first[2];
    double nats[2];
};

struct follow {
    struct selection games;
    char const *file, *model;
    struct hearing *hearing; /* NULL without a model */
    struct situations situations;
    bool json, fit;
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

/* How probable the mixture finds PLAYED, and whether it comes first.  */
static void score_mixture(struct hearing *hearing, int raised, point played)
{
    struct candidates *const candidates = &hearing->candidates;
    double const unproposed = 1e-6;
    double sum = unproposed, p = unproposed, most = 0;
    bool first = false;
    candidates_mix(candidates);
    for (int i = 0; i < candidates->count; i++) {
        struct candidate const *const candidate = &candidates->list[i];
        bool const is_it = candidate->at == played;
        sum += candidate->p;
        p += is_it ? candidate->p : 0;
        first = candidate->p > most ? is_it : first;
        most = candidate->p > most ? candidate->p : most;
    }
    hearing->nats[raised] -= log(p / sum);
    hearing->first[raised] += first;
}

/* What the joseki propose, beside what the model has just said of it.  */
static void learn_raises(struct hearing *hearing, struct joseki const *joseki,
                         struct situations const *situations)
{
    struct candidates const *const candidates = &hearing->candidates;
    struct proposal list[AREA_MAX];
    int const count = joseki_source_list(hearing->source, &situations->situation, list);
    factor_lessons_begin(hearing->lessons);
    for (int i = 0; i < count; i++) {
        uint16_t const place = candidates->index[list[i].at];
        double terms[FACTOR_TERMS];
        joseki_factor_terms(joseki, &list[i], situations->situation.move_count, terms);
        factor_lessons_add(hearing->lessons,
                           place ? candidates->list[place - 1].weight[VOICE_MODEL] : 0,
                           list[i].at == situations->walk.move.at, terms);
    }
}

/* Ask both sources about the move that TELLING is at.  */
static void hear(struct hearing *hearing, struct joseki const *joseki,
                 struct situations const *situations)
{
    struct candidates *const candidates = &hearing->candidates;
    struct situation const *const situation = &situations->situation;
    point const played = situations->walk.move.at;
    candidates_clear(candidates);
    if (played == PASS)
        return;
    hearing->joseki.propose(hearing->joseki.self, situation, candidates);
    if (candidates->count == 0)
        return;
    candidates_clear(candidates);
    hearing->count++;
    hearing->model.propose(hearing->model.self, situation, candidates);
    if (hearing->lessons)
        learn_raises(hearing, joseki, situations);
    score_mixture(hearing, 0, played);
    hearing->joseki.propose(hearing->joseki.self, situation, candidates);
    score_mixture(hearing, 1, played);
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
        if (follow->hearing)
            hear(follow->hearing, follow->joseki, situations);
        clock_t const start = clock();
        paths_play(&paths, follow->joseki, walk->move, NULL, NULL);
        follow->cpu_s += (double)(clock() - start) / CLOCKS_PER_SEC;
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

static void print_hearing(struct follow const *follow, struct hearing const *hearing)
{
    double const count = hearing->count ? (double)hearing->count : 1;
    printf(follow->json
               ? "{\"heard\": %ld, \"heard_percent\": %.2f, \"model_nats\": %.4f, "
                 "\"raised_nats\": %.4f, \"model_first_percent\": %.2f, "
                 "\"raised_first_percent\": %.2f}\n"
               : "at %ld moves (%.1f %%) joseki raise what the model says: %.4f nats a "
                 "move without them, %.4f with; first %.2f %%, %.2f %%\n",
           hearing->count, percent(hearing->count, follow->moves),
           hearing->nats[0] / count, hearing->nats[1] / count,
           percent(hearing->first[0], hearing->count),
           percent(hearing->first[1], hearing->count));
}

static void print_fit(struct follow const *follow, struct factor_lessons const *lessons)
{
    double worth[FACTOR_TERMS];
    double const gain = factor_lessons_fit(lessons, worth);
    printf(follow->json ? "{\"gain_nats\": %.4f, \"worth\": ["
                        : "%.4f nats a move by raises of the worth",
           gain);
    for (int i = 0; i < FACTOR_TERMS; i++)
        printf(follow->json ? "%s%.4f" : "%s %.4f", i && follow->json ? ", " : "",
               worth[i]);
    printf(follow->json ? "]}\n" : "\n");
}

/* ---------------------------------------------------------------- options */

enum { OPTION_JSON = 256, OPTION_JOSEKI, OPTION_FLOOR, OPTION_MODEL, OPTION_FIT };

static struct argp_option const options[] = {
    {"joseki", OPTION_JOSEKI, "FILE", 0, "The file that `hishi mine --write' made", 0},
    {"model", OPTION_MODEL, "FILE", 0,
     "Tell too how much better the model of this file predicts when it hears them", 0},
    {"fit", OPTION_FIT, NULL, 0,
     "And by how much they should raise its moves, learnt from these games", 0},
    {"floor", OPTION_FLOOR, "P", 0,
     "Count proposals of at least this probability (0.1)", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct follow *const follow = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &follow->games;
        return 0;
    case OPTION_JSON:
        follow->json = true;
        return 0;
    case OPTION_JOSEKI:
        follow->file = arg;
        return 0;
    case OPTION_MODEL:
        follow->model = arg;
        return 0;
    case OPTION_FIT:
        follow->fit = true;
        return 0;
    case OPTION_FLOOR:
        follow->floor = strtod(arg, NULL);
        return 0;
    case ARGP_KEY_END:
        if (!follow->file)
            argp_error(state, "name the file of joseki: --joseki=FILE");
        if (follow->fit && !follow->model)
            argp_error(state, "name the model that is to be raised: --model=FILE");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void report_with_model(struct follow *follow)
{
    struct failure why;
    struct model *const model = model_open(follow->model, &why);
    if (!model)
        error(2, 0, "%s", why.text);
    struct model_source *const asked = model_source_new(model);
    struct joseki_source *const source = joseki_source_new(follow->joseki);
    follow->hearing = xzalloc(sizeof *follow->hearing);
    follow->hearing->model = model_source_row(asked);
    follow->hearing->joseki = joseki_source_row(source);
    follow->hearing->source = source;
    follow->hearing->lessons = follow->fit ? factor_lessons_new() : NULL;
    games_each(&follow->games, take, follow);
    joseki_source_free(source);
    model_source_free(asked);
    model_free(model);
}

int report_follow_main(int argc, char **argv)
{
    struct argp_child const children[] = {{&selection_argp, 0, "Which games:", 1}, {0}};
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "GAMES...",
        .doc = "Follow the joseki through games: at how many moves they propose "
               "something, and how often that is the move played.",
        .children = children,
    };
    struct follow *const follow = xzalloc(sizeof *follow);
    follow->games.splits = 1u << SPLIT_TEST;
    follow->floor = 0.1;
    argp_parse(&argp, argc, argv, 0, NULL, follow);
    struct failure why;
    follow->joseki = joseki_open(follow->file, &why);
    if (!follow->joseki)
        error(2, 0, "%s", why.text);
    if (follow->model)
        report_with_model(follow);
    else
        games_each(&follow->games, take, follow);
    print_scores(follow);
    if (follow->hearing)
        print_hearing(follow, follow->hearing);
    if (follow->hearing && follow->hearing->lessons) {
        print_fit(follow, follow->hearing->lessons);
        factor_lessons_free(follow->hearing->lessons);
    }
    free(follow->hearing);
    situations_release(&follow->situations);
    joseki_close(follow->joseki);
    free(follow);
    return 0;
}
