#include <config.h>

#include "tools/book/worth.h"

#include "tools/book/search_judge.h"
#include "tools/cmdline.h"
#include "tools/plot.h"
#include "tools/progress.h"

#include <argp.h>
#include <error.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "books/duel/prospect.h"
#include "engine/base/json.h"

/* ---------------------------------------------------------------- verdicts */

/* An engine with the file of what it has thought.  */
struct valuing {
    struct verdicts *verdicts;
    struct search_judge *engine;
    uint32_t playouts;
    uint32_t begun; /* verdicts that were on file */
};

static void valuing_begin(struct valuing *valuing, struct worth const *worth,
                          struct book_facts const *facts)
{
    struct failure why;
    *valuing = (struct valuing){
        .verdicts = verdicts_open(worth->verdicts, facts->size, facts->handicap,
                                  worth->komi, &why),
        .engine = search_judge_new(facts->size, facts->handicap, worth->komi, 1),
        .playouts = worth->playouts,
    };
    if (!valuing->verdicts)
        error(2, 0, "%s", why.text);
    valuing->begun = verdicts_count(valuing->verdicts);
    search_judge_listen(valuing->engine, &cmdline_stop);
}

static void valuing_end(struct valuing *valuing)
{
    search_judge_free(valuing->engine);
    verdicts_close(valuing->verdicts);
}

/* The lead of who begins where WAY leads, whose board is seen as ASPECT; NAN when
   there was no more time to search.  */
static double value_of(struct valuing *valuing, struct way way,
                       struct aspect const *aspect, bool first_to_move)
{
    struct failure why;
    struct verdict verdict;
    if (search_judge_ask(valuing->engine, valuing->verdicts, way, aspect,
                         valuing->playouts, &verdict, &why))
        return first_to_move ? verdict.lead : -verdict.lead;
    if (why.text[0])
        error(1, 0, "%s", why.text);
    return NAN;
}

/* ---------------------------------------------------------------- duels */

static int by_probability(void const *left, void const *right, void *context)
{
    struct arrival const *const list = context;
    size_t const a = *(size_t const *)left, b = *(size_t const *)right;
    if (list[a].probability != list[b].probability)
        return list[a].probability < list[b].probability ? 1 : -1;
    return (a > b) - (a < b);
}

/* The values of the positions where DUEL leaves, the most probable ones.  */
static double *value_duel(struct valuing *valuing, struct worth const *worth,
                          struct duel const *duel)
{
    size_t const count = duel->left.count;
    double *const values = xcalloc(count, sizeof *values);
    size_t *const order = xcalloc(count, sizeof *order);
    struct trail *const trail = book_trail(duel->side[0]->book);
    struct progress progress;
    double covered = 0;
    for (size_t i = 0; i < count; i++) {
        order[i] = i;
        values[i] = NAN;
    }
    qsort_r(order, count, sizeof *order, by_probability, duel->left.list);
    progress_start(&progress);
    for (size_t i = 0; i < count && covered < worth->cover; i++) {
        struct arrival const *const left = &duel->left.list[order[i]];
        point moves[WAY_MAX + 1];
        struct way const way = duel_way(duel, left, moves);
        trail_go(trail, way, NULL);
        struct aspect const aspect = aspect_of(trail_board(trail));
        values[order[i]] = value_of(valuing, way, &aspect, left->ply % 2 == 0);
        covered += left->probability;
        progress_show(&progress, (uint64_t)(1e6 * covered),
                      (uint64_t)(1e6 * worth->cover), "%zu positions, %u searched",
                      i + 1, verdicts_count(valuing->verdicts) - valuing->begun);
    }
    progress_end(&progress);
    trail_free(trail);
    free(order);
    return values;
}

/* ---------------------------------------------------------------- the fit */

struct person {
    char name[GAME_TEXT];
};

struct fitting {
    struct valuing *valuing;
    struct worth const *worth;
    struct pairings const *pairings;
    struct trail *trail;
    struct decided_game *outcomes;
    size_t count, room;
    struct person *players;
    size_t player_count, player_room;
};

