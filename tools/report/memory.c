/* tools/report/memory.c -- the tables of Sei and Kawashima, remade: how many
   candidates a memory gives at one sixth to five sixths of a game, and how often
   the move that was played is among them.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/report/report.h"

#include "patterns/shapes/shapes_source.h"

#include <argp.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum { STAGES = 5, RANKS = 120, MEMORIES_MAX = 16 };

/* What one memory with one similarity gave at one stage.  */
struct stage_counts {
    long positions;
    long candidates, among;  /* those within reach, and the played one of them */
    long at_rank[RANKS + 1]; /* how often the played move came at that place; the
                                last: later, or not at all */
    long given[RANKS + 1];   /* how many candidates, most RANKS, in all positions */
};

struct memory_row {
    char const *path;
    struct memory *memory;
    struct similarity const *similarity;
    struct shapes *shapes;
    struct stage_counts stages[STAGES];
};

struct report_memory {
    struct selection games;
    bool json;
    char const *plot;
    char const *memories[MEMORIES_MAX];
    int memory_count;
    char const *similarity;
    struct memory_row rows[2 * MEMORIES_MAX];
    int row_count;
};

/* The place of the played move among the candidates by rate, from 0; equal ones
   by point.  RANKS when it is later or none.  */
static int place_of(struct vote const *votes, struct board const *board, point played)
{
    int place = 0;
    if (!votes[played].known)
        return RANKS;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (votes[p].known && (votes[p].rate > votes[played].rate ||
                               (p < played && votes[p].rate == votes[played].rate)))
            place++;
    return place < RANKS ? place : RANKS;
}

static void look_at(struct memory_row *row, struct board const *board, point played,
                    struct stage_counts *stage)
{
    struct vote const *const votes = shapes_votes(row->shapes, board);
    int count = 0;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        count += votes[p].known;
    stage->positions++;
    stage->candidates += count;
    stage->among += votes[played].known;
    stage->at_rank[place_of(votes, board, played)]++;
    for (int rank = 0; rank <= RANKS; rank++)
        stage->given[rank] += count < rank ? count : rank;
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct report_memory *const report = context;
    int const moves = game_moves(game);
    (void)origin;
    if (!game->scored || game->width != 19 || game->height != 19 || moves < 60)
        return true;
    struct replay walk;
    replay_start(&walk, game);
    while (replay_next(&walk, why))
        for (int stage = 1; stage <= STAGES; stage++) {
            if (walk.number != moves * stage / (STAGES + 1) || walk.move.at == PASS)
                continue;
            /* Handicap games: whoever plays is to move.  */
            struct board board;
            board_copy(&board, &walk.board);
            board.to_move = walk.move.color;
            for (int i = 0; i < report->row_count; i++)
                look_at(&report->rows[i], &board, walk.move.at,
                        &report->rows[i].stages[stage - 1]);
        }
    return !why->text[0];
}

/* ---------------------------------------------------------------- tables */

static double among_best(struct stage_counts const *stage, int best)
{
    long sum = 0;
    for (int rank = 0; rank < best; rank++)
        sum += stage->at_rank[rank];
    return stage->positions ? 100.0 * (double)sum / (double)stage->positions : 0;
}

static double per_position(struct stage_counts const *stage, long sum)
{
    return stage->positions ? (double)sum / (double)stage->positions : 0;
}

static void print_text(struct report_memory const *report)
{
    static int const best[] = {1, 5, 10, 20, 30, 40, 60, 100};
    printf("positions at 1/6 ... 5/6:");
    for (int s = 0; s < STAGES; s++)
        printf(" %ld", report->rows[0].stages[s].positions);
    printf("\n");
    for (int i = 0; i < report->row_count; i++) {
        struct memory_row const *const row = &report->rows[i];
        struct memory_facts facts;
        memory_facts(row->memory, &facts);
        printf("\n%s: %u cases, %s\n", row->path, facts.cases, row->similarity->name);
        printf("  candidates       ");
        for (int s = 0; s < STAGES; s++)
            printf(" %6.1f", per_position(&row->stages[s], row->stages[s].candidates));
        printf("\n  played among them");
        for (int s = 0; s < STAGES; s++)
            printf(" %5.1f%%",
                   100 * per_position(&row->stages[s], row->stages[s].among));
        for (size_t b = 0; b < sizeof best / sizeof *best; b++) {
            printf("\n  among the best %2d", best[b]);
            for (int s = 0; s < STAGES; s++)
                printf(" %5.1f%%", among_best(&row->stages[s], best[b]));
        }
        printf("\n");
    }
}

