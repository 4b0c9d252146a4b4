/* tools/report/joseki.c -- the tables of Nakamura 2002, made again.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/records/mining.h"
#include "tools/report/report.h"

#include <argp.h>
#include <error.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <xalloc.h>

#include "books/sequences/corpus.h"
#include "books/sequences/dictionary.h"
#include "books/sequences/variants.h"

static int const tops[] = {1000, 2000, 3000,  4000,  5000,  6000, 7000,
                           8000, 9000, 10000, 15000, 20000, 25000};
static int const variant_lengths[] = {4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30};

enum { TOPS = sizeof tops / sizeof *tops };

struct report_joseki {
    struct selection games;
    struct mining mining;
    char const *reference;
    uint32_t in_use; /* a line is, that occurs so often in the validation games */
    bool json;
};

/* Games coded in one way, and searchable.  */
struct coded {
    struct corpus corpus;
    struct suffixes suffixes;
};

static bool add(void *context, struct game const *game, struct origin const *origin,
                struct failure *why)
{
    struct corpus_builder **builders = context;
    for (; *builders; builders++)
        if (!corpus_add(*builders, game, origin, why))
            return false;
    return true;
}

/* PART says of which games, in case there are none.  */
static void sort_coded(struct coded *coded, struct corpus_builder *builder,
                       char const *part)
{
    struct failure why;
    uint32_t *suffix;
    uint8_t *shared;
    coded->corpus = corpus_finish(builder);
    if (coded->corpus.text_count == 0)
        error(1, 0, "there are no moves in the %s games", part);
    if (!suffix_sort(coded->corpus.text, coded->corpus.text_count, &suffix, &shared,
                     &why))
        error(1, 0, "%s", why.text);
    coded->suffixes = (struct suffixes){.text = coded->corpus.text,
                                        .suffix = suffix,
                                        .shared = shared,
                                        .count = coded->corpus.text_count};
    coded->suffixes.keys = suffix_keys(&coded->suffixes);
}

static void coded_release(struct coded *coded)
{
    free((void *)coded->suffixes.suffix);
    free((void *)coded->suffixes.shared);
    free((void *)coded->suffixes.keys);
    corpus_release(&coded->corpus);
}

/* Training games in both codes, and what is played in the validation games.  */
static void read_games(struct report_joseki const *table, struct coded coded[2],
                       struct coded *validation)
{
    struct corpus_builder *builders[3] = {corpus_builder_new(CODE_SIMPLE),
                                          corpus_builder_new(CODE_RELATIVE), NULL};
    struct selection games = table->games;
    games.splits = 1u << SPLIT_TRAINING;
    games_each(&games, add, builders);
    sort_coded(&coded[CODE_SIMPLE], builders[CODE_SIMPLE], "training");
    sort_coded(&coded[CODE_RELATIVE], builders[CODE_RELATIVE], "training");

    struct corpus_builder *second[2] = {corpus_builder_new(CODE_RELATIVE), NULL};
    games.splits = 1u << SPLIT_VALIDATION;
    games_each(&games, add, second);
    sort_coded(validation, second[0], "validation");
}

/* ---------------------------------------------------------------- tables 1 and 2 */

static char const *code_name(enum code code)
{
    return code == CODE_SIMPLE ? "E_S" : "E_R";
}

static void print_alphabet(struct report_joseki const *table, enum code code,
                           struct coded const *coded)
{
    struct census census;
    double distinct = 0, repeated = 0;
    int used = 0;
    bool seen[SYMBOL_LIMIT] = {false};
    for (uint32_t i = 0; i < coded->suffixes.count; i++)
        seen[coded->suffixes.text[i]] = true;
    for (int i = SYMBOL_FIRST; i < SYMBOL_LIMIT; i++)
        used += seen[i];
    take_census(&coded->suffixes, &census);
    for (int length = 1; length <= RANKED_LENGTH_MAX; length++) {
        distinct += (double)census.distinct[length];
        repeated += (double)census.repeated[length];
    }
    printf(table->json
               ? "{\"table\": 1, \"code\": \"%s\", \"symbols_used\": %d, "
                 "\"symbols\": %d, \"repeated\": %.0f, \"distinct\": %.0f}\n"
               : "  %s  %4d of %d symbols  %.3g substrings occur twice, of %.3g\n",
           code_name(code), used, code_symbols(code) - 1, repeated, distinct);
}

