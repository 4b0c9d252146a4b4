/* tools/report/index.c -- the figures of Kato et al., made again: time to search
   against games, and symbols in use against games.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/report/report.h"

#include <argp.h>
#include <assert.h>
#include <error.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "books/sequences/query.h"
#include "engine/base/rng.h"
#include "engine/base/seconds.h"

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

/* How sequences can be counted.  */
enum count_way {
    WAY_INDEX,   /* with the making of the query */
    WAY_JOINED,  /* memmem over the whole text, which is as fast as a scan gets */
    WAY_RECORDS, /* memmem record by record, as the paper does it */
    WAYS
};

/* What was measured at a number of games: all queries and those of the paper by
   the index, and the first few in each way.  */
struct figure_row {
    uint32_t games, moves;
    double search_ns, worst_ns, known_ns, same_ns[WAYS];
    int symbols, kato;
};

struct figure {
    struct selection games;
    long step, last;
    bool json;
    char const *plot;
    struct figure_row *rows; /* as measured */
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

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* What it takes to look at the clock.  */
static double clock_ns(void)
{
    double least = 1e18;
    for (int i = 0; i < 1000; i++) {
        double const start = 1e9 * now_s();
        least = smaller(least, 1e9 * now_s() - start);
    }
    return least;
}

static int by_value(void const *left, void const *right)
{
    double const a = *(double const *)left, b = *(double const *)right;
    return (a > b) - (a < b);
}

static double median(double const values[], int count)
{
    assert(count > 0);
    double *const sorted = xmemdup(values, (size_t)count * sizeof *values);
    qsort(sorted, (size_t)count, sizeof *sorted, by_value);
    double const middle = sorted[count / 2];
    free(sorted);
    return middle;
}

/* How often STRING stands in the text from FROM to TO.  */
static uint64_t count_between(symbol const *from, symbol const *to,
                              symbol const *string, int length)
{
    assert(from <= to && length > 0);
    uint64_t count = 0;
    char const *at = (char const *)from;
    while ((at = memmem(at, (size_t)((char const *)to - at), string,
                        (size_t)length * sizeof *string))) {
        count += (at - (char const *)from) % (int)sizeof(symbol) == 0;
        at++;
    }
    return count;
}

static uint64_t count_in_records(struct corpus const *corpus, symbol const *string,
                                 int length)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < corpus->segment_count; i++) {
        uint32_t const next = i + 1 < corpus->segment_count
                                  ? corpus->segments[i + 1].text
                                  : corpus->text_count;
        count += count_between(corpus->steps + corpus->segments[i].text,
                               corpus->steps + next, string, length);
    }
    return count;
}

/* How often QUERY was played, every turned, mirrored and shifted way of it.  */
static uint64_t count_query(struct corpus const *corpus,
                            struct suffixes const *suffixes, enum count_way how,
                            struct query const *query)
{
    uint64_t count = 0;
    int const length = query->count - 1;
    struct query fresh;
    if (how == WAY_INDEX && query_make(&fresh, query->moves, query->count, false, NULL))
        query = &fresh;
    for (int i = 0; i < query->way_count; i++) {
        symbol const *const string = query->ways[i].text;
        struct span span;
        switch (how) {
        case WAY_INDEX:
            span = suffix_find(suffixes, string, length);
            count += span.high - span.low;
            break;
        case WAY_JOINED:
            count += count_between(corpus->steps, corpus->steps + corpus->text_count,
                                   string, length);
            break;
        default:
            count += count_in_records(corpus, string, length);
        }
    }
    return count;
}

/* Measuring: what each query took at best, and what it found.  */
struct timing {
    double least[QUERIES];
    uint64_t found[QUERIES];
};

/* The machine has other things to do, so for each query the best of PASSES counts.
   A pass over all of them is so long that the next finds their memory in no cache
   that is the processor's own.  */
static void time_queries(struct figure const *figure, struct suffixes const *suffixes,
                         enum count_way how, int count, int passes,
                         struct timing *timing)
{
    struct corpus const *const corpus = corpus_built(figure->builder);
    double const clock = clock_ns();
    for (int i = 0; i < count; i++)
        timing->least[i] = 1e18;
    for (int pass = 0; pass < passes; pass++)
        for (int i = 0; i < count; i++) {
            double const start = 1e9 * now_s();
            timing->found[i] = count_query(corpus, suffixes, how, &figure->queries[i]);
            timing->least[i] = smaller(timing->least[i], 1e9 * now_s() - start - clock);
        }
}

static void measure(struct figure const *figure, struct suffixes const *suffixes,
                    struct figure_row *row)
{
    static int const passes[WAYS] = {25, 25, 5};
    struct timing *const timing = xcalloc(WAYS, sizeof *timing);
    for (enum count_way how = 0; how < WAYS; how++) {
        int const count = how == WAY_INDEX ? QUERIES : SCANNED;
        time_queries(figure, suffixes, how, count, passes[how], &timing[how]);
        for (int i = 0; i < count; i++)
            if (i < SCANNED && timing[how].found[i] != timing[WAY_INDEX].found[i])
                error(1, 0, "the index found %llu where a scan found %llu",
                      (unsigned long long)timing[WAY_INDEX].found[i],
                      (unsigned long long)timing[how].found[i]);
        row->same_ns[how] = median(timing[how].least, SCANNED);
    }
    row->known_ns = median(timing[WAY_INDEX].least, KNOWN);
    row->search_ns = median(timing[WAY_INDEX].least + KNOWN, DRAWN);
    for (int i = 0; i < QUERIES; i++)
        if (timing[WAY_INDEX].least[i] > row->worst_ns)
            row->worst_ns = timing[WAY_INDEX].least[i];
    free(timing);
}