static int player_number(struct fitting *fitting, char const *name)
{
    if (!fitting->worth->players || !*name)
        return -1;
    for (size_t i = 0; i < fitting->player_count; i++)
        if (strcmp(fitting->players[i].name, name) == 0)
            return (int)i;
    if (fitting->player_count == fitting->player_room)
        fitting->players = x2nrealloc(fitting->players, &fitting->player_room,
                                      sizeof *fitting->players);
    struct person *const player = &fitting->players[fitting->player_count];
    snprintf(player->name, sizeof player->name, "%s", name);
    return (int)fitting->player_count++;
}

static bool in_a_book(struct pairings const *pairings, uint64_t key)
{
    return book_find(pairings->books[0].book, key) ||
           book_find(pairings->books[1].book, key);
}

/* Follow GAME to where it leaves both books; false when it does not, or does not
   begin as they do.  */
static bool follow(struct fitting *fitting, struct game const *game, struct way *way)
{
    enum color color = (enum color)trail_start(fitting->trail)->to_move;
    way->count = 0;
    for (int i = 0; i < game->count && way->count < WAY_MAX; i++) {
        struct step const *const step = &game->steps[i];
        if (!trail_go(fitting->trail, *way, NULL))
            return false;
        if (!in_a_book(fitting->pairings, aspect_of(trail_board(fitting->trail)).key))
            return way->count > 0;
        if (step->kind != STEP_PLAY || step->color != color)
            return false;
        way->moves[way->count++] = step->at;
        color = opponent(color);
    }
    return false;
}

static bool suits(struct fitting const *fitting, struct game const *game)
{
    struct book_facts const *const facts = &fitting->pairings->books[0].book->facts;
    return game->width == facts->size && game->height == facts->size &&
           game->handicap == 0 && facts->handicap == 0 && game->winner != EMPTY &&
           game->komi_known && game->komi == fitting->worth->komi;
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct fitting *const fitting = context;
    point moves[WAY_MAX];
    struct way way = {.moves = moves};
    (void)origin, (void)why;
    if ((long)fitting->count >= fitting->worth->fit_games || !suits(fitting, game) ||
        !follow(fitting, game, &way))
        return true;
    struct board const *const board = trail_board(fitting->trail);
    struct aspect const aspect = aspect_of(board);
    double const value =
        value_of(fitting->valuing, way, &aspect, board->to_move == BLACK);
    if (isnan(value))
        return true;
    if (fitting->count == fitting->room)
        fitting->outcomes =
            x2nrealloc(fitting->outcomes, &fitting->room, sizeof *fitting->outcomes);
    fitting->outcomes[fitting->count++] = (struct decided_game){
        value, game_won(game, BLACK), player_number(fitting, game->black),
        player_number(fitting, game->white)};
    return true;
}

/* Players with few games are as strong as nobody in particular.  */
static int keep_frequent(struct fitting *fitting)
{
    enum { FEW = 5 };
    int *const number = xcalloc(fitting->player_count + 1, sizeof *number);
    int kept = 0;
    for (size_t i = 0; i < fitting->count; i++) {
        struct decided_game const *const outcome = &fitting->outcomes[i];
        if (outcome->first >= 0)
            number[outcome->first]++;
        if (outcome->second >= 0)
            number[outcome->second]++;
    }
    for (size_t i = 0; i < fitting->player_count; i++)
        number[i] = number[i] >= FEW ? kept++ : -1;
    for (size_t i = 0; i < fitting->count; i++) {
        struct decided_game *const outcome = &fitting->outcomes[i];
        outcome->first = outcome->first >= 0 ? number[outcome->first] : -1;
        outcome->second = outcome->second >= 0 ? number[outcome->second] : -1;
    }
    free(number);
    return kept;
}

