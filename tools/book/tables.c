#include <config.h>

#include "tools/book/tables.h"

#include "tools/book/book.h"
#include "tools/cmdline.h"
#include "tools/plot.h"

#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xalloc.h>

#include "engine/go/drawing.h"

/* ---------------------------------------------------------------- books */

/* NAME as it may stand in all that is told: what JSON would have to quote is a '?'.  */
static char const *plain_name(char const *name, size_t length)
{
    char *const plain = ximemdup0(name, (idx_t)length);
    for (char *c = plain; *c; c++)
        if (*c == '"' || *c == '\\' || (unsigned char)*c < ' ')
            *c = '?';
    return plain;
}

struct named_book named_book_open(char const *word)
{
    char const *const equals = strchr(word, '=');
    char const *const file = equals ? equals + 1 : word;
    char const *const slash = strrchr(file, '/');
    char const *const begin = equals ? word : slash ? slash + 1 : file;
    size_t const length =
        equals ? (size_t)(equals - word) : strcspn(begin, begin[0] == '.' ? "" : ".");
    struct named_book named = {.name = plain_name(begin, length),
                               .book = open_book(file)};
    book_count(named.book, &named.census);
    return named;
}

void named_book_release(struct named_book *named)
{
    free((char *)named->name);
    book_free(named->book);
}

/* ---------------------------------------------------------------- figures */

void tell_plot(struct telling const *telling, struct plot const *plot, char const *file)
{
    struct failure why;
    char *path;
    if (!telling->svg)
        return;
    if (mkdir(telling->svg, 0777) != 0 && errno != EEXIST)
        error(1, errno, "%s", telling->svg);
    if (asprintf(&path, "%s/%s", telling->svg, file) < 0)
        xalloc_die();
    if (!plot_save(plot, path, &why))
        error(1, 0, "%s", why.text);
    free(path);
}

/* Move numbers 0, 1 ... for the x of curves.  */
static double const *plies(void)
{
    static double numbers[WAY_MAX + 1];
    for (int i = 0; i <= WAY_MAX; i++)
        numbers[i] = i;
    return numbers;
}

/* ---------------------------------------------------------------- alone */

static double per_position(struct census_row const *row)
{
    return row->positions ? (double)row->moves / row->positions : 0;
}

static void tell_size(struct telling const *telling, struct named_book const *named)
{
    struct census_row const *const all = &named->census.all;
    printf(telling->json ? "{\"table\": 1, \"book\": \"%s\", \"positions\": %u, "
                           "\"moves\": %u, \"avoided\": %u, \"per_position\": %.4f}\n"
                         : "  %-16s %9u %9u %9u %9.4f\n",
           named->name, all->positions, all->moves, all->avoided, per_position(all));
}

static void tell_distribution(struct telling const *telling,
                              struct named_book const books[], int count, int moves)
{
    bool any = false;
    for (int i = 0; i < count; i++)
        any |= books[i].census.with[moves] > 0;
    if (!any)
        return;
    if (!telling->json)
        printf("  %5d%s", moves, moves == CENSUS_ANSWERS ? "+" : " ");
    for (int i = 0; i < count; i++)
        printf(telling->json ? "{\"table\": 2, \"moves\": %d, \"book\": \"%s\", "
                               "\"positions\": %u}\n"
                             : "%.0d%.0s %12u",
               telling->json ? moves : 0, books[i].name, books[i].census.with[moves]);
    if (!telling->json)
        printf("\n");
}

static void tell_ply(struct telling const *telling, struct named_book const books[],
                     int count, int ply)
{
    if (!telling->json)
        printf("  %6d", ply);
    for (int i = 0; i < count; i++) {
        struct census_row const *const row = &books[i].census.by_ply[ply];
        if (telling->json)
            printf("{\"figure\": 2, \"ply\": %d, \"book\": \"%s\", \"positions\": %u, "
                   "\"per_position\": %.4f}\n",
                   ply, books[i].name, row->positions, per_position(row));
        else
            printf(" %9u %6.3f", row->positions, per_position(row));
    }
    if (!telling->json)
        printf("\n");
}

static void plot_books(struct telling const *telling, struct named_book const books[],
                       int count)
{
    static double positions[PLOT_CURVES][WAY_MAX + 1], moves[PLOT_CURVES][WAY_MAX + 1];
    struct plot two = {.title = "Positions by move number",
                       .x_label = "moves played",
                       .y_label = "positions",
                       .from_zero = true};
    struct plot three = {.title = "Moves in a position, by move number",
                         .x_label = "moves played",
                         .y_label = "moves per position",
                         .from_zero = true};
    for (int i = 0; i < count && i < PLOT_CURVES; i++) {
        struct book_census const *const census = &books[i].census;
        for (int ply = 0; ply < census->plies; ply++) {
            positions[i][ply] = census->by_ply[ply].positions;
            moves[i][ply] = per_position(&census->by_ply[ply]);
        }
        two.curves[two.count++] =
            (struct curve){books[i].name, plies(), positions[i], census->plies};
        three.curves[three.count++] =
            (struct curve){books[i].name, plies(), moves[i], census->plies};
    }
    tell_plot(telling, &two, "2-positions.svg");
    tell_plot(telling, &three, "3-moves.svg");
}