static int count_symbols(struct corpus const *corpus)
{
    bool seen[SYMBOL_LIMIT] = {false};
    int count = 0;
    for (uint32_t i = 0; i < corpus->text_count; i++)
        seen[corpus->text[i]] = true;
    for (int i = SYMBOL_NEXT; i < SYMBOL_LIMIT; i++)
        count += seen[i];
    return count;
}

static void print_row(struct figure const *figure, struct figure_row const *row)
{
    double const index_ns = row->same_ns[WAY_INDEX];
    printf(
        figure->json
            ? "{\"games\": %u, \"moves\": %u, \"search_ns\": %.0f, "
              "\"worst_search_ns\": %.0f, "
              "\"known_search_ns\": %.0f, \"same_search_ns\": %.0f, "
              "\"joined_scan_ns\": %.0f, \"times_faster_than_joined\": %.0f, "
              "\"record_scan_ns\": %.0f, \"times_faster_than_records\": %.0f, "
              "\"relative_symbols\": %d, \"kato_symbols\": %d}\n"
            : "  %6u %10u %7.0f %7.0f %7.0f %7.0f %10.0f %7.0f %10.0f %7.0f %5d %5d\n",
        row->games, row->moves, row->search_ns, row->worst_ns, row->known_ns, index_ns,
        row->same_ns[WAY_JOINED], row->same_ns[WAY_JOINED] / index_ns,
        row->same_ns[WAY_RECORDS], row->same_ns[WAY_RECORDS] / index_ns, row->symbols,
        row->kato);
    fflush(stdout);
}

static void measure_step(struct figure *figure)
{
    struct corpus const *const corpus = corpus_built(figure->builder);
    assert(corpus->record_count > 0);
    struct failure why;
    uint32_t *suffix;
    uint8_t *shared;
    if (!suffix_sort(corpus->steps, corpus->text_count, &suffix, &shared, &why))
        error(1, 0, "%s", why.text);
    struct suffixes suffixes = {.text = corpus->steps,
                                .suffix = suffix,
                                .shared = shared,
                                .count = corpus->text_count};
    uint64_t *const keys = suffix_keys(&suffixes);
    suffixes.keys = keys;
    struct figure_row row = {.games = corpus->record_count,
                             .moves = corpus->text_count - corpus->segment_count,
                             .symbols = count_symbols(corpus)};
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
        struct figure_row const *const row = &figure->rows[i];
        fprintf(out, "%u %.3f %.3f %.3f %d %d\n", row->games, row->search_ns / 1e3,
                row->same_ns[WAY_JOINED] / 1e3, row->same_ns[WAY_RECORDS] / 1e3,
                row->symbols, row->kato);
    }
    fprintf(out, "END\nset multiplot layout 1,2\nset xlabel 'games'\nset key bottom\n"
                 "set ylabel 'microseconds'\nset logscale y\n"
                 "plot $rows using 1:2 with linespoints title 'index', "
                 "$rows using 1:3 with linespoints title 'scan of the text', "
                 "$rows using 1:4 with linespoints title 'scan by records'\n"
                 "unset logscale y\nset ylabel 'symbols in use'\n"
                 "plot $rows using 1:5 with linespoints title 'E_R', "
                 "$rows using 1:6 with linespoints title \"Kato's\"\n");
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

static struct cmdline_row const straight[] = {
    CMDLINE_FLAG(struct figure, json, OPTION_JSON),
    CMDLINE_TEXT(struct figure, plot, OPTION_PLOT),
    CMDLINE_NUMBER(struct figure, step, OPTION_STEP, 1, LONG_MAX),
    CMDLINE_NUMBER(struct figure, last, OPTION_LAST, 1, LONG_MAX),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct figure *const figure = state->input;
    switch (key) {
    case ARGP_KEY_ARGS:
        figure->games.places = (char const *const *)state->argv + state->next;
        figure->games.place_count = state->argc - state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name at least one file or folder with games");
        return 0;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

static struct argp const argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAMES...",
    .doc = "How long it takes to count a sequence of moves in more and more games, "
           "by the index and by a plain scan, and how many symbols are in use.",
};

int report_index_main(int argc, char **argv)
{
    struct figure *const figure = xzalloc(sizeof *figure);
    figure->step = 2000;
    figure->last = 42000;
    cmdline_parse(&argp, argc, argv, figure);
    figure->builder = corpus_builder_new(CODE_RELATIVE);
    figure->others = corpus_builder_new(CODE_RELATIVE);
    figure->games.splits = 1u << SPLIT_TEST;
    figure->games.limit = 1000;
    games_each(&figure->games, take_other, figure);
    make_queries(figure);
    if (!figure->json)
        printf(
            "   games      moves  search   worst paper's   these  scan text  faster  "
            "scan "
            "rec.  "
            "faster   E_R Kato\n"
            "                         ns      ns      ns      ns         ns   times    "
            "     "
            "ns   "
            "times symbols\n");
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
