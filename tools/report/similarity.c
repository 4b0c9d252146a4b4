/* tools/report/similarity.c -- how well weights of similarity predict, and better
   ones.

   A row of similarity_table gives every legal point a rate, and so the move that
   was played a probability: its rate, of the sum of all rates.  What is reported is
   the mean logarithm of that, over positions of games that the memory has not seen.
   --fit makes it larger, number by number: each is tried a little up and a little
   down, and keeps what is better, until a whole round brings nothing.  Reach stays,
   and so does that a second change of the core is out of it, which questions are
   quick by.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/report/report.h"

#include "patterns/shapes/vote.h"

#include <argp.h>
#include <assert.h>
#include <error.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum { EVERY = 40, PLACES = 40, ROWS = DIAMOND_RADIUS };

/* A legal point of a position, and what the memory thinks of it.  */
struct asked_point {
    struct diamond diamond;
    int row; /* by the nearest stone; ROWS: there is none */
    float rate;
};

struct question_list {
    size_t first, count; /* of its questions */
    size_t played;
};

struct report_similarity {
    struct selection games;
    uint32_t residues; /* 0: all */
    char const *memory_path;
    char const *fit; /* the row to begin with, or NULL */
    int rounds;
    bool json;
    struct memory *memory;
    struct finder *finder;
    struct asked_point *questions;
    struct question_list *positions;
    size_t question_count, question_room, position_count, position_room;
};

/* ---------------------------------------------------------------- positions */

static void add_position(struct report_similarity *report, struct replay const *walk)
{
    struct board const *const board = &walk->board;
    enum color const color = (enum color)walk->move.color;
    if (report->position_count == report->position_room)
        report->positions = x2nrealloc(report->positions, &report->position_room,
                                       sizeof *report->positions);
    struct question_list *const position = &report->positions[report->position_count++];
    position->first = report->question_count;
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        if (p != walk->move.at && !board_is_legal(board, p, color, false))
            continue;
        if (report->question_count == report->question_room)
            report->questions = x2nrealloc(report->questions, &report->question_room,
                                           sizeof *report->questions);
        if (p == walk->move.at)
            position->played = report->question_count;
        struct asked_point *const question =
            &report->questions[report->question_count++];
        diamond_look(board, p, color, &question->diamond);
        question->row = diamond_nearest_stone(&question->diamond) - 1;
    }
    position->count = report->question_count - position->first;
    assert(position->played >= position->first && position->count > 0);
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct report_similarity *const report = context;
    struct replay walk;
    if (report->residues && !(report->residues >> origin->number % 20 & 1))
        return true;
    if (game->width != 19 || game->height != 19)
        return true;
    replay_start(&walk, game);
    while (replay_next(&walk, why))
        if (walk.number % EVERY == (int)(origin->number / 20 % EVERY) &&
            walk.move.at != PASS)
            add_position(report, &walk);
    return !why->text[0];
}

/* ---------------------------------------------------------------- likelihood */

/* Ask again what depends on ROW, or on any row (ROWS).  */
static void ask(struct report_similarity *report, struct similarity const *similarity,
                int row)
{
    for (size_t i = 0; i < report->question_count; i++) {
        struct asked_point *const question = &report->questions[i];
        struct vote vote;
        if (row < ROWS && question->row != row)
            continue;
        vote_take(report->finder, similarity, &question->diamond, &vote, NULL);
        question->rate = vote.rate;
    }
}

struct prediction {
    double log_p;
    double best[PLACES + 1]; /* share of played moves among so many best */
};

static void predict(struct report_similarity const *report,
                    struct prediction *prediction)
{
    assert(report->position_count > 0);
    memset(prediction, 0, sizeof *prediction);
    double const each = 1 / (double)report->position_count;
    for (size_t i = 0; i < report->position_count; i++) {
        struct question_list const *const position = &report->positions[i];
        float const played = report->questions[position->played].rate;
        double sum = 0;
        int place = 1;
        for (size_t j = position->first; j < position->first + position->count; j++) {
            sum += (double)report->questions[j].rate;
            place += report->questions[j].rate > played;
        }
        prediction->log_p += each * log((double)played / sum);
        for (; place <= PLACES; place++)
            prediction->best[place] += each;
    }
}

