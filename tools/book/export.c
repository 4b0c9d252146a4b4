/* tools/book/export.c -- books for other programs.  */
#include <config.h>

#include "tools/book/book.h"

#include <argp.h>
#include <error.h>
#include <string.h>

#include "books/opening/book_fuego.h"
#include "books/opening/book_sgf.h"

struct given {
    char const *in, *out;
};

/* By how the name of the file ends.  */
static struct {
    char const *ending;
    bool (*save)(struct book *book, char const *path, struct failure *why);
} const formats[] = {
    {".sgf", book_to_sgf},
    {".dat", fuego_save},
};

static bool export_book(struct book *book, char const *path, struct failure *why)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        size_t const length = strlen(path), ending = strlen(formats[i].ending);
        if (length > ending && strcmp(path + length - ending, formats[i].ending) == 0)
            return formats[i].save(book, path, why);
    }
    return failed(why, "%s: the name ends neither in .sgf nor in .dat", path);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct given *const given = state->input;
    switch (key) {
    case 'o':
        given->out = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (given->in)
            argp_error(state, "one book at a time");
        given->in = arg;
        return 0;
    case ARGP_KEY_END:
        if (!given->in || !given->out)
            argp_error(state, "name a book, and the file to write: --output=FILE");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int book_export_main(int argc, char **argv)
{
    struct argp_option const options[] = {
        {"output", 'o', "FILE", 0, "To write: a tree (.sgf) or a book of Fuego (.dat)",
         0},
        {0},
    };
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "BOOK",
        .doc = "Write a book as a tree of SGF, which Sabaki and others show and edit, "
               "or as a book.dat of Fuego.",
    };
    struct given given = {.in = NULL};
    struct failure why;
    argp_parse(&argp, argc, argv, 0, NULL, &given);
    struct book *const book = open_book(given.in);
    if (!export_book(book, given.out, &why))
        error(1, 0, "%s", why.text);
    book_free(book);
    return 0;
}
