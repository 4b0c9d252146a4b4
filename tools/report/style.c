/* tools/report/style.c -- how well a style foretells its player, and what is his.

   Every position of the games given in which he was to move is asked about twice, with
   all sources and with his style besides.  What he plays far more often, or far less
   often, than everybody would is drawn.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/report/report.h"

#include "engine/base/json.h"
#include "engine/records/players.h"
#include "engine/records/situations.h"
#include "patterns/style/style_source.h"
#include "patterns/style/traits.h"
#include "player/sources.h"

#include <argp.h>
#include <error.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>
#define uthash_fatal(message) xalloc_die()
#include <uthash.h>

/* All, then each stage.  */
enum { SPANS = 1 + GAME_STAGES };

static char const *const span_names[SPANS] = {"all moves", "opening", "middle", "end"};

/* Sums over moves, without the style and with it.  */
struct style_sums {
    long moves;
    double log_p[2], first[2];
};

/* ... and of the differences of whole games, for an interval.  */
struct style_span {
    struct style_sums all, game; /* GAME: the present one */
    double squares[2], cross[2], moves_squared;
    long games;
};

/* Something he did, or could have done.  */
struct habit {
    UT_hash_handle hh;
    uint32_t trait;
    long played;
    double expected, variance; /* of how often everybody would have */
    uint8_t color[POINTS];     /* the board, before he first did or could have */
    uint8_t width, height;
    uint8_t his; /* his colour */
    point at;
    bool shown; /* as he did it */
};

struct report_style {
    struct selection games;
    bool json;
    char const *file;
    int typical;

    struct style_source *source;
    char const *player;
    struct players *players;
    struct consultation *consultation;
    int voice;
    struct situations situations;
    struct trait_reader *reader;
    struct style_span spans[SPANS];
    struct habit *habits[PEOPLE_TRAITS];
};

/* ---------------------------------------------------------------- habits */

static struct habit *habit_of(struct habit **table, uint32_t trait)
{
    struct habit *habit;
    HASH_FIND(hh, *table, &trait, sizeof trait, habit);
    if (!habit) {
        habit = xzalloc(sizeof *habit);
        habit->trait = trait;
        HASH_ADD(hh, *table, trait, sizeof trait, habit);
    }
    return habit;
}

static void picture(struct habit *habit, struct board const *board, point at)
{
    memcpy(habit->color, board->color, sizeof habit->color);
    habit->width = board->width;
    habit->height = board->height;
    habit->his = board->to_move;
    habit->at = at;
}

static void note_habits(struct report_style *report, struct situation const *situation,
                        struct candidates const *candidates, point played)
{
    trait_reader_set(report->reader, situation,
                     consultation_facts(report->consultation));
    for (int i = 0; i < candidates->count; i++) {
        struct candidate const *const candidate = &candidates->list[i];
        bool const did = candidate->at == played;
        double const p = (double)candidate->prediction;
        if (style_standing(candidates, candidate) <= 0)
            continue;
        for (enum trait_for_people which = 0; which < PEOPLE_TRAITS; which++) {
            uint32_t trait;
            if (!trait_reader_tell(report->reader, candidate->at, which, &trait))
                continue;
            struct habit *const habit = habit_of(&report->habits[which], trait);
            habit->played += did;
            habit->expected += p;
            habit->variance += p * (1 - p);
            if (!habit->at || (did && !habit->shown))
                picture(habit, situation->board, candidate->at);
            habit->shown |= did;
        }
    }
}

/* ---------------------------------------------------------------- foretelling */

static void foretell(struct report_style *report, int with, int stage, point played)
{
    struct candidates const *const candidates =
        consult(report->consultation, &report->situations.situation, EFFORT_FULL);
    struct candidate const *const answer = candidates_find(candidates, played);
    float const p = answer ? fmaxf(answer->prediction, 1e-9f) : 1e-9f;
    bool first = answer;
    for (int i = 0; i < candidates->count; i++)
        first = first &&
                (&candidates->list[i] == answer || candidates->list[i].prediction < p);
    for (int span = 0; span < SPANS; span += 1 + stage) {
        struct style_sums *const sums = &report->spans[span].game;
        sums->moves += with;
        sums->log_p[with] += log((double)p);
        sums->first[with] += first;
        if (span)
            break;
    }
    if (!with && report->typical)
        note_habits(report, &report->situations.situation, candidates, played);
}

static void end_game(struct style_span *span)
{
    struct style_sums *const game = &span->game, *const all = &span->all;
    double const moves = (double)game->moves;
    double const gain[2] = {game->log_p[1] - game->log_p[0],
                            game->first[1] - game->first[0]};
    for (int i = 0; i < 2; i++) {
        span->squares[i] += gain[i] * gain[i];
        span->cross[i] += gain[i] * moves;
        all->log_p[i] += game->log_p[i];
        all->first[i] += game->first[i];
    }
    span->moves_squared += moves * moves;
    span->games += game->moves > 0;
    all->moves += game->moves;
    *game = (struct style_sums){0};
}

