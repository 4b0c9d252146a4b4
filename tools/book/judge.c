/* tools/book/judge.c -- what is in books.  */
#include <config.h>

#include "tools/book/book.h"
#include "tools/book/tables.h"
#include "tools/cmdline.h"

#include <stdlib.h>
#include <xalloc.h>

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct telling *const telling = state->input;
    (void)arg;
    if (key == ARGP_KEY_INIT)
        state->child_inputs[0] = telling;
    else if (key == ARGP_KEY_END && telling->count == 0)
        argp_error(state, "name a book");
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

int book_judge_main(int argc, char **argv)
{
    struct argp_child const children[] = {{&telling_argp, 0, NULL, 0}, {0}};
    struct argp const argp = {
        .parser = parse,
        .args_doc = "[NAME=]BOOK...",
        .doc =
            "Tell what is in books: positions and moves, in all and by how many moves "
            "were played (Masuko and Tanaka 2013, tables 1 and 2, figures 2 and 3).",
        .children = children,
    };
    struct telling telling = {.count = 0};
    cmdline_parse(&argp, argc, argv, &telling);
    struct named_book *const books = xcalloc((size_t)telling.count, sizeof *books);
    for (int i = 0; i < telling.count; i++)
        books[i] = named_book_open(telling.words[i]);
    tell_books(&telling, books, telling.count);
    for (int i = 0; i < telling.count; i++)
        named_book_release(&books[i]);
    free(books);
    return 0;
}