static void fit_to_games(struct valuing *valuing, struct worth *worth,
                         struct pairings const *pairings, struct telling const *telling)
{
    struct failure why;
    struct fitting fitting = {.valuing = valuing, .worth = worth, .pairings = pairings};
    fitting.trail = book_trail(pairings->books[0].book);
    games_each(&worth->games, take, &fitting);
    int const players = keep_frequent(&fitting);
    if (!logistic_fit(&worth->fit, fitting.outcomes, (int)fitting.count, players, 1,
                      &why))
        error(2, 0, "%s", why.text);
    printf(telling->json ? "{\"fit_games\": %zu, \"players\": %d, \"alpha\": %.5f, "
                           "\"alpha_error\": %.5f, \"beta\": %.5f, \"beta_error\": "
                           "%.5f, \"mean_log_likelihood\": %.5f}\n"
                         : "\nFitted to %zu games, %d players with a strength of their "
                           "own: alpha %.4f +- %.4f, beta %.4f +- %.4f\na point of "
                           "lead; mean log likelihood %.4f\n",
           fitting.count, players, worth->fit.alpha, worth->fit.alpha_error,
           worth->fit.beta, worth->fit.beta_error, worth->fit.likelihood);
    trail_free(fitting.trail);
    free(fitting.outcomes);
    free(fitting.players);
}

/* ---------------------------------------------------------------- telling */

static void tell_prospect(struct telling const *telling,
                          struct pairings const *pairings, int number,
                          struct prospect const *prospect)
{
    char const *const first = pairings->books[number / 2].name,
                      *const second = pairings->books[number % 2].name;
    if (telling->json) {
        printf("{\"table\": 4, \"first\": \"%s\", \"second\": \"%s\", ", first, second);
        json_number("mean", prospect->mean, stdout);
        json_number("deviation", prospect->deviation, stdout);
        json_number("first_wins", prospect->win, stdout);
        json_number("error", prospect->error, stdout);
        printf("\"covered\": %.4f}\n", prospect->covered);
    } else if (prospect->covered > 0)
        printf("  %-16s %-16s %8.2f %8.2f %8.4f +- %.4f %8.3f\n", first, second,
               prospect->mean, prospect->deviation, prospect->win, prospect->error,
               prospect->covered);
    else
        printf("  %-16s %-16s no value is known\n", first, second);
}

static void tell_prospects(struct telling const *telling, struct worth const *worth,
                           struct pairings const *pairings,
                           struct prospect const prospects[4])
{
    if (!telling->json)
        printf("\nTable 4: values where the book is left (points, for who begins), by "
               "%u playouts\nwith komi %g\n  %-16s %-16s %8s %8s %18s %8s\n",
               worth->playouts, worth->komi, "first", "second", "mean", "s.d.",
               "first wins", "covered");
    for (int i = 0; i < 4; i++)
        tell_prospect(telling, pairings, i, &prospects[i]);
}

enum { BARS = 41, MIDDLE = BARS / 2 };

/* Figure 11: how probable values are, in steps of a point.  */
static void plot_values(struct telling const *telling, struct pairings const *pairings,
                        double *const values[4])
{
    static double bars[4][BARS], x[BARS];
    char names[4][80];
    struct plot plot = {.title = "Value where the book is left",
                        .x_label = "lead of who begins, points",
                        .y_label = "probability",
                        .from_zero = true,
                        .count = 4};
    for (int i = 0; i < BARS; i++)
        x[i] = i - MIDDLE;
    for (int i = 0; i < 4; i++) {
        struct duel const *const duel = &pairings->duels[i];
        for (size_t k = 0; k < duel->left.count; k++)
            if (!isnan(values[i][k]))
                bars[i][(int)lround(fmax(-MIDDLE, fmin(MIDDLE, values[i][k]))) +
                        MIDDLE] += duel->left.list[k].probability;
        snprintf(names[i], sizeof names[i], "%.38s - %.38s",
                 pairings->books[i / 2].name, pairings->books[i % 2].name);
        plot.curves[i] = (struct curve){names[i], x, bars[i], BARS};
    }
    tell_plot(telling, &plot, "11-values.svg");
}

