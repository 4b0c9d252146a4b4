/* tools/book/export.c -- books for other programs.  */
#include <config.h>

#include "tools/book/book.h"
#include "tools/cmdline.h"

#include <argp.h>
#include <error.h>
#include <string.h>

#include "books/opening/book_fuego.h"
#include "books/opening/book_sgf.h"

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

static error_t pass_on(int key, char *arg, struct argp_state *state)
{
    (void)arg;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = state->input;
    return 0;
}

int book_export_main(int argc, char **argv)
{
    struct argp_child const children[] = {{&conversion_argp, 0, NULL, 0}, {0}};
    struct argp const argp = {
        .parser = pass_on,
        .args_doc = "BOOK",
        .doc =
            "Write a book as a tree of SGF, which Sabaki and others show and edit, "
            "or as a book.dat of Fuego: by whether the name of what is written ends in "
            ".sgf or .dat.",
        .children = children,
    };
    struct conversion given = {.in = NULL};
    struct failure why;
    cmdline_parse(&argp, argc, argv, &given);
    struct book *const book = open_book(given.in);
    if (!export_book(book, given.out, &why))
        error(1, 0, "%s", why.text);
    book_free(book);
    return 0;
}