static bool is_his(struct report_style const *report, struct game const *game,
                   struct move const *move)
{
    char const *const name = move->color == BLACK ? game->black : game->white;
    return move->at != PASS && strcmp(name, report->player) == 0;
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct report_style *const report = context;
    struct situations *const situations = &report->situations;
    (void)origin;
    players_add(report->players, game);
    if (strcmp(game->black, report->player) != 0 &&
        strcmp(game->white, report->player) != 0)
        return true;
    situations_start(situations, game);
    while (situations_next(situations, why)) {
        struct move const *const move = &situations->walk.move;
        if (!is_his(report, game, move))
            continue;
        int const stage = stage_of(situations->situation.board);
        for (int with = 0; with < 2; with++) {
            consultation_weigh(report->consultation, report->voice, (float)with);
            foretell(report, with, stage, move->at);
        }
    }
    for (int i = 0; i < SPANS; i++)
        end_game(&report->spans[i]);
    return !why->text[0];
}

/* ---------------------------------------------------------------- printing */

/* Half of a 95 % interval of a gain a move, games being drawn and not moves.  */
static double margin_of(struct style_span const *span, int which, double mean)
{
    double const moves = (double)span->all.moves, games = (double)span->games;
    double const squares = span->squares[which] - 2 * mean * span->cross[which] +
                           mean * mean * span->moves_squared;
    return games > 1 ? 1.96 * sqrt(fmax(squares, 0) * games / (games - 1)) / moves
                     : NAN;
}

static void print_span(struct report_style const *report, int number)
{
    struct style_span const *const span = &report->spans[number];
    struct style_sums const *const all = &span->all;
    double const moves = all->moves ? (double)all->moves : 1;
    double const gain[2] = {(all->log_p[1] - all->log_p[0]) / moves,
                            (all->first[1] - all->first[0]) / moves};
    double const margin[2] = {margin_of(span, 0, gain[0]), margin_of(span, 1, gain[1])};
    if (!report->json) {
        printf("%-10s %6ld %7ld  %8.4f %8.4f  %+7.4f +- %.4f  %6.2f %6.2f  %+6.2f +- "
               "%.2f\n",
               span_names[number], span->games, all->moves, all->log_p[0] / moves,
               all->log_p[1] / moves, gain[0], margin[0], 100 * all->first[0] / moves,
               100 * all->first[1] / moves, 100 * gain[1], 100 * margin[1]);
        return;
    }
    putchar('{');
    json_text("moves_of", span_names[number], stdout);
    json_number("log_p_without", all->log_p[0] / moves, stdout);
    json_number("log_p", all->log_p[1] / moves, stdout);
    json_number("gain_margin", margin[0], stdout);
    json_number("first_without_percent", 100 * all->first[0] / moves, stdout);
    json_number("first_percent", 100 * all->first[1] / moves, stdout);
    json_number("first_gain_margin", 100 * margin[1], stdout);
    printf("\"games\": %ld, \"moves\": %ld}\n", span->games, all->moves);
}

/* How far from what is to be expected, in widths of chance.  */
static double surprise(struct habit const *habit)
{
    return ((double)habit->played - habit->expected) / sqrt(habit->variance + 1);
}

static int more_surprising(void const *left, void const *right)
{
    struct habit const *const *const a = left, *const *const b = right;
    double const here = surprise(*a), there = surprise(*b);
    return (here < there) - (here > there);
}

/* The points within REACH of the move; X is he, * the move.  */
static void draw(struct habit const *habit, int reach)
{
    int const column = point_column(habit->at), row = point_row(habit->at);
    for (int y = row + reach; y >= row - reach; y--) {
        if (y < 1 || y > habit->height)
            continue;
        printf("      ");
        for (int x = column - reach; x <= column + reach; x++) {
            if (x < 1 || x > habit->width)
                continue;
            uint8_t const color = habit->color[point_at(x, y)];
            putchar(' ');
            putchar(x == column && y == row ? '*'
                    : color == EMPTY        ? '.'
                    : color == habit->his   ? 'X'
                                            : 'O');
        }
        putchar('\n');
    }
}

static void print_habit(struct report_style const *report, char const *what,
                        struct habit const *habit, int reach)
{
    char text[POINT_TEXT];
    if (report->json) {
        printf("{\"habit\": \"%s\", \"at\": \"%s\", \"played\": %ld, \"expected\": "
               "%.2f}\n",
               what, point_format(habit->at, text), habit->played, habit->expected);
        return;
    }
    printf("  %s: played %ld times, others would have %.1f times\n", what,
           habit->played, habit->expected);
    draw(habit, reach);
}