static void print_json(struct report_memory const *report)
{
    for (int i = 0; i < report->row_count; i++) {
        struct memory_row const *const row = &report->rows[i];
        struct memory_facts facts;
        memory_facts(row->memory, &facts);
        for (int s = 0; s < STAGES; s++) {
            struct stage_counts const *const stage = &row->stages[s];
            printf(
                "{\"memory\": \"%s\", \"cases\": %u, \"similarity\": \"%s\", "
                "\"sixth\": %d, \"positions\": %ld, \"candidates\": %.2f, "
                "\"among_percent\": %.2f, \"among_best_10_percent\": %.2f, "
                "\"among_best_20_percent\": %.2f, \"among_best_40_percent\": %.2f}\n",
                row->path, facts.cases, row->similarity->name, s + 1, stage->positions,
                per_position(stage, stage->candidates),
                100 * per_position(stage, stage->among), among_best(stage, 10),
                among_best(stage, 20), among_best(stage, 40));
        }
    }
}

/* Recall against the number of candidates, over all stages, by gnuplot.  */
static void plot(struct report_memory const *report)
{
    FILE *const out = popen("gnuplot", "w");
    if (!out)
        error(EXIT_FAILURE, 0, "gnuplot cannot be run");
    fprintf(out,
            "set terminal svg size 800,600\nset output '%s'\n"
            "set xlabel 'candidates'\nset ylabel 'played move among them, %%'\n"
            "set key bottom right\nset grid\nset logscale x\nplot ",
            report->plot);
    for (int i = 0; i < report->row_count; i++) {
        struct memory_facts facts;
        memory_facts(report->rows[i].memory, &facts);
        fprintf(out, "%s'-' with lines title '%u cases, %s'", i ? ", " : "",
                facts.cases, report->rows[i].similarity->name);
    }
    fprintf(out, "\n");
    for (int i = 0; i < report->row_count; i++) {
        for (int rank = 1; rank <= RANKS; rank++) {
            double given = 0, among = 0, positions = 0;
            for (int s = 0; s < STAGES; s++) {
                struct stage_counts const *const stage = &report->rows[i].stages[s];
                given += (double)stage->given[rank];
                among += among_best(stage, rank) / STAGES;
                positions += (double)stage->positions;
            }
            fprintf(out, "%g %g\n", given / (positions > 0 ? positions : 1), among);
        }
        fprintf(out, "e\n");
    }
    if (pclose(out))
        error(EXIT_FAILURE, 0, "gnuplot could not write %s", report->plot);
}

/* ---------------------------------------------------------------- options */

enum { OPTION_JSON = 256, OPTION_SIMILARITY, OPTION_PLOT };

static struct argp_option const options[] = {
    {"memory", 'm', "FILE", 0, "A memory to ask; may be given several times", 0},
    {"similarity", OPTION_SIMILARITY, "NAME", 0, "katsunari or learnt (both)", 0},
    {"plot", OPTION_PLOT, "FILE.svg", 0, "Plot recall against candidates", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static struct cmdline_row const straight[] = {
    CMDLINE_FLAG(struct report_memory, json, OPTION_JSON),
    CMDLINE_TEXT(struct report_memory, plot, OPTION_PLOT),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct report_memory *const report = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &report->games;
        return 0;
    case 'm':
        if (report->memory_count == MEMORIES_MAX)
            argp_error(state, "at most %d memories", MEMORIES_MAX);
        report->memories[report->memory_count++] = arg;
        return 0;
    case OPTION_SIMILARITY:
        if (!similarity_find(arg))
            argp_error(state, "there is no similarity called '%s'", arg);
        report->similarity = arg;
        return 0;
    case ARGP_KEY_END:
        if (!report->memory_count)
            argp_error(state, "name at least one memory with -m");
        if (!report->games.place_count)
            argp_error(state, "name at least one file or folder of games");
        return 0;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

static void open_rows(struct report_memory *report)
{
    for (int i = 0; i < report->memory_count; i++) {
        struct failure why;
        struct memory *const memory = memory_open_whole(report->memories[i], &why);
        if (!memory)
            error(EXIT_FAILURE, 0, "%s", why.text);
        for (struct similarity const *kind = similarity_table; kind->name; kind++)
            if (!report->similarity || strcmp(kind->name, report->similarity) == 0)
                report->rows[report->row_count++] =
                    (struct memory_row){.path = report->memories[i],
                                        .memory = memory,
                                        .similarity = kind,
                                        .shapes = shapes_new(memory, kind)};
    }
}

static void close_rows(struct report_memory *report)
{
    for (int i = 0; i < report->row_count; i++) {
        shapes_free(report->rows[i].shapes);
        if (i + 1 == report->row_count ||
            report->rows[i].memory != report->rows[i + 1].memory)
            memory_close(report->rows[i].memory);
    }
}

static struct argp const argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAMES...",
    .doc = "How many candidates a memory of shapes gives at one sixth to five "
           "sixths of games that were counted at the end, and how often the played "
           "move is among them.",
    .children = selection_children,
};

int report_memory_main(int argc, char **argv)
{
    struct report_memory *const report = xzalloc(sizeof *report);
    report->games.splits = 1u << SPLIT_TEST;
    cmdline_parse(&argp, argc, argv, report);
    open_rows(report);
    report_needs(games_each(&report->games, take, report).games, "games");
    if (report->json)
        print_json(report);
    else
        print_text(report);
    if (report->plot)
        plot(report);
    close_rows(report);
    free(report);
    return EXIT_SUCCESS;
}
