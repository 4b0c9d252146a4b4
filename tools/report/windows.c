/* tools/report/windows.c -- how exact matching starves when the board fills up.

   The histogram of Kubota and others, for Go: how many legal points match a
   window that was played, per ten plies, and how often the move that was played is
   one of them; beside it the same for diamonds by similarity.  */
#include <config.h>

#include "tools/cmdline.h"
#include "tools/games.h"
#include "tools/report/report.h"

#include "patterns/shapes/shapes_source.h"
#include "patterns/shapes/window_source.h"

#include <argp.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum { TENS = 32, EVERY = 10, SORTS = 4 };

static char const *const sort_names[SORTS] = {"windows", "exact_diamonds", "katsunari",
                                              "learnt"};

struct tens {
    long positions;
    long matches[SORTS], played[SORTS];
};

struct report_windows {
    struct selection games;
    bool json;
    char const *book_path, *memory_path;
    struct windowbook *book;
    struct memory *memory;
    struct finder *finder;
    struct tens tens[TENS];
};

/* Does P match in each of the four senses?  */
static void match(struct report_windows *report, struct board const *board, point p,
                  bool matches[SORTS])
{
    enum color const color = (enum color)board->to_move;
    struct experience experience;
    struct diamond diamond;
    uint32_t id;
    diamond_look(board, p, color, &diamond);
    memset(matches, 0, SORTS * sizeof *matches);
    if (!(diamond.own | diamond.opp))
        return;
    matches[0] =
        windowbook_find(report->book, window_look(board, p, color), &experience);
    matches[1] = memory_find(report->memory, &diamond, &id);
    int const row = diamond_nearest_stone(&diamond) - 1;
    for (int i = 0; i < 2; i++) {
        struct near_case near;
        struct similarity const *const kind = &similarity_table[i];
        matches[2 + i] = finder_nearest(report->finder, kind, &diamond, 1,
                                        kind->reach[row], &near) > 0;
    }
}

static bool take(void *context, struct game const *game, struct origin const *origin,
                 struct failure *why)
{
    struct report_windows *const report = context;
    struct replay walk;
    (void)origin;
    replay_start(&walk, game);
    while (replay_next(&walk, why)) {
        /* One position of every ten plies, not always the same one.  */
        if (walk.number % EVERY != (int)(origin->number / 20 % EVERY) ||
            walk.move.at == PASS || walk.number / 10 >= TENS)
            continue;
        struct tens *const tens = &report->tens[walk.number / 10];
        struct board board;
        board_copy(&board, &walk.board);
        board.to_move = walk.move.color;
        tens->positions++;
        for (point p = board_first_point(); p; p = board_next_point(&board, p)) {
            bool matches[SORTS];
            if (!board_is_legal(&board, p, (enum color)board.to_move, false))
                continue;
            match(report, &board, p, matches);
            for (int i = 0; i < SORTS; i++) {
                tens->matches[i] += matches[i];
                tens->played[i] += matches[i] && p == walk.move.at;
            }
        }
    }
    return !why->text[0];
}

static void print(struct report_windows const *report)
{
    if (!report->json)
        printf(
            "matching legal points a position, and how often the played move is one\n"
            " plies     5x5 windows     exact diamonds  katsunari       learnt\n");
    for (int ten = 0; ten < TENS; ten++) {
        struct tens const *const tens = &report->tens[ten];
        double const n = (double)tens->positions;
        if (!tens->positions)
            continue;
        printf(report->json ? "{\"ply\": %d, \"positions\": %ld" : "%4d+ %5ld",
               10 * ten, tens->positions);
        for (int i = 0; i < SORTS; i++)
            if (report->json)
                printf(", \"%s\": %.2f, \"%s_played_percent\": %.1f", sort_names[i],
                       (double)tens->matches[i] / n, sort_names[i],
                       100 * (double)tens->played[i] / n);
            else
                printf("  %6.1f %5.1f%%", (double)tens->matches[i] / n,
                       100 * (double)tens->played[i] / n);
        puts(report->json ? "}" : "");
    }
}

enum { OPTION_JSON = 256 };

static struct argp_option const options[] = {
    {"memory", 'm', "FILE", 0, "The memory of shapes", 0},
    {"windows", 'w', "FILE", 0, "The book of windows, learnt from the same games", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static struct cmdline_row const straight[] = {
    CMDLINE_FLAG(struct report_windows, json, OPTION_JSON),
    CMDLINE_TEXT(struct report_windows, memory_path, 'm'),
    CMDLINE_TEXT(struct report_windows, book_path, 'w'),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct report_windows *const report = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &report->games;
        return 0;
    case ARGP_KEY_END:
        if (!report->memory_path || !report->book_path || !report->games.place_count)
            argp_error(state, "name a memory (-m), a book of windows (-w) and games");
        return 0;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

static struct argp const argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAMES...",
    .doc = "How many legal points match a 5x5 window that was played, per ten plies "
           "of test games, beside exact diamonds and diamonds by similarity.",
    .children = selection_children,
};

int report_windows_main(int argc, char **argv)
{
    struct report_windows *const report = xzalloc(sizeof *report);
    struct failure why;
    report->games.splits = 1u << SPLIT_TEST;
    report->games.limit = 300;
    cmdline_parse(&argp, argc, argv, report);
    report->book = windowbook_open(report->book_path, &why);
    report->memory = report->book ? memory_open_whole(report->memory_path, &why) : NULL;
    if (!report->memory)
        error(EXIT_FAILURE, 0, "%s", why.text);
    report->finder = finder_new(report->memory);
    report_needs(games_each(&report->games, take, report).games, "games");
    print(report);
    finder_free(report->finder);
    memory_close(report->memory);
    windowbook_close(report->book);
    free(report);
    return EXIT_SUCCESS;
}