/* What he does more often than others, then what he does less often.  */
static void print_habits(struct report_style const *report, enum trait_for_people which)
{
    static struct {
        char const *name;
        int reach;
    } const kinds[PEOPLE_TRAITS] = {
        {"shape", 3}, {"corner", 9}, {"opening", BOARD_MAX}};
    size_t const all = HASH_COUNT(report->habits[which]);
    struct habit const **const list = xnmalloc(all + 1, sizeof *list);
    size_t count = 0;
    for (struct habit const *h = report->habits[which]; h; h = h->hh.next)
        list[count++] = h;
    qsort(list, count, sizeof *list, more_surprising);
    for (size_t i = 0; i < count && i < (size_t)report->typical; i++)
        if (surprise(list[i]) > 2)
            print_habit(report, kinds[which].name, list[i], kinds[which].reach);
    for (size_t i = 0; i < count && i < (size_t)report->typical; i++)
        if (surprise(list[count - 1 - i]) < -2)
            print_habit(report, kinds[which].name, list[count - 1 - i],
                        kinds[which].reach);
    free(list);
}

static void print_all(struct report_style const *report)
{
    if (!report->json)
        printf("The style of %s\n%-10s %6s %7s  %8s %8s  %-17s  %6s %6s  %s\n",
               report->player, "", "games", "moves", "log P", "style", "gain, 95 %",
               "first", "style", "gain, 95 %");
    for (int i = 0; i < SPANS; i++)
        print_span(report, i);
    if (!report->json && report->typical)
        printf("\nFar more often than others, or less; X is he, * the move\n");
    for (int which = PEOPLE_TRAITS - 1; which >= 0 && report->typical; which--)
        print_habits(report, (enum trait_for_people)which);
}

/* ---------------------------------------------------------------- options */

enum { OPTION_JSON = 256, OPTION_STYLE, OPTION_TYPICAL };

static struct argp_option const options[] = {
    {"style", OPTION_STYLE, "FILE", 0, "The style, as `hishi learn --style' makes it",
     0},
    {"typical", OPTION_TYPICAL, "N", 0,
     "Draw the N openings, corners and shapes most typical of him (3)", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static struct cmdline_row const straight[] = {
    CMDLINE_FLAG(struct report_style, json, OPTION_JSON),
    CMDLINE_TEXT(struct report_style, file, OPTION_STYLE),
    CMDLINE_NUMBER(struct report_style, typical, OPTION_TYPICAL, 0, INT_MAX),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct report_style *const report = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &report->games;
        return 0;
    case ARGP_KEY_END:
        if (!report->file)
            argp_error(state, "say which style, as in --style=FILE");
        return 0;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

static void release(struct report_style *report)
{
    for (int which = 0; which < PEOPLE_TRAITS; which++) {
        struct habit *habit, *next;
        HASH_ITER(hh, report->habits[which], habit, next)
        {
            HASH_DEL(report->habits[which], habit);
            free(habit);
        }
    }
    trait_reader_free(report->reader);
    players_free(report->players);
    situations_release(&report->situations);
    consultation_free(report->consultation);
}

int report_style_main(int argc, char **argv)
{
    static struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "GAMES...",
        .doc = "How well a style foretells the moves of its player, beside all sources "
               "without it, and what he plays far more or less often than others "
               "would.",
        .children = selection_children,
    };
    struct report_style report = {.games.splits = 1u << SPLIT_TEST, .typical = 3};
    struct complaints complaints = {0};
    struct failure why;
    cmdline_parse(&argp, argc, argv, &report);
    struct style *const style = sources_style(report.file, &why);
    if (!style)
        error(1, 0, "%s", why.text);
    struct mixture *const mixture = sources_mixture(&complaints);
    report.consultation = sources_open(mixture, &complaints);
    for (int i = 0; i < complaints.count; i++)
        error(0, 0, "%s", complaints.list[i].text);
    report.voice = consultation_find(report.consultation, style_kind.name);
    report.source = consultation_source(report.consultation, report.voice)->self;
    style_source_wear(report.source, style);
    report.player = style_facts(style)->player;
    report.players = players_new();
    report.reader = trait_reader_new();
    games_each(&report.games, take, &report);
    bool const his = players_games(report.players, report.player) > 0 ||
                     players_refuse(report.players, report.player, &why);
    if (his)
        print_all(&report);
    release(&report);
    mixture_free(mixture);
    complaints_release(&complaints);
    if (!his)
        error(1, 0, "%s", why.text);
    return 0;
}
