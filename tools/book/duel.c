/* tools/book/duel.c -- two books play each other, all games at once.  */
#include <config.h>

#include "tools/book/book.h"
#include "tools/book/worth.h"
#include "tools/cmdline.h"

#include <argp.h>
#include <stdio.h>
#include <time.h>

struct given {
    struct telling telling;
    struct worth worth;
    char **words;
    int count, diagrams;
};

enum { OPTION_JSON = 256, OPTION_SVG, OPTION_DIAGRAMS };

static struct argp_option const options[] = {
    {"diagrams", OPTION_DIAGRAMS, "N", 0,
     "Draw the N most probable positions of one that the other never meets (1)", 0},
    {"svg", OPTION_SVG, "FOLDER", 0, "Draw the figures into FOLDER", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct given *const given = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &given->worth;
        return 0;
    case OPTION_SVG:
        given->telling.svg = arg;
        return 0;
    case OPTION_JSON:
        given->telling.json = true;
        return 0;
    case OPTION_DIAGRAMS:
        given->diagrams = (int)cmdline_number(arg, 0, 1000, state);
        return 0;
    case ARGP_KEY_ARGS:
        given->words = state->argv + state->next;
        given->count = state->argc - state->next;
        return 0;
    case ARGP_KEY_END:
        if (given->count != 2)
            argp_error(state, "name two books");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int book_duel_main(int argc, char **argv)
{
    struct argp_child const children[] = {{&worth_argp, 0, "What leaving is worth:", 1},
                                          {0}};
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "[NAME=]BOOK [NAME=]BOOK",
        .doc = "Let two books play each other and themselves, without drawing lots: "
               "where games leave the book, how probably and how variously (Masuko and "
               "Tanaka 2013, tables 3 and 4, figures 6 to 11).",
        .children = children,
    };
    struct given given = {.diagrams = 1, .worth = worth_defaults};
    argp_parse(&argp, argc, argv, 0, NULL, &given);
    struct named_book books[2] = {named_book_open(given.words[0]),
                                  named_book_open(given.words[1])};
    struct pairings *const pairings = pairings_play(books);
    double const cpu_s = (double)clock() / CLOCKS_PER_SEC;
    tell_pairings(&given.telling, pairings);
    tell_worth(&given.telling, &given.worth, pairings);
    tell_never_met(&given.telling, pairings, given.diagrams);
    printf(given.telling.json ? "{\"cpu_s\": %.2f}\n" : "\n%.2f s of CPU time\n",
           cpu_s);
    pairings_free(pairings);
    for (int i = 0; i < 2; i++)
        named_book_release(&books[i]);
    return 0;
}
