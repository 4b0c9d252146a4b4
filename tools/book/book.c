/* tools/book/book.c -- opening books.  */
#include <config.h>

#include "tools/book/book.h"
#include "tools/tools.h"

#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "books/opening/book_text.h"
#include "engine/base/provenance.h"

static struct tool const tools[] = {
    {"make", book_make_main, "a book of the moves of games"},
    {"merge", book_merge_main, "several books into one"},
    {"prune", book_prune_main, "a smaller book"},
    {"check", book_check_main, "what is wrong in a book, line by line"},
    {"show", book_show_main, "a position, what is known in it, and the tree behind it"},
    {"judge", book_judge_main, "what is in books: positions, moves, by move number"},
    {"duel", book_duel_main, "two books play each other, all games at once"},
    {"grow", book_grow_main, "a book made by search, best-first"},
    {"doubt", book_doubt_main, "where a longer search would play otherwise"},
    {"import", book_import_main, "a tree of SGF or a book of Fuego to a book"},
    {"export", book_export_main, "a book to a tree of SGF or a book of Fuego"},
    {0},
};

struct book *open_book(char const *path)
{
    struct failure why;
    struct book *const book = book_load(path, NULL, NULL, &why);
    if (!book)
        error(2, 0, "%s", why.text);
    return book;
}

void save_book(struct book *book, char const *path)
{
    struct failure why;
    if (!book_save(book, path, &why))
        error(1, 0, "%s", why.text);
}

void tell_source(struct provenance *made, char const *path, struct book const *book)
{
    struct failure why;
    char *const copy = xstrdup(book->made ? book->made : "");
    char *rest = copy;
    if (!provenance_file(made, "book", path, &why))
        error(2, 0, "%s", why.text);
    for (char *line; (line = strsep(&rest, "\n"));) {
        char *value = strstr(line, ": ");
        char key[64];
        if (!*line)
            continue;
        snprintf(key, sizeof key, "  %.*s", value ? (int)(value - line) : 0, line);
        provenance_say(made, value ? key : "  note", "%s", value ? value + 2 : line);
    }
    free(copy);
}

long count_moves(struct book const *book)
{
    long moves = 0;
    for (uint32_t i = 0; i < book->count; i++)
        for (int k = 0; k < book->positions[i].count; k++)
            moves += book->positions[i].answers[k].probability > 0;
    return moves;
}

static struct argp_option const conversion_options[] = {
    {"output", 'o', "FILE", 0, "The file to write", 0},
    {0},
};

static error_t parse_conversion(int key, char *arg, struct argp_state *state)
{
    struct conversion *const conversion = state->input;
    switch (key) {
    case 'o':
        conversion->out = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (conversion->in)
            argp_error(state, "one file at a time");
        conversion->in = arg;
        return 0;
    case ARGP_KEY_END:
        if (!conversion->in || !conversion->out)
            argp_error(state, "name the file to read, and the one to write: "
                              "--output=FILE");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

struct argp const conversion_argp = {.options = conversion_options,
                                     .parser = parse_conversion};

int book_main(int argc, char **argv)
{
    struct menu const menu = {
        .path = "hishi book",
        .kind = "book tool",
        .tools = tools,
        .args_doc = "TOOL [ARGUMENT...]",
        .title = "Book tools (hishi book TOOL --help tells more)",
        .doc = "Make, show and judge opening books, and let them play each other.\v",
    };
    return menu_run(&menu, argc, argv);
}