static point *all_points(struct corpus const *corpus)
{
    point *const points = xcalloc(corpus->text_count, sizeof *points);
    for (uint32_t i = 0; i < corpus->segment_count; i++) {
        struct segment_walk walk;
        point *to = points + corpus->segments[i].text;
        segment_start(&walk, corpus, &corpus->segments[i]);
        while (segment_next(&walk))
            *to++ = walk.move.at;
    }
    return points;
}

static void print_variants(struct report_joseki const *table,
                           struct coded const coded[2])
{
    point *const points = all_points(&coded[CODE_RELATIVE].corpus);
    for (size_t i = 0; i < sizeof variant_lengths / sizeof *variant_lengths; i++) {
        struct variants variants[2];
        for (enum code code = CODE_SIMPLE; code <= CODE_RELATIVE; code++)
            variants[code] =
                count_variants(&coded[code].suffixes, points, variant_lengths[i]);
        printf(table->json ? "{\"table\": 2, \"length\": %d, \"simple_most\": %u, "
                             "\"simple_mean\": %.4f, \"relative_most\": %u, "
                             "\"relative_mean\": %.4f}\n"
                           : "  %6d  %8u %8.2f  %8u %8.2f\n",
               variant_lengths[i], variants[0].most,
               (double)variants[0].shapes / (double)variants[0].strings,
               variants[1].most,
               (double)variants[1].shapes / (double)variants[1].strings);
    }
    free(points);
}

/* ---------------------------------------------------------------- table 3 */

/* Whose recall: all lines, those in use, and of these the half that nothing was
   chosen by.  */
enum recall_group { GROUP_ALL, GROUP_USED, GROUP_HALF, GROUPS };

static char const *const group_names[GROUPS] = {"all lines", "lines in use",
                                                "the other half of these"};

enum { COLUMNS = 3, COLUMN_CORRECTED = 2 };

/* A dictionary, and where the lists of each column and ranking have its lines.  */
struct joseki_reference {
    char const *name;
    struct dictionary dictionary;
    bool *used; /* a line is */
    int never;  /* lines that are not in the training games */
    uint32_t *found[COLUMNS][RANKINGS];
};

static void reference_read(struct joseki_reference *reference,
                           struct report_joseki const *table)
{
    struct failure why;
    if (!read_reference(table->reference, table->mining.ranking.shortest,
                        &reference->dictionary, &why))
        error(1, 0, "%s", why.text);
}

/* Count which lines are in use, and which are never played.  */
static void reference_count(struct joseki_reference *reference,
                            struct report_joseki const *table,
                            struct coded const *training,
                            struct coded const *validation)
{
    struct dictionary const *const dictionary = &reference->dictionary;
    size_t const count = (size_t)dictionary->count;
    uint32_t *const played = xcalloc(count, sizeof *played);
    reference->used = xcalloc(count, sizeof *reference->used);
    dictionary_count(dictionary, CODE_RELATIVE, &validation->suffixes, played);
    for (size_t i = 0; i < count; i++)
        reference->used[i] = played[i] >= table->in_use;
    dictionary_count(dictionary, CODE_RELATIVE, &training->suffixes, played);
    for (size_t i = 0; i < count; i++)
        reference->never += played[i] == 0;
    for (int c = 0; c < COLUMNS; c++)
        for (int r = 0; r < RANKINGS; r++)
            reference->found[c][r] = xcalloc(count, sizeof ***reference->found);
    free(played);
}

static void reference_release(struct joseki_reference *reference)
{
    for (int c = 0; c < COLUMNS; c++)
        for (int r = 0; r < RANKINGS; r++)
            free(reference->found[c][r]);
    free(reference->used);
    dictionary_release(&reference->dictionary);
}

static bool is_in(enum recall_group group, struct joseki_reference const *reference,
                  int line)
{
    return group == GROUP_ALL ||
           (reference->used[line] &&
            (group == GROUP_USED || reference->dictionary.lines[line].half));
}

