/* tools/records/mine.c -- an index to ranked sequences, and to the file of joseki.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/progress.h"
#include "tools/records/mining.h"
#include "tools/tools.h"

#include <error.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <xalloc.h>

#include "books/joseki/joseki_builder.h"
#include "books/sequences/index.h"
#include "engine/base/newfile.h"
#include "engine/base/seconds.h"
#include "engine/go/symmetry.h"
#include "tools/records/pictures.h"

struct options_given {
    struct mining mining;
    struct joseki_building building;
    enum ranking ranking;
    uint32_t top;
    char const *index, *write, *svg;
    bool json, diagrams;
};

/* ---------------------------------------------------------------- printing */

/* The moves of a sequence as they lay where it occurs first, the one before its
   first step included, turned so that it begins at the upper right.  */
static int example(struct index const *index, struct ranked const *ranked,
                   point moves[RANKED_LENGTH_MAX + 1])
{
    int const count =
        ranked_moves(ranked, index_corpus(index), index_suffixes(index), moves);
    int symmetry = 0;
    for (int s = 0; s < SYMMETRIES; s++) {
        point const p = point_turned(moves[0], CODE_BOARD, s);
        if (point_column(p) >= 10 && point_row(p) >= 10 &&
            point_column(p) >= point_row(p))
            symmetry = s;
    }
    for (int i = 0; i < count; i++)
        moves[i] = point_turned(moves[i], CODE_BOARD, symmetry);
    return count;
}

static void print_list(struct options_given const *given, struct index const *index,
                       struct ranked_list const *list)
{
    for (uint32_t i = 0; i < given->top && i < list->count; i++) {
        struct ranked const *const ranked = &list->best[i];
        point moves[RANKED_LENGTH_MAX + 1];
        int const count = example(index, ranked, moves);
        printf(given->json
                   ? "{\"rank\": %u, \"score\": %.6g, \"times\": %u, \"moves\": \""
                   : "%6u %12.6g %8u ",
               i + 1, ranked->score, ranked->span.high - ranked->span.low);
        for (int k = 0; k < count; k++) {
            char text[POINT_TEXT];
            printf("%s%s", given->json && k == 0 ? "" : " ",
                   point_format(moves[k], text));
        }
        printf(given->json ? "\"}\n" : "\n");
    }
}

/* ---------------------------------------------------------------- diagrams */

enum { SAMPLES = 1000 }; /* occurrences whose surroundings are looked at */

/* How many of all occurrences have the most frequent surroundings.  */
static double normalised(struct surroundings const *s, uint32_t times)
{
    return s->looked ? (double)s->most * times / s->looked : 0;
}

struct caption {
    char text[96];
};

static void caption(struct ranked const *ranked, uint32_t rank,
                    double const times[AREAS], struct caption *out)
{
    snprintf(out->text, sizeof out->text, "#%u: %u times; around %.0f, close %.0f",
             rank, ranked->span.high - ranked->span.low, times[AREA_RECTANGLE],
             times[AREA_STEPS]);
}

static bool write_svg(char const *path, struct picture const *pictures,
                      char const *const *texts, int count, struct failure *why)
{
    struct newfile *const file = newfile_open(path, why);
    if (!file)
        return false;
    pictures_svg(pictures, texts, count, newfile_stream(file));
    return newfile_finish(file, why);
}

static bool draw_list(struct options_given const *given, struct index const *index,
                      struct ranked_list const *list, struct failure *why)
{
    uint32_t const count = given->top < list->count ? given->top : list->count;
    struct picture *const pictures = xcalloc(count + 1, sizeof *pictures);
    struct caption *const captions = xcalloc(count + 1, sizeof *captions);
    char const **const texts = xcalloc(count + 1, sizeof *texts);
    for (uint32_t i = 0; i < count; i++) {
        tell_stage(given->mining.ranking.listener, "looking around the sequences", i,
                   count);
        struct surroundings s[AREAS];
        double times[AREAS];
        for (enum area area = 0; area < AREAS; area++) {
            surround(index, &list->best[i], area, SAMPLES, &s[area]);
            times[area] =
                normalised(&s[area], list->best[i].span.high - list->best[i].span.low);
        }
        pictures[i] = s[AREA_RECTANGLE].picture;
        caption(&list->best[i], i + 1, times, &captions[i]);
        texts[i] = captions[i].text;
        if (given->diagrams) {
            printf("\n%s\n", captions[i].text);
            picture_text(&pictures[i], stdout);
        }
    }
    bool const written =
        !given->svg || write_svg(given->svg, pictures, texts, (int)count, why);
    free(texts);
    free(captions);
    free(pictures);
    return written;
}

static void print_cost(struct options_given const *given, struct index const *index,
                       double wall_s, double cpu_s)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    struct corpus const *const corpus = index_corpus(index);
    printf(given->json
               ? "{\"moves\": %u, \"mining_wall_s\": %.2f, \"mining_cpu_s\": "
                 "%.2f, \"peak_bytes\": %.0f}\n"
               : "%u moves, four rankings in %.2f s, %.2f s of CPU time, at most "
                 "%.0f bytes of memory\n",
           corpus->text_count - corpus->segment_count, wall_s, cpu_s,
           (double)usage.ru_maxrss * 1024);
}

