/* tools/report_joseki.c -- the tables of Nakamura 2002, made again.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/mining.h"
#include "tools/report.h"

#include <argp.h>
#include <error.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <xalloc.h>

#include "books/corpus.h"
#include "books/dictionary.h"
#include "books/variants.h"

static int const tops[] = {1000, 2000, 3000,  4000,  5000,  6000, 7000,
                           8000, 9000, 10000, 15000, 20000, 25000};
static int const variant_lengths[] = {4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30};

enum { TOPS = sizeof tops / sizeof *tops };

struct table {
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

static void sort_coded(struct coded *coded, struct corpus_builder *builder)
{
    struct failure why;
    uint32_t *suffix;
    uint8_t *shared;
    coded->corpus = corpus_finish(builder);
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
static void read_games(struct table const *table, struct coded coded[2],
                       struct coded *validation)
{
    struct corpus_builder *builders[3] = {corpus_builder_new(CODE_SIMPLE),
                                          corpus_builder_new(CODE_RELATIVE), NULL};
    struct selection games = table->games;
    games.splits = 1u << SPLIT_TRAINING;
    games_each(&games, add, builders);
    sort_coded(&coded[CODE_SIMPLE], builders[CODE_SIMPLE]);
    sort_coded(&coded[CODE_RELATIVE], builders[CODE_RELATIVE]);

    struct corpus_builder *second[2] = {corpus_builder_new(CODE_RELATIVE), NULL};
    games.splits = 1u << SPLIT_VALIDATION;
    games_each(&games, add, second);
    sort_coded(validation, second[0]);
}

/* ---------------------------------------------------------------- tables 1 and 2 */

static char const *code_name(enum code code)
{
    return code == CODE_SIMPLE ? "E_S" : "E_R";
}