static int count_members(enum recall_group group,
                         struct joseki_reference const *reference)
{
    int members = 0;
    for (int i = 0; i < reference->dictionary.count; i++)
        members += is_in(group, reference, i);
    return members;
}

static double recall(enum recall_group group, struct joseki_reference const *reference,
                     uint32_t const *found, int top)
{
    int const members = count_members(group, reference);
    int recalled = 0;
    for (int i = 0; i < reference->dictionary.count; i++)
        recalled += is_in(group, reference, i) && found[i] && found[i] <= (uint32_t)top;
    return members ? 100.0 * recalled / members : 0;
}

static point point_at_place(void const *context, uint32_t at)
{
    return corpus_point(context, at);
}

/* Look the lines of REFERENCE up in a list of E_R.  */
static void recall_relative(struct report_joseki const *table,
                            struct coded const *coded, struct ranked_list const *list,
                            uint32_t const *ranks,
                            struct joseki_reference const *reference, uint32_t found[])
{
    if (table->mining.strings)
        dictionary_recall(&reference->dictionary, CODE_RELATIVE, &coded->suffixes, list,
                          ranks, found);
    else
        dictionary_recall_shapes(&reference->dictionary, &coded->corpus,
                                 &coded->suffixes, list, ranks, found);
}

static void recall_all(struct report_joseki const *table, struct coded const coded[2],
                       struct joseki_reference references[], int count)
{
    struct ranked_list lists[RANKINGS];
    mine(&table->mining, CODE_SIMPLE, &coded[0].corpus, &coded[0].suffixes, lists);
    for (int r = 0; r < RANKINGS; r++)
        for (int i = 0; i < count; i++)
            dictionary_recall(&references[i].dictionary, CODE_SIMPLE,
                              &coded[0].suffixes, &lists[r], NULL,
                              references[i].found[CODE_SIMPLE][r]);
    ranked_release(lists);

    struct coded const *const relative = &coded[CODE_RELATIVE];
    mine(&table->mining, CODE_RELATIVE, &relative->corpus, &relative->suffixes, lists);
    for (int r = 0; r < RANKINGS; r++) {
        uint32_t *const ranks = corrected_ranks(&relative->suffixes, &lists[r],
                                                point_at_place, &relative->corpus);
        for (int i = 0; i < count; i++) {
            recall_relative(table, relative, &lists[r], NULL, &references[i],
                            references[i].found[CODE_RELATIVE][r]);
            recall_relative(table, relative, &lists[r], ranks, &references[i],
                            references[i].found[COLUMN_CORRECTED][r]);
        }
        free(ranks);
    }
    ranked_release(lists);
}

static void print_head(enum recall_group group, int members)
{
    printf("\n%s (%d):\n  top  ", group_names[group], members);
    for (int r = 0; r < RANKINGS; r++)
        printf("  %-7s   E_S   E_R corr.", ranking_names[r]);
    printf("\n");
}

static void print_recall(struct report_joseki const *table, enum recall_group group,
                         struct joseki_reference const *reference)
{
    int const members = count_members(group, reference);
    if (!table->json)
        print_head(group, members);
    for (int t = 0; t < TOPS; t++) {
        if (!table->json)
            printf("  %5d", tops[t]);
        for (int r = 0; r < RANKINGS; r++) {
            double value[COLUMNS];
            for (int c = 0; c < COLUMNS; c++)
                value[c] = recall(group, reference, reference->found[c][r], tops[t]);
            if (table->json)
                printf("{\"table\": 3, \"reference\": \"%s\", \"group\": \"%s\", "
                       "\"lines\": %d, \"top\": %d, \"ranking\": \"%s\", "
                       "\"simple_percent\": %.1f, \"relative_percent\": %.1f, "
                       "\"corrected_percent\": %.1f}\n",
                       reference->name, group_names[group], members, tops[t],
                       ranking_names[r], value[0], value[1], value[2]);
            else
                printf("          %5.1f %5.1f %5.1f", value[0], value[1], value[2]);
        }
        if (!table->json)
            printf("\n");
    }
}