static void print_names(struct named_book const books[], int count, char const *format)
{
    for (int i = 0; i < count; i++)
        printf(format, books[i].name);
    printf("\n");
}

void tell_books(struct telling const *telling, struct named_book const books[],
                int count)
{
    int longest = 0;
    if (telling->svg && count > PLOT_CURVES)
        error(0, 0, "figures have room for %d books, the others are not drawn",
              PLOT_CURVES);
    if (!telling->json)
        printf("Table 1\n  %-16s %9s %9s %9s %9s\n", "book", "positions", "moves",
               "avoided", "per pos.");
    for (int i = 0; i < count; i++) {
        tell_size(telling, &books[i]);
        longest = books[i].census.plies > longest ? books[i].census.plies : longest;
    }
    if (!telling->json) {
        printf("\nTable 2: positions with so many moves\n  moves ");
        print_names(books, count, " %12.12s");
    }
    for (int moves = 0; moves <= CENSUS_ANSWERS; moves++)
        tell_distribution(telling, books, count, moves);
    if (!telling->json) {
        printf("\nFigures 2 and 3: positions, and moves per position, after so many "
               "moves\n  played");
        print_names(books, count, " %16.16s");
    }
    for (int ply = 0; ply < longest; ply++)
        tell_ply(telling, books, count, ply);
    plot_books(telling, books, count);
}

/* ---------------------------------------------------------------- in pairs */

struct pairings *pairings_play(struct named_book const books[2])
{
    struct book_facts const *const a = &books[0].book->facts, *const b =
                                                                  &books[1].book->facts;
    if (a->size != b->size || a->handicap != b->handicap)
        error(2, 0,
              "the books are for different games: %dx%d with %d stones, and %dx%d "
              "with %d",
              a->size, a->size, a->handicap, b->size, b->size, b->handicap);
    struct pairings *const pairings = xzalloc(sizeof *pairings);
    pairings->books = books;
    for (int i = 0; i < 2; i++)
        contestant_init(&pairings->contestants[i], books[i].book);
    for (int i = 0; i < 4; i++)
        duel_play(&pairings->duels[i], &pairings->contestants[i / 2],
                  &pairings->contestants[i % 2]);
    return pairings;
}

void pairings_free(struct pairings *pairings)
{
    for (int i = 0; i < 4; i++)
        duel_release(&pairings->duels[i]);
    for (int i = 0; i < 2; i++)
        contestant_release(&pairings->contestants[i]);
    free(pairings);
}

static void tell_pairing(struct telling const *telling, struct pairings const *pairings,
                         int number)
{
    struct duel const *const duel = &pairings->duels[number];
    double mean = 0;
    for (int ply = 0; ply < duel->plies; ply++)
        mean += duel->stays[ply];
    printf(telling->json
               ? "{\"table\": 3, \"first\": \"%s\", \"second\": \"%s\", \"leaving\": "
                 "%zu, \"entropy_bits\": %.4f, \"met\": %zu, \"book_moves\": %.3f, "
                 "\"endless\": %.3g}\n"
               : "  %-16s %-16s %9zu %9.3f %9zu %9.2f %9.2g\n",
           pairings->books[number / 2].name, pairings->books[number % 2].name,
           duel->left.count, duel->entropy, duel->met.count, mean, duel->endless);
}

static int longest_duel(struct pairings const *pairings)
{
    int longest = 0;
    for (int i = 0; i < 4; i++)
        if (pairings->duels[i].plies > longest)
            longest = pairings->duels[i].plies;
    return longest < DUEL_PLIES ? longest : DUEL_PLIES;
}

static void tell_pairings_ply(struct telling const *telling,
                              struct pairings const *pairings, int ply)
{
    if (!telling->json)
        printf("  %6d", ply);
    for (int i = 0; i < 4; i++) {
        struct duel const *const duel = &pairings->duels[i];
        if (telling->json)
            printf(
                "{\"figure\": 7, \"ply\": %d, \"first\": \"%s\", \"second\": \"%s\", "
                "\"leaves\": %u, \"stays\": %.6f, \"entropy_bits\": %.4f}\n",
                ply, pairings->books[i / 2].name, pairings->books[i % 2].name,
                duel->leaves[ply], duel->stays[ply], duel->entropies[ply]);
        else
            printf("  %7u %.4f %6.2f", duel->leaves[ply], duel->stays[ply],
                   duel->entropies[ply]);
    }
    if (!telling->json)
        printf("\n");
}

