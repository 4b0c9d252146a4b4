/* tools/report_index.c -- the figures of Kato et al., made again: time to search
   against games, and symbols in use against games.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/report.h"

#include <argp.h>
#include <error.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xalloc.h>

#include "books/index.h"
#include "engine/rng.h"

enum { DRAWN = 2000, SCANNED = 21, KATO_VALUES = 2 * (18 * 37 + 18) + 1 };

/* The sequences that the paper looks for.  */
static char const *const known[] = {
    "F17 F16 G16 E17 F15 E16",     /* attach and block */
    "F17 F16 G16 F15 D17 C17 E17", /* attach and extend */
    "D16 C16 D15 C14 D14",         /* shoulder hit at 3-3 */
    "Q16 D4 Q4 D16 Q10 O3",        /* three stars in a row */
    "R16 D17 Q3 P17 C4",           /* Shusaku's opening */
};

enum { KNOWN = sizeof known / sizeof *known, QUERIES = KNOWN + DRAWN };

/* What was measured at a number of games.  */
struct row {
    uint32_t games, moves;
    double search_ns, known_ns, scan_ns;
    int symbols, kato;
};

struct figure {
    struct selection games;
    long step, last;
    bool json;
    char const *plot;
    struct row *rows; /* as measured */
    size_t row_count, row_room;
    struct corpus_builder *builder, *others; /* the games searched; for queries */
    struct query queries[QUERIES];
    bool met[KATO_VALUES];
};

/* ---------------------------------------------------------------- queries */

static struct query parse_query(char const *text)
{
    struct query query;
    struct failure why;
    point moves[QUERY_MAX];
    int count = 0;
    char *const copy = xstrdup(text), *rest = copy, *word;
    while ((word = strsep(&rest, " ")))
        if (!point_parse(word, CODE_BOARD, CODE_BOARD, &moves[count++], &why))
            error(1, 0, "%s", why.text);
    free(copy);
    if (!query_make(&query, moves, count, false, &why))
        error(1, 0, "%s", why.text);
    return query;
}

/* A piece of 6 to 11 moves of a game that is not among those searched.  */
static struct query draw_query(struct corpus const *corpus, struct rng *rng)
{
    for (;;) {
        uint32_t const at = rng_below(rng, corpus->text_count);
        int const count = 6 + (int)rng_below(rng, 6);
        point moves[QUERY_MAX];
        struct query query;
        int i = 0;
        while (i < count && (moves[i] = corpus_point(corpus, at + (uint32_t)i)))
            i++;
        if (i == count && query_make(&query, moves, count, false, NULL))
            return query;
    }
}

static void make_queries(struct figure *figure)
{
    struct rng rng;
    rng_seed(&rng, 1);
    struct corpus const *const corpus = corpus_built(figure->others);
    if (corpus->text_count < 1000)
        error(1, 0, "too few games to draw queries from");
    for (int i = 0; i < KNOWN; i++)
        figure->queries[i] = parse_query(known[i]);
    for (int i = KNOWN; i < QUERIES; i++)
        figure->queries[i] = draw_query(corpus, &rng);
}

/* ---------------------------------------------------------------- measuring */

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static int by_value(void const *left, void const *right)
{
    double const a = *(double const *)left, b = *(double const *)right;
    return (a > b) - (a < b);
}

static double median(double values[], int count)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return values[count / 2];
}

static uint64_t search(struct suffixes const *suffixes, struct query const *query)
{
    uint64_t count = 0;
    for (int way = 0; way < query->way_count; way++) {
        struct span const span =
            suffix_find(suffixes, query->ways[way].text, query->moves - 1);
        count += span.high - span.low;
    }
    return count;
}

/* Record by record, as the paper does it, with memmem, which is as fast as plain
   search gets.  */
static uint64_t scan(struct corpus const *corpus, struct query const *query)
{
    uint64_t count = 0;
    size_t const size = (size_t)(query->moves - 1) * sizeof(symbol);
    for (int way = 0; way < query->way_count; way++)
        for (uint32_t i = 0; i < corpus->segment_count; i++) {
            uint32_t const next = i + 1 < corpus->segment_count
                                      ? corpus->segments[i + 1].text
                                      : corpus->text_count;
            char const *const text =
                (char const *)(corpus->text + corpus->segments[i].text);
            char const *const end = (char const *)(corpus->text + next);
            for (char const *at = text;
                 (at = memmem(at, (size_t)(end - at), query->ways[way].text, size));
                 at++)
                count += (at - text) % (int)sizeof(symbol) == 0;
        }
    return count;
}