static void tell_bout(struct telling const *telling, struct pairings const *pairings,
                      int number, struct bout_result const *result,
                      struct prospect const *prospect)
{
    char const *const first = pairings->books[number / 2].name,
                      *const second = pairings->books[number % 2].name;
    double const share = result->games ? result->won / result->games : 0;
    double const error = result->games ? sqrt(share * (1 - share) / result->games) : 0;
    if (telling->json)
        printf("{\"played\": %d, \"first\": \"%s\", \"second\": \"%s\", \"first_won\": "
               "%.4f, \"error\": %.4f",
               result->games, first, second, share, error);
    else
        printf("  %-16s %-16s %6d %8.4f +- %.4f", first, second, result->games, share,
               error);
    if (prospect && prospect->covered > 0)
        printf(telling->json ? ", \"foretold\": %.4f, \"foretold_error\": %.4f"
                             : "  %8.4f +- %.4f",
               prospect->win, prospect->error);
    printf(telling->json ? "}\n" : "\n");
}

/* PROSPECTS is NULL when nothing is foretold.  */
static void tell_bouts(struct telling const *telling, struct worth *worth,
                       struct pairings const *pairings,
                       struct prospect const *prospects)
{
    struct bout_result results[4];
    if (worth->bouts.games == 0)
        return;
    worth->bouts.komi = worth->komi;
    bouts_play(&worth->bouts, pairings, results);
    if (!telling->json)
        printf("\nReal games, %u playouts a move\n  %-16s %-16s %6s %18s  %18s\n",
               worth->bouts.playouts, "first", "second", "games", "first won",
               prospects ? "foretold" : "");
    for (int i = 0; i < 4; i++)
        tell_bout(telling, pairings, i, &results[i], prospects ? &prospects[i] : NULL);
}

void worth_release(struct worth *worth)
{
    logistic_release(&worth->fit);
    free((void *)worth->games.places);
}

/* Without one that was asked for, the komi that the books are for.  */
static void settle_komi(struct worth *worth, struct pairings const *pairings)
{
    double const usual = 6.5, first = pairings->books[0].book->facts.komi,
                 second = pairings->books[1].book->facts.komi;
    if (!isnan(worth->komi))
        return;
    if (!isnan(first) && !isnan(second) && first != second)
        error(2, 0, "the books are for komi %g and %g: say --komi=K", first, second);
    worth->komi = !isnan(first) ? first : !isnan(second) ? second : usual;
}

void tell_worth(struct telling const *telling, struct worth *worth,
                struct pairings const *pairings)
{
    struct valuing valuing;
    struct prospect prospects[4];
    double *values[4];
    if (worth->verdicts || worth->bouts.games)
        settle_komi(worth, pairings);
    if (!worth->verdicts) {
        tell_bouts(telling, worth, pairings, NULL);
        return;
    }
    cmdline_mind_signals();
    valuing_begin(&valuing, worth, &pairings->books[0].book->facts);
    if (worth->games.place_count)
        fit_to_games(&valuing, worth, pairings, telling);
    for (int i = 0; i < 4; i++) {
        values[i] = value_duel(&valuing, worth, &pairings->duels[i]);
        prospects[i] = prospect_of(&pairings->duels[i], values[i], &worth->fit);
    }
    tell_prospects(telling, worth, pairings, prospects);
    plot_values(telling, pairings, values);
    tell_bouts(telling, worth, pairings, prospects);
    for (int i = 0; i < 4; i++)
        free(values[i]);
    valuing_end(&valuing);
}

/* ---------------------------------------------------------------- options */

enum {
    OPTION_VALUES = 2048,
    OPTION_KOMI,
    OPTION_PLAYOUTS,
    OPTION_COVER,
    OPTION_FIT,
    OPTION_FIT_GAMES,
    OPTION_PLAYERS,
    OPTION_ALPHA,
    OPTION_BETA,
    OPTION_BOUTS,
    OPTION_BOUT_PLAYOUTS,
    OPTION_BOUT_FILE,
    OPTION_SEED
};

struct worth const worth_defaults = {
    .komi = NAN,
    .playouts = 1000,
    .cover = 0.9,
    .games.splits = ALL_SPLITS,
    .fit_games = 1000,
    .fit = {.beta = 0.05},
    .bouts = {.playouts = 400, .seed = 1},
};