static void plot_pairings(struct telling const *telling,
                          struct pairings const *pairings, char names[4][80])
{
    static double leaves[4][DUEL_PLIES + 1];
    int const count = longest_duel(pairings);
    struct plot six = {.title = "Positions where the book is left",
                       .x_label = "moves played",
                       .y_label = "positions"};
    struct plot seven = {.title = "Probability of being in book",
                         .x_label = "moves played",
                         .y_label = "probability"};
    struct plot eight = {.title = "Entropy of where games are",
                         .x_label = "moves played",
                         .y_label = "bits"};
    six.from_zero = seven.from_zero = eight.from_zero = true;
    six.count = seven.count = eight.count = 4;
    for (int i = 0; i < 4; i++) {
        struct duel const *const duel = &pairings->duels[i];
        for (int ply = 0; ply <= count; ply++)
            leaves[i][ply] = duel->leaves[ply];
        six.curves[i] = (struct curve){names[i], plies(), leaves[i], count};
        seven.curves[i] = (struct curve){names[i], plies(), duel->stays, count};
        eight.curves[i] = (struct curve){names[i], plies(), duel->entropies, count};
    }
    tell_plot(telling, &six, "6-leaving.svg");
    tell_plot(telling, &seven, "7-staying.svg");
    tell_plot(telling, &eight, "8-entropy.svg");
}

void tell_pairings(struct telling const *telling, struct pairings const *pairings)
{
    char names[4][80];
    for (int i = 0; i < 4; i++)
        snprintf(names[i], sizeof names[i], "%.38s - %.38s",
                 pairings->books[i / 2].name, pairings->books[i % 2].name);
    if (!telling->json)
        printf("\nTable 3: where games leave the book\n  %-16s %-16s %9s %9s %9s %9s "
               "%9s\n",
               "first", "second", "positions", "bits", "met", "moves", "endless");
    for (int i = 0; i < 4; i++)
        tell_pairing(telling, pairings, i);
    if (!telling->json) {
        printf("\nFigures 6, 7 and 8, after so many moves: positions where the book is "
               "left, probability\nof being in it, bits of where games are\n  played");
        for (int i = 0; i < 4; i++)
            printf("  %21.21s", names[i]);
        printf("\n");
    }
    for (int ply = 0; ply < longest_duel(pairings); ply++)
        tell_pairings_ply(telling, pairings, ply);
    plot_pairings(telling, pairings, names);
}

static void draw_arrival(struct telling const *telling, struct duel const *duel,
                         struct arrival const *arrival)
{
    point moves[WAY_MAX + 1];
    char text[POINT_TEXT];
    struct way const way = duel_way(duel, arrival, moves);
    printf(telling->json ? "\"probability\": %.6f, \"moves\": \""
                         : "\n%.2f %% come to this:",
           telling->json ? arrival->probability : 100 * arrival->probability);
    for (int i = 0; i < way.count; i++)
        printf("%s%s", telling->json && !i ? "" : " ", point_format(moves[i], text));
    printf(telling->json ? "\"}\n" : "\n");
    struct trail *const trail = book_trail(duel->side[0]->book);
    if (!telling->json && trail_go(trail, way, NULL))
        drawing_put(trail_board(trail), &look_plain, stdout);
    trail_free(trail);
}

void tell_never_met(struct telling const *telling, struct pairings const *pairings)
{
    int const count = telling->diagrams;
    struct arrival *const list = xcalloc((size_t)count + 1, sizeof *list);
    for (int i = 0; i < 2; i++) {
        struct duel const *const own = &pairings->duels[3 * i];
        int const found = duel_never_met(own, &pairings->duels[3 - 3 * i], count, list);
        if (!telling->json)
            printf("\nMost probable where %s plays itself, and never met where %s "
                   "does:\n",
                   pairings->books[i].name, pairings->books[1 - i].name);
        for (int k = 0; k < found; k++) {
            if (telling->json)
                printf("{\"figure\": 9, \"of\": \"%s\", \"never\": \"%s\", ",
                       pairings->books[i].name, pairings->books[1 - i].name);
            draw_arrival(telling, own, &list[k]);
        }
    }
    free(list);
}

/* ---------------------------------------------------------------- options */

enum { OPTION_JSON = 4096, OPTION_SVG, OPTION_DIAGRAMS };

static struct argp_option const options[] = {
    {"diagrams", OPTION_DIAGRAMS, "N", 0,
     "Draw the N most probable positions of one that the other never meets (1)", 0},
    {"svg", OPTION_SVG, "FOLDER", 0, "Draw the figures into FOLDER", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct telling *const telling = state->input;
    switch (key) {
    case OPTION_SVG:
        telling->svg = arg;
        return 0;
    case OPTION_JSON:
        telling->json = true;
        return 0;
    case OPTION_DIAGRAMS:
        telling->diagrams = (int)cmdline_number(arg, 0, 1000, state);
        return 0;
    case ARGP_KEY_ARGS:
        telling->words = state->argv + state->next;
        telling->count = state->argc - state->next;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

struct argp const telling_argp = {.options = options, .parser = parse};
