/* tools/book/check.c -- what is wrong in a book.  */
#include <config.h>

#include "tools/book/book.h"
#include "tools/cmdline.h"
#include "tools/progress.h"

#include <argp.h>
#include <error.h>
#include <stdio.h>

#include "books/opening/book_text.h"
#include "engine/base/seconds.h"

struct check_given {
    char const *path;
    long faults;
};

static void tell_fault(void *context, struct failure const *why)
{
    struct check_given *const given = context;
    given->faults++;
    printf("%s\n", why->text);
}

/* Positions in which nothing is ever played.  */
static long tell_mute(struct check_given const *given, struct book const *book)
{
    long mute = 0;
    for (uint32_t i = 0; i < book->count; i++) {
        struct book_position const *const position = &book->positions[i];
        if (book_weight(position) > 0)
            continue;
        mute++;
        printf("%s: only moves to avoid, so nothing is played:", given->path);
        way_write(position->way, stdout);
        printf("\n");
    }
    return mute;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct check_given *const given = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        if (given->path)
            argp_error(state, "one book at a time");
        given->path = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name a book");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int book_check_main(int argc, char **argv)
{
    struct argp const argp = {
        .parser = parse,
        .args_doc = "BOOK",
        .doc = "Read a book and name each bad line; the exit status is 1 if there is "
               "one.  Bad lines are passed over here; a player refuses such a book.",
    };
    struct check_given given = {.path = NULL};
    cmdline_parse(&argp, argc, argv, &given);
    struct failure why;
    double const begin_s = now_s();
    struct book *const book = book_load(given.path, tell_fault, &given, &why);
    if (!book)
        error(2, 0, "%s", why.text);
    double const read_s = now_s() - begin_s;
    long const mute = tell_mute(&given, book);
    printf("%u positions, %ld moves, read in %.3f s; %ld bad lines, %ld positions in "
           "which nothing is played\n",
           book->count, count_moves(book), read_s, given.faults, mute);
    book_free(book);
    return given.faults ? 1 : 0;
}
