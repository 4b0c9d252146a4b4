/* tools/records/find.c -- where a sequence of moves occurs, and what followed.  */
#include <config.h>

#include "tools/tools.h"

#include <argp.h>
#include <error.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <xalloc.h>

#include "books/sequences/query.h"
#include "engine/base/json.h"
#include "engine/base/seconds.h"
#include "engine/records/archive.h"
#include "tools/cmdline.h"
#include "tools/progress.h"
#include "tools/records/find_shape.h"
#include "tools/records/moves.h"

enum { SHOWN_CONTINUATIONS = 12, SHOWN_GAMES = 10 };

struct find {
    char const *index, *sgf, *shape;
    char **words; /* moves, when there is no SGF */
    int word_count;
    int until, last; /* which moves of the SGF; 0: to the end, all */
    bool in_place, json;
    long games; /* how many to name */
};

/* ---------------------------------------------------------------- the sequence */

/* The next of COUNT moves; sequences are in turn by the two colours.  */
static bool take_move(struct find const *find, struct step const *step, int number,
                      enum color *last, point moves[], int *count, struct failure *why)
{
    if (*count && step->color == *last)
        return failed(why, "%s: moves %d and %d are by one colour", find->sgf, number,
                      number + 1);
    *last = (enum color)step->color;
    if (*count <= QUERY_MAX)
        moves[(*count)++] = step->at;
    return true;
}

/* The moves numbered UNTIL - LAST + 1 to UNTIL of the first game in the file.  */
static bool moves_from_sgf(struct find const *find, point moves[], int *count,
                           struct failure *why)
{
    struct game game;
    game_init(&game, CODE_BOARD, CODE_BOARD);
    enum color last = EMPTY;
    bool fits = archive_first(find->sgf, &game, NULL, why) &&
                ((game.width == CODE_BOARD && game.height == CODE_BOARD) ||
                 failed(why, "%s: the board is %dx%d, and that of the index %dx%d",
                        find->sgf, game.width, game.height, CODE_BOARD, CODE_BOARD));
    int const total = game_moves(&game);
    int const until = find->until && find->until < total ? find->until : total;
    int const from = find->last && find->last < until ? until - find->last : 0;
    int number = 0;
    for (int i = 0; fits && i < game.count; i++) {
        if (game.steps[i].kind != STEP_PLAY)
            continue;
        if (number >= from && number < until)
            fits = take_move(find, &game.steps[i], number, &last, moves, count, why);
        number++;
    }
    game_release(&game);
    return fits;
}

static bool read_sequence(struct find const *find, struct query *query,
                          struct failure *why)
{
    point moves[QUERY_MAX + 1];
    int count = 0;
    bool const read =
        find->sgf ? moves_from_sgf(find, moves, &count, why)
                  : moves_parse(find->words, find->word_count, moves, &count, why);
    return read && query_make(query, moves, count, find->in_place, why);
}

/* ---------------------------------------------------------------- the answer */

struct find_answer {
    uint64_t times;
    double search_us;
    struct continuations next;
};

static double percent(uint32_t part, uint64_t whole)
{
    return whole ? 100.0 * part / (double)whole : 0;
}

static void ask(struct index const *index, struct query const *query,
                struct find_answer *answer)
{
    double const start_s = now_s();
    answer->times = query_count(query, index);
    answer->search_us = (now_s() - start_s) * 1e6;
    query_continue(query, index, &answer->next);
}

static void print_text(struct index const *index, struct find_answer const *answer)
{
    char text[POINT_TEXT];
    struct continuations const *const next = &answer->next;
    printf("%" PRIu64 " times in %u games (%.1f us)\n", answer->times,
           index_corpus(index)->record_count, answer->search_us);
    if (next->count)
        printf("  next   times   share   wins\n");
    for (int i = 0; i < next->count && i < SHOWN_CONTINUATIONS; i++) {
        struct continuation const *const c = &next->list[i];
        printf("  %-4s %7u %6.1f%% %5.1f%%\n", point_format(c->at, text), c->times,
               percent(c->times, answer->times), percent(c->won, c->decided));
    }
    if (next->count > SHOWN_CONTINUATIONS)
        printf("  and %d others\n", next->count - SHOWN_CONTINUATIONS);
    if (next->beyond)
        printf("  beyond %5u %6.1f%%  (where the drawing has no board)\n", next->beyond,
               percent(next->beyond, answer->times));
    if (next->over)
        printf("  ended  %5u %6.1f%%\n", next->over,
               percent(next->over, answer->times));
}

static void print_json(struct index const *index, struct find_answer const *answer)
{
    char text[POINT_TEXT];
    printf("{\"times\": %" PRIu64 ", \"games\": %u, \"search_us\": %.2f, "
           "\"beyond\": %u, \"ended\": %u}\n",
           answer->times, index_corpus(index)->record_count, answer->search_us,
           answer->next.beyond, answer->next.over);
    for (int i = 0; i < answer->next.count; i++) {
        struct continuation const *const c = &answer->next.list[i];
        printf("{\"next\": \"%s\", \"times\": %u, \"share\": %.4f, \"decided\": %u, "
               "\"won\": %u}\n",
               point_format(c->at, text), c->times,
               percent(c->times, answer->times) / 100, c->decided, c->won);
    }
}

