/* tools/book/prune.c -- a smaller book.  */
#include <config.h>

#include "tools/book/book.h"
#include "tools/cmdline.h"

#include <argp.h>
#include <stdio.h>

#include "books/opening/revising.h"
#include "engine/base/provenance.h"

struct prune_given {
    struct conversion files;
    struct pruning pruning;
};

enum { OPTION_LEAST = 256, OPTION_SHARE, OPTION_DEPTH, OPTION_REACHED };

static struct argp_option const options[] = {
    {"least", OPTION_LEAST, "N", 0, "Keep answers played N times", 0},
    {"share", OPTION_SHARE, "PERCENT", 0,
     "Keep answers that are so probable, and those to avoid", 0},
    {"depth", OPTION_DEPTH, "N", 0, "Keep positions after fewer than N moves", 0},
    {"reached", OPTION_REACHED, "PERCENT", 0,
     "Keep positions that the book comes to so probably", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct prune_given *const given = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &given->files;
        return 0;
    case OPTION_LEAST:
        given->pruning.times = (uint32_t)cmdline_number(arg, 0, UINT32_MAX, state);
        return 0;
    case OPTION_SHARE:
        given->pruning.share = cmdline_real(arg, 0, 100, state) / 100;
        return 0;
    case OPTION_DEPTH:
        given->pruning.depth = (int)cmdline_number(arg, 1, WAY_MAX + 1, state);
        return 0;
    case OPTION_REACHED:
        given->pruning.reached = cmdline_real(arg, 0, 100, state) / 100;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int book_prune_main(int argc, char **argv)
{
    struct argp_child const children[] = {{&conversion_argp, 0, NULL, 0}, {0}};
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "BOOK",
        .doc = "Leave out of a book what is rare, improbable, deep or never come to.",
        .children = children,
    };
    struct prune_given given = {.pruning.depth = WAY_MAX + 1};
    struct provenance *const made = cmdline_provenance(argc, argv);
    cmdline_parse(&argp, argc, argv, &given);
    struct book *const book = open_book(given.files.in);
    tell_source(made, given.files.in, book);
    book_set_made(book, provenance_text(made));
    book_prune(book, &given.pruning);
    save_book(book, given.files.out);
    printf("%u positions, %ld moves\n", book->count, count_moves(book));
    book_free(book);
    provenance_free(made);
    return 0;
}
