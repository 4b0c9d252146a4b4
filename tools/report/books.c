/* tools/report/books.c -- the tables and figures of Masuko and Tanaka 2013 for two
   books of ours, and how a book grows with the games it is made of.  */
#include <config.h>

#include "tools/book/book.h"
#include "tools/book/worth.h"
#include "tools/cmdline.h"
#include "tools/plot.h"
#include "tools/report/report.h"

#include <argp.h>
#include <error.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <xalloc.h>

#include "books/opening/making.h"

struct report_books {
    struct telling telling;
    struct worth worth;
    struct making making;
    struct selection growth;
};

/* ---------------------------------------------------------------- growth */

static long const steps[] = {2000,   5000,   10000,  20000, 50000,
                             100000, 200000, 400000, 600000};

enum { STEPS = sizeof steps / sizeof *steps };

struct growth {
    struct maker *maker;
    bool sifted;
};

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct growth *const growth = context;
    (void)origin, (void)why;
    if (growth->sifted)
        maker_count(growth->maker, game, NULL);
    else
        maker_sift(growth->maker, game);
    return true;
}

/* The book of the first GAMES games; *READ is how many there were.  */
static struct book *book_of_first(struct report_books const *report, long games,
                                  long *read)
{
    struct failure why;
    struct selection selection = report->growth;
    struct growth growth = {maker_new(&report->making, &why), false};
    if (!growth.maker)
        error(2, 0, "%s", why.text);
    selection.limit = games;
    *read = games_each(&selection, take, &growth).games;
    growth.sifted = true;
    games_each(&selection, take, &growth);
    struct book *const book = maker_finish(growth.maker);
    maker_free(growth.maker);
    return book;
}

static void tell_growth(struct report_books const *report)
{
    bool const json = report->telling.json;
    static double games[STEPS], positions[STEPS], moves[STEPS];
    struct plot plot = {.title = "A book grows with its games",
                        .x_label = "games",
                        .y_label = "in the book",
                        .from_zero = true};
    int count = 0;
    long read = LONG_MAX;
    if (report->growth.place_count == 0)
        return;
    if (!json)
        printf("\nGrowth: moves played %u times, to %d moves\n  %8s %9s %9s %9s\n",
               report->making.least, report->making.depth, "games", "positions",
               "moves", "per pos.");
    for (int i = 0; i < STEPS && read >= (i ? steps[i - 1] : 0); i++) {
        struct book *const book = book_of_first(report, steps[i], &read);
        games[count] = (double)read;
        positions[count] = book->count;
        moves[count] = (double)count_moves(book);
        printf(json ? "{\"growth\": %ld, \"positions\": %u, \"moves\": %.0f, "
                      "\"per_position\": %.4f}\n"
                    : "  %8ld %9u %9.0f %9.4f\n",
               read, book->count, moves[count],
               book->count ? moves[count] / book->count : 0);
        count++;
        book_free(book);
    }
    plot.curves[plot.count++] = (struct curve){"positions", games, positions, count};
    plot.curves[plot.count++] = (struct curve){"moves", games, moves, count};
    tell_plot(&report->telling, &plot, "growth.svg");
}

/* ---------------------------------------------------------------- options */

enum { OPTION_GROWTH = 256, OPTION_LEAST, OPTION_DEPTH };

static struct argp_option const options[] = {
    {"growth", OPTION_GROWTH, "GAMES", 0,
     "Make books of 2,000 ... 600,000 of these games too, and count what is in them",
     0},
    {"least", OPTION_LEAST, "N", 0, "Of moves that were played N times (20)", 0},
    {"depth", OPTION_DEPTH, "N", 0, "Of the first N moves (30)", 0},
    {0},
};

static void add_growth(struct selection *growth, char const *place)
{
    char const **const places =
        xnrealloc((void *)growth->places, (size_t)growth->place_count + 1,
                  sizeof *growth->places);
    places[growth->place_count++] = place;
    growth->places = places;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct report_books *const report = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &report->telling;
        state->child_inputs[1] = &report->worth;
        return 0;
    case OPTION_GROWTH:
        add_growth(&report->growth, arg);
        return 0;
    case OPTION_LEAST:
        report->making.least = (uint32_t)cmdline_number(arg, 1, 1000000000, state);
        return 0;
    case OPTION_DEPTH:
        report->making.depth = (int)cmdline_number(arg, 1, WAY_MAX, state);
        return 0;
    case ARGP_KEY_END:
        if (report->telling.count != 2)
            argp_error(state, "name two books");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int report_books_main(int argc, char **argv)
{
    struct argp_child const children[] = {
        {&telling_argp, 0, NULL, 0},
        {&worth_argp, 0, "What leaving is worth:", 1},
        {0},
    };
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "[NAME=]BOOK [NAME=]BOOK",
        .doc =
            "Judge two opening books, each alone and both in virtual matches, as "
            "Masuko and Tanaka did in 2013: tables 1 to 4 and figures 2, 3, 6 to 11.",
        .children = children,
    };
    struct report_books report = {
        .making = making_defaults,
        .growth.splits = ALL_SPLITS,
        .telling.diagrams = 1,
        .worth = worth_defaults,
    };
    cmdline_parse(&argp, argc, argv, &report);
    struct named_book books[2] = {named_book_open(report.telling.words[0]),
                                  named_book_open(report.telling.words[1])};
    struct pairings *const pairings = pairings_play(books);
    tell_books(&report.telling, books, 2);
    tell_growth(&report);
    tell_pairings(&report.telling, pairings);
    tell_worth(&report.telling, &report.worth, pairings);
    tell_never_met(&report.telling, pairings);
    pairings_free(pairings);
    worth_release(&report.worth);
    named_book_release(&books[0]);
    named_book_release(&books[1]);
    free((void *)report.growth.places);
    return 0;
}