static void print_built(struct options_given const *given,
                        struct joseki_built const *built)
{
    printf(given->json ? "{\"sequences\": %u, \"nodes\": %u, \"games\": %u, \"moves\": "
                         "%" PRIu64 ", \"cpu_s\": %.2f}\n"
                       : "%u sequences in %u nodes, counted in %u games with %" PRIu64
                         " moves; %.2f s of CPU time in all\n",
           built->sequences, built->nodes, built->games, built->moves, program_cpu_s());
}

/* ---------------------------------------------------------------- options */

enum {
    OPTION_JSON = 256,
    OPTION_DIAGRAMS,
    OPTION_SVG,
    OPTION_RANKING,
    OPTION_TOP,
    OPTION_WRITE,
    OPTION_LEAST,
    OPTION_GAMES
};

static struct argp_option const options[] = {
    {"ranking", OPTION_RANKING, "NAME", 0, "nf, entropy, sfp or msfp (msfp)", 0},
    {"top", OPTION_TOP, "N", 0, "Print the N best (20)", 0},
    {"diagrams", OPTION_DIAGRAMS, NULL, 0,
     "Draw them with what most often stands around", 0},
    {"svg", OPTION_SVG, "FILE", 0, "Draw them into FILE", 0},
    {"write", OPTION_WRITE, "FILE", 0,
     "Write them to FILE as joseki to play from, counted in the games of the index", 0},
    {"least", OPTION_LEAST, "N", 0,
     "with --write: leave out what games came to fewer times (20)", 0},
    {"games", OPTION_GAMES, "N", 0, "with --write: count in N games (all)", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static void parse_ranking(struct options_given *given, char const *arg,
                          struct argp_state *state)
{
    for (int i = 0; i < RANKINGS; i++)
        if (strcmp(ranking_names[i], arg) == 0) {
            given->ranking = (enum ranking)i;
            return;
        }
    argp_error(state, "there is no ranking called '%s'", arg);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options_given *const given = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &given->mining;
        return 0;
    case OPTION_JSON:
        given->json = true;
        return 0;
    case OPTION_RANKING:
        parse_ranking(given, arg, state);
        return 0;
    case OPTION_TOP:
        given->top = (uint32_t)cmdline_number(arg, 0, UINT32_MAX, state);
        return 0;
    case OPTION_DIAGRAMS:
        given->diagrams = true;
        return 0;
    case OPTION_SVG:
        given->svg = arg;
        return 0;
    case OPTION_WRITE:
        given->write = arg;
        return 0;
    case OPTION_LEAST:
        given->building.least = (uint32_t)cmdline_number(arg, 0, UINT32_MAX, state);
        return 0;
    case OPTION_GAMES:
        given->building.games = (uint32_t)cmdline_number(arg, 0, UINT32_MAX, state);
        return 0;
    case ARGP_KEY_ARG:
        if (given->index)
            argp_error(state, "one index at a time");
        given->index = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name an index, made by `hishi learn --index'");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int mine_main(int argc, char **argv)
{
    struct argp_child const children[] = {{&mining_argp, 0, "How to mine:", 1}, {0}};
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "INDEX",
        .doc =
            "Find the sequences of moves that are units of their own (Nakamura 2002) "
            "among all that the games of an index have in common.",
        .children = children,
    };
    struct options_given given = {.mining = mining_defaults,
                                  .ranking = RANKING_MSFP,
                                  .top = 20,
                                  .building.least = 20};
    given.building.made = cmdline_provenance(argc, argv);
    cmdline_parse(&argp, argc, argv, &given);
    struct failure why;
    struct index *const index = index_open(given.index, &why);
    if (!index || !index_verify(index, &why))
        error(2, 0, "%s", why.text);

    struct ranked_list lists[RANKINGS];
    double const start_s = now_s(), start_cpu_s = program_cpu_s();
    struct progress progress;
    progress_start(&progress);
    struct listener const listener = progress_listener(&progress);
    given.mining.ranking.listener = given.building.listener = &listener;
    mine(&given.mining, CODE_RELATIVE, index_corpus(index), index_suffixes(index),
         lists);
    progress_end(&progress);
    double const cpu_s = program_cpu_s() - start_cpu_s;
    print_cost(&given, index, now_s() - start_s, cpu_s);
    print_list(&given, index, &lists[given.ranking]);
    fflush(stdout);
    if ((given.diagrams || given.svg) &&
        !draw_list(&given, index, &lists[given.ranking], &why))
        error(1, 0, "%s", why.text);
    struct joseki_built built;
    if (given.write && !provenance_made_from(given.building.made, given.index, &why))
        error(1, 0, "%s", why.text);
    if (given.write && !joseki_build(index, &lists[given.ranking], &given.building,
                                     given.write, &built, &why))
        error(1, 0, "%s", why.text);
    progress_end(&progress);
    if (given.write)
        print_built(&given, &built);
    ranked_release(lists);
    index_close(index);
    provenance_free(given.building.made);
    return 0;
}