static struct argp_option const options[] = {
    {"values", OPTION_VALUES, "FILE", 0,
     "Value the positions where games leave by search; verdicts are kept in FILE", 0},
    {"playouts", OPTION_PLAYOUTS, "N", 0, "For each of them (1000)", 0},
    {"komi", OPTION_KOMI, "K", 0, "In these games (that of the books, or 6.5)", 0},
    {"cover", OPTION_COVER, "PERCENT", 0,
     "The most probable ones, until this probability is reached (90)", 0},
    {"fit", OPTION_FIT, "GAMES", 0,
     "Fit alpha and beta to games, valued where they leave the books", 0},
    {"fit-games", OPTION_FIT_GAMES, "N", 0, "To so many of them (1000)", 0},
    {"players", OPTION_PLAYERS, NULL, 0,
     "With a strength for each player of five games or more", 0},
    {"alpha", OPTION_ALPHA, "A", 0, "Without fit: the log odds of an even position (0)",
     0},
    {"beta", OPTION_BETA, "B", 0, "Without fit: and of each point more (0.05)", 0},
    {"play", OPTION_BOUTS, "N", 0,
     "Play N real games of each pairing, both sides by the engine where books end", 0},
    {"play-playouts", OPTION_BOUT_PLAYOUTS, "N", 0, "For a move of these (400)", 0},
    {"games", OPTION_BOUT_FILE, "FILE", 0,
     "Keep these games in FILE; those that are there count", 0},
    {"seed", OPTION_SEED, "N", 0, "Of these games (1)", 0},
    {0},
};

static error_t parse_bouts(int key, char *arg, struct argp_state *state,
                           struct bouts *bouts)
{
    switch (key) {
    case OPTION_BOUTS:
        bouts->games = (int)cmdline_number(arg, 1, 1000000, state);
        return 0;
    case OPTION_BOUT_PLAYOUTS:
        bouts->playouts = (uint32_t)cmdline_number(arg, 1, 100000000, state);
        return 0;
    case OPTION_BOUT_FILE:
        bouts->file = arg;
        return 0;
    case OPTION_SEED:
        bouts->seed = (uint64_t)cmdline_number(arg, 0, LONG_MAX, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct worth *const worth = state->input;
    switch (key) {
    case OPTION_VALUES:
        worth->verdicts = arg;
        return 0;
    case OPTION_PLAYOUTS:
        worth->playouts = (uint32_t)cmdline_number(arg, 1, 100000000, state);
        return 0;
    case OPTION_KOMI:
        worth->komi = cmdline_real(arg, -AREA_MAX, AREA_MAX, state);
        return 0;
    case OPTION_COVER:
        worth->cover = cmdline_real(arg, 0, 100, state) / 100;
        return 0;
    case OPTION_FIT:
        worth->games.places =
            xnrealloc((void *)worth->games.places, (size_t)worth->games.place_count + 1,
                      sizeof *worth->games.places);
        ((char const **)worth->games.places)[worth->games.place_count++] = arg;
        return 0;
    case OPTION_FIT_GAMES:
        worth->fit_games = cmdline_number(arg, 1, LONG_MAX, state);
        return 0;
    case OPTION_PLAYERS:
        worth->players = true;
        return 0;
    case OPTION_ALPHA:
        worth->fit.alpha = cmdline_real(arg, -10, 10, state);
        return 0;
    case OPTION_BETA:
        worth->fit.beta = cmdline_real(arg, -10, 10, state);
        return 0;
    case ARGP_KEY_END:
        if (worth->games.place_count && !worth->verdicts)
            argp_error(state, "values to fit to are kept in a file: --values=FILE");
        if (worth->bouts.file && !worth->bouts.games)
            argp_error(state, "say how many games: --play=N");
        return 0;
    default:
        return parse_bouts(key, arg, state, &worth->bouts);
    }
}

struct argp const worth_argp = {.options = options, .parser = parse};