static void print_reference(struct report_joseki const *table,
                            struct joseki_reference const *reference)
{
    struct dictionary const *const dictionary = &reference->dictionary;
    printf(table->json
               ? "{\"reference\": \"%s\", \"leaves\": %d, \"refused_leaves\": %d, "
                 "\"lines\": %d, \"never_played\": %d, \"in_use_times\": %u}\n"
               : "\nThe reference of %s: %d leaves, %d of them after a move that is\n"
                 "left out; %d lines of at least 5 steps, of which %d do not occur in "
                 "the\ntraining games at all.  In use is what occurs %u times in the "
                 "validation games.\n",
           reference->name, dictionary->leaves, dictionary->refused, dictionary->count,
           reference->never, table->in_use);
    for (enum recall_group group = GROUP_ALL; group < GROUPS; group++)
        print_recall(table, group, reference);
}

static void print_table_3(struct report_joseki const *table,
                          struct coded const coded[2], struct coded const *validation,
                          struct joseki_reference references[], int count)
{
    for (int i = 0; i < count; i++)
        reference_count(&references[i], table, &coded[CODE_RELATIVE], validation);
    recall_all(table, coded, references, count);
    if (!table->json)
        printf("\nTable 3: recall in percent\n");
    for (int i = 0; i < count; i++)
        print_reference(table, &references[i]);
}

/* ---------------------------------------------------------------- options */

enum { OPTION_JSON = 256, OPTION_REFERENCE, OPTION_LIMIT, OPTION_IN_USE };

static struct argp_option const options[] = {
    {"reference", OPTION_REFERENCE, "FOLDER", 0, "The joseki trees to compare with", 0},
    {"in-use", OPTION_IN_USE, "N", 0,
     "A joseki is in use that occurs N times in the validation games (2)", 0},
    {"limit", OPTION_LIMIT, "N", 0, "Stop after N games", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static struct cmdline_row const straight[] = {
    CMDLINE_FLAG(struct report_joseki, json, OPTION_JSON),
    CMDLINE_TEXT(struct report_joseki, reference, OPTION_REFERENCE),
    CMDLINE_NUMBER(struct report_joseki, games.limit, OPTION_LIMIT, 0, LONG_MAX),
    CMDLINE_NUMBER(struct report_joseki, in_use, OPTION_IN_USE, 1, 1000000),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct report_joseki *const table = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &table->mining;
        return 0;
    case ARGP_KEY_ARGS:
        table->games.places = (char const *const *)state->argv + state->next;
        table->games.place_count = state->argc - state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name at least one file or folder with games");
        return 0;
    case ARGP_KEY_END:
        if (!table->reference)
            argp_error(state, "name the folder of the reference: --reference=FOLDER");
        return 0;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

static struct argp_child const children[] = {{&mining_argp, 0, "How to mine:", 1}, {0}};

static struct argp const argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAMES...",
    .doc = "Compare the codes of moves and the rankings of sequences, as Nakamura "
           "2002 did: mined from the training games, measured by how many joseki of "
           "a dictionary are among the best.",
    .children = children,
};

int report_joseki_main(int argc, char **argv)
{
    struct report_joseki table = {.mining = mining_defaults, .in_use = 2};
    cmdline_parse(&argp, argc, argv, &table);
    struct coded coded[2], validation;
    struct joseki_reference references[] = {
        {.name = "joseki"},
        {.name = "GNU Go's own moves", .dictionary.own = true},
    };
    enum { REFERENCES = sizeof references / sizeof *references };
    for (int i = 0; i < REFERENCES; i++)
        reference_read(&references[i], &table);
    read_games(&table, coded, &validation);
    if (!table.json)
        printf("Table 1: alphabets and substrings of 1 to %d symbols\n",
               RANKED_LENGTH_MAX);
    for (enum code code = CODE_SIMPLE; code <= CODE_RELATIVE; code++)
        print_alphabet(&table, code, &coded[code]);
    if (!table.json)
        printf("\nTable 2: shapes under one string\n"
               "  length  E_S most     mean  E_R most     mean\n");
    print_variants(&table, coded);
    print_table_3(&table, coded, &validation, references, REFERENCES);
    for (int i = 0; i < REFERENCES; i++)
        reference_release(&references[i]);
    coded_release(&coded[0]);
    coded_release(&coded[1]);
    coded_release(&validation);
    return 0;
}