void cite_json(struct citation const *said)
{
    putchar('{');
    json_text("file", said->file, stdout);
    printf("\"game\": %u, \"move\": %d, \"color\": \"%s\", ", said->number, said->move,
           color_name((enum color)said->color));
    json_text("black", said->black, stdout);
    json_text("white", said->white, stdout);
    json_text("date", said->date, stdout);
    printf("\"result\": ");
    json_quoted(said->result, stdout);
    printf("}\n");
}

void cite_text(struct citation const *said)
{
    printf("  %s/%u move %d (%s): %s - %s %s %s\n", said->file, said->number,
           said->move, color_name((enum color)said->color), said->black, said->white,
           said->date, said->result);
}

static void print_games(struct find const *find, struct index const *index,
                        struct query const *query)
{
    struct hits hits;
    struct hit hit;
    hits_start(&hits, index, query);
    for (long i = 0; i < find->games && hits_next(&hits, &hit); i++) {
        struct citation said;
        index_cite(index, hit.place, &said);
        (find->json ? cite_json : cite_text)(&said);
    }
}

/* ---------------------------------------------------------------- options */

enum {
    OPTION_JSON = 256,
    OPTION_SGF,
    OPTION_UNTIL,
    OPTION_LAST,
    OPTION_GAMES,
    OPTION_SHAPE
};

static struct argp_option const options[] = {
    {"index", 'i', "FILE", 0, "The index to look in, made by `hishi learn --index'", 0},
    {"in-place", 'p', NULL, 0,
     "Only where it lies here, turned and reflected: in a corner means in a corner", 0},
    {"shape", OPTION_SHAPE, "DIAGRAM", 0,
     "Look for a shape instead, row by row: X and O stones, . empty, ? anything, - and "
     "| "
     "the edge, / between rows",
     0},
    {"sgf", OPTION_SGF, "FILE", 0, "Take the moves of the first game in FILE", 0},
    {"until", OPTION_UNTIL, "N", 0, "with --sgf: up to move N", 0},
    {"last", OPTION_LAST, "N", 0, "with --sgf: of these, the last N", 0},
    {"games", OPTION_GAMES, "N", 0, "Name up to N games (10)", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct find *const find = state->input;
    switch (key) {
    case 'i':
        find->index = arg;
        return 0;
    case 'p':
        find->in_place = true;
        return 0;
    case OPTION_SHAPE:
        find->shape = arg;
        return 0;
    case OPTION_SGF:
        find->sgf = arg;
        return 0;
    case OPTION_UNTIL:
        find->until = (int)cmdline_number(arg, 0, INT_MAX, state);
        return 0;
    case OPTION_LAST:
        find->last = (int)cmdline_number(arg, 0, INT_MAX, state);
        return 0;
    case OPTION_GAMES:
        find->games = (int)cmdline_number(arg, 0, INT_MAX, state);
        return 0;
    case OPTION_JSON:
        find->json = true;
        return 0;
    case ARGP_KEY_ARGS:
        find->words = state->argv + state->next;
        find->word_count = state->argc - state->next;
        return 0;
    case ARGP_KEY_END:
        if (!find->index)
            argp_error(state, "say where to look: --index=FILE");
        if (!find->sgf && !find->shape && find->word_count == 0)
            argp_error(state, "name the moves, as in C3 E4, or --sgf=FILE");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool find_sequence(struct find const *find, struct index const *index,
                          struct query const *query)
{
    struct find_answer *const answer = xzalloc(sizeof *answer);
    ask(index, query, answer);
    (find->json ? print_json : print_text)(index, answer);
    print_games(find, index, query);
    bool const found = answer->times > 0;
    free(answer);
    return found;
}

int find_main(int argc, char **argv)
{
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "[MOVE...]",
        .doc = "Find where a sequence of moves was played, in all symmetries and "
               "colours, from any moment of a game: how often, what was played next "
               "with what success, and in which games.  Moves are in turn by the two "
               "colours, as C3 or, in the manner of SGF, cq.",
    };
    struct find find = {.games = SHOWN_GAMES};
    struct failure why;
    struct query query;
    struct shape shape;
    cmdline_parse(&argp, argc, argv, &find);
    if (find.shape ? !shape_parse(find.shape, &shape, &why)
                   : !read_sequence(&find, &query, &why))
        error(2, 0, "%s", why.text);
    struct index *const index = index_open(find.index, &why);
    if (!index)
        error(2, 0, "%s", why.text);
    bool const found = find.shape ? find_shape(index, &shape, find.games, find.json)
                                  : find_sequence(&find, index, &query);
    index_close(index);
    return found ? 0 : 1;
}
