/* tools/book/duel.c -- two books play each other, all games at once.  */
#include <config.h>

#include "engine/base/seconds.h"
#include "tools/book/book.h"
#include "tools/book/worth.h"
#include "tools/cmdline.h"

#include <stdio.h>
#include <time.h>

struct duel_given {
    struct telling telling;
    struct worth worth;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct duel_given *const given = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &given->telling;
        state->child_inputs[1] = &given->worth;
        return 0;
    case ARGP_KEY_END:
        if (given->telling.count != 2)
            argp_error(state, "name two books");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int book_duel_main(int argc, char **argv)
{
    struct argp_child const children[] = {
        {&telling_argp, 0, NULL, 0},
        {&worth_argp, 0, "What leaving is worth:", 1},
        {0},
    };
    struct argp const argp = {
        .parser = parse,
        .args_doc = "[NAME=]BOOK [NAME=]BOOK",
        .doc = "Let two books play each other and themselves, without drawing lots: "
               "where games leave the book, how probably and how variously (Masuko and "
               "Tanaka 2013, tables 3 and 4, figures 6 to 11).",
        .children = children,
    };
    struct duel_given given = {.telling.diagrams = 1, .worth = worth_defaults};
    cmdline_parse(&argp, argc, argv, &given);
    struct named_book books[2] = {named_book_open(given.telling.words[0]),
                                  named_book_open(given.telling.words[1])};
    struct pairings *const pairings = pairings_play(books);
    double const cpu_s = program_cpu_s();
    tell_pairings(&given.telling, pairings);
    tell_worth(&given.telling, &given.worth, pairings);
    tell_never_met(&given.telling, pairings);
    printf(given.telling.json ? "{\"cpu_s\": %.2f}\n" : "\n%.2f s of CPU time\n",
           cpu_s);
    pairings_free(pairings);
    worth_release(&given.worth);
    for (int i = 0; i < 2; i++)
        named_book_release(&books[i]);
    return 0;
}
