/* tools/book/merge.c -- several books into one.  */
#include <config.h>

#include "tools/book/book.h"
#include "tools/cmdline.h"

#include <argp.h>
#include <error.h>
#include <stdio.h>

#include "books/opening/revising.h"
#include "engine/base/provenance.h"

struct merge_given {
    char **books;
    int count;
    char const *out;
    double weight;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct merge_given *const given = state->input;
    switch (key) {
    case 'o':
        given->out = arg;
        return 0;
    case 'w':
        given->weight = cmdline_real(arg, 0, 1e6, state);
        return 0;
    case ARGP_KEY_ARGS:
        given->books = state->argv + state->next;
        given->count = state->argc - state->next;
        return 0;
    case ARGP_KEY_END:
        if (given->count < 2 || !given->out)
            argp_error(state,
                       "name two books or more, and the one to write: --output=FILE");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int book_merge_main(int argc, char **argv)
{
    struct argp_option const options[] = {
        {"output", 'o', "FILE", 0, "The book to write", 0},
        {"weight", 'w', "W", 0,
         "What each further book counts against those before, where both know a "
         "position (1)",
         0},
        {0},
    };
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "BOOK BOOK...",
        .doc =
            "Make one book of several: counts are added up, probabilities mixed, and "
            "what one of them avoids is avoided.",
    };
    struct merge_given given = {.weight = 1};
    struct failure why;
    struct provenance *const made = cmdline_provenance(argc, argv);
    cmdline_parse(&argp, argc, argv, &given);
    struct book *const book = open_book(given.books[0]);
    tell_source(made, given.books[0], book);
    for (int i = 1; i < given.count; i++) {
        struct book *const more = open_book(given.books[i]);
        tell_source(made, given.books[i], more);
        if (!book_merge(book, more, given.weight, &why))
            error(2, 0, "%s: %s", given.books[i], why.text);
        book_free(more);
    }
    book_set_made(book, provenance_text(made));
    save_book(book, given.out);
    printf("%u positions, %ld moves\n", book->count, count_moves(book));
    book_free(book);
    provenance_free(made);
    return 0;
}