static void print(struct report_similarity const *report,
                  struct similarity const *similarity)
{
    struct prediction is;
    predict(report, &is);
    if (report->json)
        printf("{\"similarity\": \"%s\", \"positions\": %zu, \"log_p\": %.4f, "
               "\"best_percent\": %.2f, \"best_10_percent\": %.2f, "
               "\"best_40_percent\": %.2f}\n",
               similarity->name, report->position_count, is.log_p, 100 * is.best[1],
               100 * is.best[10], 100 * is.best[PLACES]);
    else
        printf("%-10s %8.4f %8.2f %% %8.2f %% %8.2f %%\n", similarity->name, is.log_p,
               100 * is.best[1], 100 * is.best[10], 100 * is.best[PLACES]);
    fflush(stdout);
}

/* ---------------------------------------------------------------- fitting */

/* A number of a row: where it is, and which questions it is asked in.  */
struct number {
    size_t offset;
    int row; /* ROWS: all */
    bool whole;
    int least; /* of a whole number */
};

enum { NUMBERS_MAX = 64 };

static int list_numbers(struct similarity const *similarity, struct number list[])
{
    static size_t const common[] = {
        offsetof(struct similarity, voting.base_rate),
        offsetof(struct similarity, voting.trust_core),
        offsetof(struct similarity, voting.doubt_ring3),
        offsetof(struct similarity, voting.doubt_cases),
    };
    static size_t const by_row[] = {
        offsetof(struct similarity, voting.trust_ring3),
        offsetof(struct similarity, voting.trust_cases),
        offsetof(struct similarity, voting.decay),
    };
    int count = 0;
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        list[count++] = (struct number){.offset = common[i], .row = ROWS};
    for (int row = 0; row < ROWS; row++) {
        for (size_t i = 0; i < sizeof by_row / sizeof *by_row; i++)
            list[count++] = (struct number){
                .offset = by_row[i] + (size_t)row * sizeof(float), .row = row};
        for (int ring = 0; ring < DIAMOND_RADIUS; ring++)
            list[count++] = (struct number){
                .offset = offsetof(struct similarity, near) +
                          (size_t)(row * DIAMOND_RADIUS + ring),
                .row = row,
                .whole = true,
                .least = ring < 2 ? similarity->reach[row] / 2 + 1 : 1,
            };
    }
    return count;
}

/* One step up or down; false when there is none.  A stone of the other colour is as
   far as one stone less and one more.  */
static bool move_number(struct similarity *similarity, struct number const *number,
                        int step)
{
    assert(step == 1 || step == -1);
    enum { MOST = 120 };
    char *const at = (char *)similarity + number->offset;
    if (number->whole) {
        uint8_t *const near = (uint8_t *)at;
        if (*near + step < number->least || *near + step > MOST)
            return false;
        *near = (uint8_t)(*near + step);
        for (int ring = 0; ring < DIAMOND_RADIUS; ring++)
            similarity->far[number->row][ring] =
                (uint8_t)(2 * similarity->near[number->row][ring]);
        return true;
    }
    static float const factor = 1.15f;
    float value;
    memcpy(&value, at, sizeof value);
    value = step > 0 ? value * factor : value / factor;
    memcpy(at, &value, sizeof value);
    return true;
}

static double likelihood(struct report_similarity *report,
                         struct similarity const *similarity, int row)
{
    struct prediction is;
    ask(report, similarity, row);
    predict(report, &is);
    return is.log_p;
}

/* Try all numbers once; returns how much that brought.  */
static double fit_round(struct report_similarity *report, struct similarity *best)
{
    static double const worth_it = 2e-5;
    struct number numbers[NUMBERS_MAX];
    int const count = list_numbers(best, numbers);
    assert(count <= NUMBERS_MAX);
    double const before = likelihood(report, best, ROWS);
    double log_p = before;
    for (int i = 0; i < count; i++) {
        bool moved = false;
        for (int step = 1; step >= -1 && !moved; step -= 2)
            for (;;) {
                struct similarity trial = *best;
                if (!move_number(&trial, &numbers[i], step))
                    break;
                double const now = likelihood(report, &trial, numbers[i].row);
                if (now < log_p + worth_it)
                    break;
                log_p = now;
                *best = trial;
                moved = true;
            }
        ask(report, best, numbers[i].row);
    }
    return log_p - before;
}