static void print_alphabet(struct table const *table, enum code code,
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

static void print_variants(struct table const *table, struct coded const coded[2])
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
enum group { GROUP_ALL, GROUP_USED, GROUP_HALF, GROUPS };

static char const *const group_names[GROUPS] = {"all lines", "lines in use",
                                                "the other half of these"};

struct column {
    char const *code;
    uint32_t *found[RANKINGS]; /* rank of each line */
};

static bool is_in(enum group group, struct dictionary const *dictionary,
                  uint32_t const *used, int line)
{
    return group == GROUP_ALL ||
           (used[line] && (group == GROUP_USED || dictionary->lines[line].half));
}

static double recall(enum group group, struct dictionary const *dictionary,
                     uint32_t const *used, uint32_t const *found, int top)
{
    int members = 0, recalled = 0;
    for (int i = 0; i < dictionary->count; i++)
        if (is_in(group, dictionary, used, i)) {
            members++;
            recalled += found[i] && found[i] <= (uint32_t)top;
        }
    return members ? 100.0 * recalled / members : 0;
}

static point point_at_place(void const *context, uint32_t at)
{
    return corpus_point(context, at);
}

static struct column *fill_columns(struct table const *table,
                                   struct coded const coded[2],
                                   struct dictionary const *dictionary)
{
    struct column *const columns = xcalloc(3, sizeof *columns);
    static char const *const names[3] = {"E_S", "E_R", "E_R corrected"};
    for (int c = 0; c < 3; c++) {
        columns[c].code = names[c];
        for (int r = 0; r < RANKINGS; r++)
            columns[c].found[r] =
                xcalloc((size_t)dictionary->count, sizeof **columns[c].found);
    }
    for (enum code code = CODE_SIMPLE; code <= CODE_RELATIVE; code++) {
        struct suffixes const *const suffixes = &coded[code].suffixes;
        struct ranked_list lists[RANKINGS];
        mine(&table->mining, code, suffixes, lists);
        for (int r = 0; r < RANKINGS; r++) {
            dictionary_recall(dictionary, code, suffixes, &lists[r], NULL,
                              columns[code].found[r]);
            if (code == CODE_SIMPLE)
                continue;
            uint32_t *const ranks = corrected_ranks(suffixes, &lists[r], point_at_place,
                                                    &coded[code].corpus);
            dictionary_recall(dictionary, code, suffixes, &lists[r], ranks,
                              columns[2].found[r]);
            free(ranks);
        }
        ranked_release(lists);
    }
    return columns;
}

static void print_head(enum group group, int members)
{
    printf("\n%s (%d):\n  top  ", group_names[group], members);
    for (int r = 0; r < RANKINGS; r++)
        printf("  %-7s   E_S   E_R corr.", ranking_names[r]);
    printf("\n");
}

static void print_recall(struct table const *table, enum group group,
                         struct dictionary const *dictionary, uint32_t const *used,
                         struct column const columns[3])
{
    int members = 0;
    for (int i = 0; i < dictionary->count; i++)
        members += is_in(group, dictionary, used, i);
    if (!table->json)
        print_head(group, members);
    for (int t = 0; t < TOPS; t++) {
        if (!table->json)
            printf("  %5d", tops[t]);
        for (int r = 0; r < RANKINGS; r++) {
            double value[3];
            for (int c = 0; c < 3; c++)
                value[c] =
                    recall(group, dictionary, used, columns[c].found[r], tops[t]);
            if (table->json)
                printf("{\"table\": 3, \"group\": \"%s\", \"lines\": %d, \"top\": %d, "
                       "\"ranking\": \"%s\", \"simple_percent\": %.1f, "
                       "\"relative_percent\": %.1f, \"corrected_percent\": %.1f}\n",
                       group_names[group], members, tops[t], ranking_names[r], value[0],
                       value[1], value[2]);
            else
                printf("          %5.1f %5.1f %5.1f", value[0], value[1], value[2]);
        }
        if (!table->json)
            printf("\n");
    }
}

static void print_table_3(struct table const *table, struct coded const coded[2],
                          struct coded const *validation)
{
    struct failure why;
    struct dictionary dictionary = {0};
    if (!read_reference(table->reference, table->mining.ranking.shortest, &dictionary,
                        &why))
        error(1, 0, "%s", why.text);
    size_t const count = (size_t)dictionary.count;
    uint32_t *const used = xcalloc(count, sizeof *used);
    uint32_t *const played = xcalloc(count, sizeof *played);
    int never = 0;
    dictionary_count(&dictionary, CODE_RELATIVE, &validation->suffixes, used);
    dictionary_count(&dictionary, CODE_RELATIVE, &coded[CODE_RELATIVE].suffixes,
                     played);
    for (int i = 0; i < dictionary.count; i++) {
        never += played[i] == 0;
        used[i] = used[i] >= table->in_use;
    }
    printf(
        table->json ? "{\"leaves\": %d, \"refused_leaves\": %d, \"lines\": %d, "
                      "\"never_played\": %d, \"in_use_times\": %u}\n"
                    : "\nTable 3: recall in percent.  The reference has %d leaves, %d "
                      "of them after\na bad move; %d lines of at least 5 steps, of "
                      "which %d do not occur in the\ntraining games at all.  In use is "
                      "what occurs %u times in the validation games.\n",
        dictionary.leaves, dictionary.refused, dictionary.count, never, table->in_use);
    struct column *const columns = fill_columns(table, coded, &dictionary);
    for (enum group group = GROUP_ALL; group < GROUPS; group++)
        print_recall(table, group, &dictionary, used, columns);

    for (int c = 0; c < 3; c++)
        for (int r = 0; r < RANKINGS; r++)
            free(columns[c].found[r]);
    free(columns);
    free(played);
    free(used);
    dictionary_release(&dictionary);
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

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct table *const table = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &table->mining;
        return 0;
    case OPTION_REFERENCE:
        table->reference = arg;
        return 0;
    case OPTION_LIMIT:
        table->games.limit = cmdline_number(arg, 0, LONG_MAX, state);
        return 0;
    case OPTION_IN_USE:
        table->in_use = (uint32_t)cmdline_number(arg, 1, 1000000, state);
        return 0;
    case OPTION_JSON:
        table->json = true;
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
        return ARGP_ERR_UNKNOWN;
    }
}

int report_joseki_main(int argc, char **argv)
{
    struct argp_child const children[] = {{&mining_argp, 0, "How to mine:", 1}, {0}};
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "GAMES...",
        .doc =
            "Compare the codes of moves and the rankings of sequences, as Nakamura "
            "2002 did: mined from the training games, measured by how many joseki of "
            "a dictionary are among the best.",
        .children = children,
    };
    struct table table = {.mining = mining_defaults, .in_use = 2};
    argp_parse(&argp, argc, argv, 0, NULL, &table);
    struct coded coded[2], validation;
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
    print_table_3(&table, coded, &validation);
    coded_release(&coded[0]);
    coded_release(&coded[1]);
    coded_release(&validation);
    return 0;
}
