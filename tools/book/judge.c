/* tools/book/judge.c -- what is in books.  */
#include <config.h>

#include "tools/book/book.h"
#include "tools/book/tables.h"

#include <argp.h>
#include <xalloc.h>

#include <stdlib.h>

struct given {
    struct telling telling;
    char **words;
    int count;
};

enum { OPTION_JSON = 256, OPTION_SVG };

static struct argp_option const options[] = {
    {"svg", OPTION_SVG, "FOLDER", 0, "Draw the figures into FOLDER", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct given *const given = state->input;
    switch (key) {
    case OPTION_SVG:
        given->telling.svg = arg;
        return 0;
    case OPTION_JSON:
        given->telling.json = true;
        return 0;
    case ARGP_KEY_ARGS:
        given->words = state->argv + state->next;
        given->count = state->argc - state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name a book");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int book_judge_main(int argc, char **argv)
{
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "[NAME=]BOOK...",
        .doc =
            "Tell what is in books: positions and moves, in all and by how many moves "
            "were played (Masuko and Tanaka 2013, tables 1 and 2, figures 2 and 3).",
    };
    struct given given = {.count = 0};
    argp_parse(&argp, argc, argv, 0, NULL, &given);
    struct named_book *const books = xcalloc((size_t)given.count, sizeof *books);
    for (int i = 0; i < given.count; i++)
        books[i] = named_book_open(given.words[i]);
    tell_books(&given.telling, books, given.count);
    for (int i = 0; i < given.count; i++)
        named_book_release(&books[i]);
    free(books);
    return 0;
}