static void print_rings(char const *name, uint8_t const number[ROWS][DIAMOND_RADIUS])
{
    for (int row = 0; row < ROWS; row++) {
        printf(row ? ", {" : "    .%s = {{", name);
        for (int ring = 0; ring < DIAMOND_RADIUS; ring++)
            printf(ring ? ", %d" : "%d", number[row][ring]);
        printf("}");
    }
    printf("},\n");
}

static void print_floats(char const *name, float const number[ROWS])
{
    printf("    .%s = {", name);
    for (int row = 0; row < ROWS; row++)
        printf(row ? ", %.4g" : "%.4g", (double)number[row]);
    printf("},\n");
}

/* As it stands in similarity.c.  */
static void print_row(struct similarity const *similarity)
{
    struct voting const *const voting = &similarity->voting;
    print_rings("near", similarity->near);
    print_rings("far", similarity->far);
    printf("    .base_rate = %.4g, .trust_core = %.4g, .doubt_ring3 = %.4g, "
           ".doubt_cases = %.4g,\n",
           (double)voting->base_rate, (double)voting->trust_core,
           (double)voting->doubt_ring3, (double)voting->doubt_cases);
    print_floats("trust_ring3", voting->trust_ring3);
    print_floats("trust_cases", voting->trust_cases);
    print_floats("decay", voting->decay);
}

static void fit(struct report_similarity *report)
{
    struct similarity best = *similarity_find(report->fit);
    best.name = "fitted";
    for (int round = 0; round < report->rounds; round++) {
        double const gain = fit_round(report, &best);
        print(report, &best);
        if (gain <= 0)
            break;
    }
    if (!report->json)
        print_row(&best);
}

/* ---------------------------------------------------------------- options */

enum { OPTION_JSON = 256, OPTION_RESIDUES, OPTION_FIT, OPTION_ROUNDS };

static struct argp_option const options[] = {
    {"memory", 'm', "FILE", 0, "The memory to ask, which has not seen these games", 0},
    {"residues", OPTION_RESIDUES, "A-B", 0,
     "Ask about games of all parts whose number leaves A to B when divided by 20", 0},
    {"fit", OPTION_FIT, "NAME", 0, "Look for better weights, from those of NAME on", 0},
    {"rounds", OPTION_ROUNDS, "N", 0, "Try every number at most N times (4)", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static struct cmdline_row const straight[] = {
    CMDLINE_FLAG(struct report_similarity, json, OPTION_JSON),
    CMDLINE_TEXT(struct report_similarity, memory_path, 'm'),
    CMDLINE_NUMBER(struct report_similarity, rounds, OPTION_ROUNDS, 1, 1000),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct report_similarity *const report = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &report->games;
        return 0;
    case OPTION_RESIDUES:
        report->games.splits = ALL_SPLITS;
        if (!residues_parse(arg, &report->residues))
            argp_error(state, "'%s' is not of the form A-B with 0 <= A <= B <= 19",
                       arg);
        return 0;
    case OPTION_FIT:
        if (!similarity_find(arg))
            argp_error(state, "there is no similarity called '%s'", arg);
        report->fit = arg;
        return 0;
    case ARGP_KEY_END:
        if (!report->memory_path)
            argp_error(state, "name a memory with -m");
        return 0;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

static struct argp const argp = {
    .options = options,
    .children = selection_children,
    .parser = parse,
    .args_doc = "GAMES...",
    .doc = "How well each row of weights for similarity predicts the moves of "
           "games, every fortieth; and better weights.",
};

int report_similarity_main(int argc, char **argv)
{
    struct report_similarity *const report = xzalloc(sizeof *report);
    struct failure why;
    report->games.splits = 1u << SPLIT_TEST;
    report->rounds = 4;
    cmdline_parse(&argp, argc, argv, report);
    report->memory = memory_open_whole(report->memory_path, &why);
    if (!report->memory)
        error(EXIT_FAILURE, 0, "%s", why.text);
    report->finder = finder_new(report->memory);
    games_each(&report->games, take, report);
    if (!report->position_count)
        error(EXIT_FAILURE, 0, "there are no positions in these games");
    if (!report->json)
        printf("%zu positions  log P      best        10         40\n",
               report->position_count);
    for (struct similarity const *kind = similarity_table; kind->name; kind++) {
        ask(report, kind, ROWS);
        print(report, kind);
    }
    if (report->fit)
        fit(report);
    finder_free(report->finder);
    memory_close(report->memory);
    free(report->questions);
    free(report->positions);
    free(report);
    return EXIT_SUCCESS;
}
