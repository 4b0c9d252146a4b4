/* tools/book/import.c -- books of other programs.  */
#include <config.h>

#include "tools/book/book.h"
#include "tools/cmdline.h"

#include <argp.h>
#include <ctype.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>

#include "books/opening/book_fuego.h"
#include "books/opening/book_sgf.h"

struct import_given {
    struct conversion files;
    int size;
};

/* A game of SGF begins with a parenthesis and a semicolon, behind whatever text; the
   other format has a bar in each line.  */
static bool is_sgf(char const *path)
{
    FILE *const in = fopen(path, "re");
    int c, before = 0; /* the last that was no blank */
    if (!in)
        error(2, errno, "%s", path);
    while ((c = getc(in)) != EOF && c != '|' && !(c == ';' && before == '('))
        before = isspace(c) ? before : c;
    fclose(in);
    return c == ';';
}

static struct book *read_sgf(char const *path, struct failure *why)
{
    struct sgf_losses losses;
    struct book *const book = book_from_sgf(path, &losses, why);
    if (book && losses.illegal + losses.too_deep + losses.unread)
        printf(
            "%ld moves left out as illegal or not in turn, %ld as too deep, %ld taken "
            "without what is said of them; the first: %s\n",
            losses.illegal, losses.too_deep, losses.unread, losses.first.text);
    return book;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct import_given *const given = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &given->files;
        return 0;
    case 's':
        given->size = (int)cmdline_number(arg, BOARD_MIN, BOARD_MAX, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int book_import_main(int argc, char **argv)
{
    struct argp_option const options[] = {
        {"size", 's', "N", 0, "Of a book.dat, what is for boards of that size (19)", 0},
        {0},
    };
    struct argp_child const children[] = {{&conversion_argp, 0, NULL, 0}, {0}};
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "FILE",
        .doc = "Make a book of a tree of SGF, as `hishi book export' or a person wrote "
               "it, or of a book.dat of Fuego.",
        .children = children,
    };
    struct import_given given = {.size = 19};
    struct failure why;
    cmdline_parse(&argp, argc, argv, &given);
    struct book *const book = is_sgf(given.files.in)
                                  ? read_sgf(given.files.in, &why)
                                  : fuego_load(given.files.in, given.size, &why);
    if (!book)
        error(2, 0, "%s", why.text);
    save_book(book, given.files.out);
    printf("%u positions, %ld moves\n", book->count, count_moves(book));
    book_free(book);
    return 0;
}