/* The median time of the queries FROM ... FROM + COUNT - 1, by the index or, with
   SUFFIXES NULL, by a scan; FOUND gets what they found.  */
static double time_queries(struct figure const *figure, struct suffixes const *suffixes,
                           int from, int count, uint64_t found[])
{
    struct corpus const *const corpus = corpus_built(figure->builder);
    double *const times = xnmalloc((size_t)count, sizeof *times);
    for (int i = 0; i < count; i++) {
        struct query const *const query = &figure->queries[from + i];
        double const start = now_ns();
        found[from + i] = suffixes ? search(suffixes, query) : scan(corpus, query);
        times[i] = now_ns() - start;
    }
    double const middle = median(times, count);
    free(times);
    return middle;
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* The machine has other things to do, so the best of a few passes counts; one
   pass is long enough that the next does not find its memory in the cache.  */
static void measure(struct figure const *figure, struct suffixes const *suffixes,
                    struct row *row)
{
    enum { PASSES = 5 };
    uint64_t found[QUERIES], scanned[QUERIES];
    row->search_ns = row->known_ns = row->scan_ns = 1e18;
    for (int pass = 0; pass < PASSES; pass++) {
        double const known_ns = time_queries(figure, suffixes, 0, KNOWN, found);
        double const drawn_ns = time_queries(figure, suffixes, KNOWN, DRAWN, found);
        double const scan_ns = time_queries(figure, NULL, 0, SCANNED, scanned);
        row->known_ns = smaller(row->known_ns, known_ns);
        row->search_ns = smaller(row->search_ns, drawn_ns);
        row->scan_ns = smaller(row->scan_ns, scan_ns);
    }
    for (int i = 0; i < SCANNED; i++)
        if (scanned[i] != found[i])
            error(1, 0, "the index found %llu where a scan found %llu",
                  (unsigned long long)found[i], (unsigned long long)scanned[i]);
}

static int count_symbols(struct suffixes const *suffixes)
{
    bool seen[SYMBOL_LIMIT] = {false};
    int count = 0;
    for (uint32_t i = 0; i < suffixes->count; i++)
        seen[suffixes->text[i]] = true;
    for (int i = SYMBOL_NEXT; i < SYMBOL_LIMIT; i++)
        count += seen[i];
    return count;
}

static void print_row(struct figure const *figure, struct row const *row)
{
    printf(
        figure->json
            ? "{\"games\": %u, \"moves\": %u, \"search_ns\": %.0f, "
              "\"known_search_ns\": %.0f, \"scan_ns\": %.0f, \"times_faster\": %.0f, "
              "\"relative_symbols\": %d, \"kato_symbols\": %d}\n"
            : "  %6u %10u %8.0f %8.0f %12.0f %8.0f %6d %6d\n",
        row->games, row->moves, row->search_ns, row->known_ns, row->scan_ns,
        row->scan_ns / row->search_ns, row->symbols, row->kato);
    fflush(stdout);
}

static void measure_step(struct figure *figure)
{
    struct corpus const *const corpus = corpus_built(figure->builder);
    struct failure why;
    uint32_t *suffix;
    uint8_t *shared;
    if (!suffix_sort(corpus->text, corpus->text_count, &suffix, &shared, &why))
        error(1, 0, "%s", why.text);
    struct suffixes suffixes = {.text = corpus->text,
                                .suffix = suffix,
                                .shared = shared,
                                .count = corpus->text_count};
    uint64_t *const keys = suffix_keys(&suffixes);
    suffixes.keys = keys;
    struct row row = {.games = corpus->record_count,
                      .moves = corpus->text_count - corpus->segment_count,
                      .symbols = count_symbols(&suffixes)};
    for (int i = 0; i < KATO_VALUES; i++)
        row.kato += figure->met[i];
    measure(figure, &suffixes, &row);
    print_row(figure, &row);
    if (figure->row_count == figure->row_room)
        figure->rows = x2nrealloc(figure->rows, &figure->row_room, sizeof row);
    figure->rows[figure->row_count++] = row;
    free(keys);
    free(suffix);
    free(shared);
}

/* ---------------------------------------------------------------- the picture */

/* Both figures beside each other, by gnuplot.  */
static void plot(struct figure const *figure)
{
    FILE *const out = popen("gnuplot", "w");
    if (!out)
        error(1, 0, "gnuplot cannot be started");
    fprintf(out, "set terminal svg size 1000,420\nset output \"%s\"\n$rows << END\n",
            figure->plot);
    for (size_t i = 0; i < figure->row_count; i++) {
        struct row const *const row = &figure->rows[i];
        fprintf(out, "%u %.3f %.3f %d %d\n", row->games, row->search_ns / 1e3,
                row->scan_ns / 1e3, row->symbols, row->kato);
    }
    fprintf(out, "END\nset multiplot layout 1,2\nset xlabel 'games'\nset key bottom\n"
                 "set ylabel 'microseconds'\nset logscale y\n"
                 "plot $rows using 1:2 with linespoints title 'index', "
                 "$rows using 1:3 with linespoints title 'plain scan'\n"
                 "unset logscale y\nset ylabel 'symbols in use'\n"
                 "plot $rows using 1:4 with linespoints title 'E_R', "
                 "$rows using 1:5 with linespoints title \"Kato's\"\n");
    if (pclose(out) != 0)
        error(1, 0, "gnuplot could not draw %s", figure->plot);
}

/* ---------------------------------------------------------------- games */

static bool take_other(void *context, struct game const *game,
                       struct origin const *origin, struct failure *why)
{
    struct figure *const figure = context;
    return corpus_add(figure->others, game, origin, why);
}

static void meet_values(struct figure *figure, struct game const *game)
{
    for (int i = 1; i < game->count; i++) {
        struct step const *const step = &game->steps[i];
        if (step->kind == STEP_PLAY && step[-1].kind == STEP_PLAY && step->at != PASS &&
            step[-1].at != PASS)
            figure->met[kato_value(step[-1].at, step->at) + KATO_VALUES / 2] = true;
    }
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct figure *const figure = context;
    if (!corpus_add(figure->builder, game, origin, why))
        return false;
    meet_values(figure, game);
    if (corpus_built(figure->builder)->record_count % (uint32_t)figure->step == 0)
        measure_step(figure);
    return true;
}

enum { OPTION_JSON = 256, OPTION_STEP, OPTION_LAST, OPTION_PLOT };

static struct argp_option const options[] = {
    {"step", OPTION_STEP, "N", 0, "Measure after every N games (2000)", 0},
    {"last", OPTION_LAST, "N", 0, "and stop after N games (42000)", 0},
    {"plot", OPTION_PLOT, "FILE", 0, "Draw both figures into FILE, an SVG, by gnuplot",
     0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct figure *const figure = state->input;
    switch (key) {
    case OPTION_JSON:
        figure->json = true;
        return 0;
    case OPTION_PLOT:
        figure->plot = arg;
        return 0;
    case OPTION_STEP:
        figure->step = cmdline_number(arg, 1, LONG_MAX, state);
        return 0;
    case OPTION_LAST:
        figure->last = cmdline_number(arg, 1, LONG_MAX, state);
        return 0;
    case ARGP_KEY_ARGS:
        figure->games.places = (char const *const *)state->argv + state->next;
        figure->games.place_count = state->argc - state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name at least one file or folder with games");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int report_index_main(int argc, char **argv)
{
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "GAMES...",
        .doc = "How long it takes to count a sequence of moves in more and more games, "
               "by the index and by a plain scan, and how many symbols are in use.",
    };
    struct figure *const figure = xzalloc(sizeof *figure);
    figure->step = 2000;
    figure->last = 42000;
    argp_parse(&argp, argc, argv, 0, NULL, figure);
    figure->builder = corpus_builder_new(CODE_RELATIVE);
    figure->others = corpus_builder_new(CODE_RELATIVE);
    figure->games.splits = 1u << SPLIT_TEST;
    figure->games.limit = 1000;
    games_each(&figure->games, take_other, figure);
    make_queries(figure);
    if (!figure->json)
        printf(
            "   games      moves   search   paper's         scan   faster    E_R  "
            "Kato's\n"
            "                          ns        ns           ns    times  symbols\n");
    figure->games.splits = ALL_SPLITS & ~(1u << SPLIT_TEST);
    figure->games.limit = figure->last;
    games_each(&figure->games, take, figure);
    if (figure->plot)
        plot(figure);
    corpus_builder_free(figure->builder);
    corpus_builder_free(figure->others);
    free(figure->rows);
    free(figure);
    return 0;
}
