/* tools/book/show.c -- a book to look at.  */
#include <config.h>

#include "tools/book/book.h"
#include "tools/cmdline.h"

#include <argp.h>
#include <error.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "books/opening/links.h"
#include "engine/go/drawing.h"

struct show_given {
    char const *path;
    char **moves;
    int move_count;
    int depth;    /* of the tree */
    double least; /* do not follow what is less probable */
    bool json;
};

/* ---------------------------------------------------------------- a position */

static void print_answer(struct show_given const *given, struct book_reply const *reply)
{
    char text[POINT_TEXT];
    double const won = reply->decided ? 100.0 * reply->wins / reply->decided : NAN;
    point_format(reply->at, text);
    if (given->json) {
        printf(
            "{\"move\": \"%s\", \"probability\": %.6f, \"avoid\": %s, \"times\": %u, "
            "\"decided\": %u, \"wins\": %u, \"year\": %d",
            text, reply->probability, reply->avoid ? "true" : "false", reply->times,
            reply->decided, reply->wins, reply->year);
        if (!isnan(reply->loss))
            printf(", \"loss\": %.4f", reply->loss);
        if (reply->file)
            printf(", \"game\": \"%s/%u\", \"at\": %d", reply->file, reply->game,
                   reply->move);
        printf("}\n");
        return;
    }
    printf("  %-5s", text);
    printf(reply->avoid ? "  avoid" : " %5.1f%%", 100 * reply->probability);
    printf(reply->times ? " %8u times" : "               ", reply->times);
    printf(isnan(won) ? "            " : ", won %5.1f%%", won);
    printf(isnan(reply->loss) ? "            " : ", loses %.3f", reply->loss);
    if (reply->year)
        printf(", last in %d", reply->year);
    if (reply->file)
        printf(", e.g. %s/%u move %d", reply->file, reply->game, reply->move);
    printf("\n");
}

static void print_position(struct show_given const *given, struct book const *book,
                           struct board const *board)
{
    struct situation const situation = {.board = board};
    struct book_reply list[AREA_MAX + 1];
    int const count = book_answers(book, &situation, list);
    if (!given->json) {
        drawing_put(board, isatty(STDOUT_FILENO) ? &look_ansi : &look_plain, stdout);
        printf("%s to move; %s\n", color_name((enum color)board->to_move),
               count ? "known here:" : "nothing is known here");
    }
    for (int i = 0; i < count; i++)
        print_answer(given, &list[i]);
}

/* ---------------------------------------------------------------- the tree */

struct shown_tree {
    struct show_given const *given;
    struct book const *book;
    struct trail *trail;
    point moves[WAY_MAX];
    struct way way;
    int from; /* moves that the position on top has */
};

static void print_branches(struct shown_tree *tree, double reached);

static void print_branch(struct shown_tree *tree, struct book_reply const *reply,
                         double reached)
{
    char text[POINT_TEXT];
    int const level = tree->way.count - tree->from;
    printf("%*s%-4s %6.2f%%", 2 + 3 * level, "", point_format(reply->at, text),
           100 * reached);
    printf(reply->avoid ? "  avoid\n" : "\n");
    if (reply->avoid || tree->way.count == WAY_MAX)
        return;
    tree->moves[tree->way.count++] = reply->at;
    print_branches(tree, reached);
    tree->way.count--;
}

/* What follows the way of TREE, which the book comes to with probability REACHED.  */
static void print_branches(struct shown_tree *tree, double reached)
{
    struct book_reply list[AREA_MAX + 1];
    if (tree->way.count - tree->from >= tree->given->depth ||
        !trail_go(tree->trail, tree->way, NULL))
        return;
    struct situation const situation = {.board = trail_board(tree->trail)};
    int const count = book_answers(tree->book, &situation, list);
    for (int i = 0; i < count; i++) {
        double const share = reached * list[i].probability;
        if (share >= tree->given->least && share > 0)
            print_branch(tree, &list[i], share);
    }
}

static void show(struct show_given const *given)
{
    struct book *const book = open_book(given->path);
    int const size = book->facts.size;
    struct failure why;
    struct shown_tree tree = {.given = given, .book = book, .trail = book_trail(book)};
    tree.way.moves = tree.moves;
    if (given->move_count > WAY_MAX)
        error(2, 0, "a book has no lines of more than %d moves", WAY_MAX);
    for (int i = 0; i < given->move_count; i++)
        if (!point_parse(given->moves[i], size, size, &tree.moves[tree.way.count++],
                         &why))
            error(2, 0, "%s", why.text);
    if (!trail_go(tree.trail, tree.way, &why))
        error(2, 0, "%s", why.text);
    tree.from = tree.way.count;
    print_position(given, book, trail_board(tree.trail));
    if (!given->json && given->depth > 0) {
        printf("\nHow the book goes on, to %d moves:\n", given->depth);
        print_branches(&tree, 1);
    }
    trail_free(tree.trail);
    book_free(book);
}

/* ---------------------------------------------------------------- options */

enum { OPTION_DEPTH = 256, OPTION_LEAST, OPTION_JSON };

static struct argp_option const options[] = {
    {"depth", OPTION_DEPTH, "N", 0, "The tree behind it to N moves (3)", 0},
    {"least", OPTION_LEAST, "PERCENT", 0, "Branches as probable as that (5)", 0},
    {"json", OPTION_JSON, NULL, 0, "The answers only, as one JSON object a line", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct show_given *const given = state->input;
    switch (key) {
    case OPTION_DEPTH:
        given->depth = (int)cmdline_number(arg, 0, WAY_MAX, state);
        return 0;
    case OPTION_LEAST:
        given->least = cmdline_real(arg, 0, 100, state) / 100;
        return 0;
    case OPTION_JSON:
        given->json = true;
        return 0;
    case ARGP_KEY_ARGS:
        given->path = state->argv[state->next];
        given->moves = state->argv + state->next + 1;
        given->move_count = state->argc - state->next - 1;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name a book");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int book_show_main(int argc, char **argv)
{
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "BOOK [MOVE...]",
        .doc = "Show the position after the moves, what the book knows in it, and how "
               "the book would go on.",
    };
    struct show_given given = {.depth = 3, .least = 0.05};
    cmdline_parse(&argp, argc, argv, &given);
    show(&given);
    return 0;
}
