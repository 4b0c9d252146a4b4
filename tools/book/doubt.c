/* tools/book/doubt.c -- where a longer search would play otherwise than a book.

   The positions that the book comes to most probably, playing itself, are searched;
   where the move is one that the book does not play, both are searched once more,
   each after it has been played.  Every verdict is kept, so that whoever stopped goes
   on.  */
#include <config.h>

#include "tools/book/book.h"
#include "tools/book/search_judge.h"
#include "tools/cmdline.h"
#include "tools/progress.h"

#include <argp.h>
#include <error.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <xalloc.h>

#include "books/duel/duel.h"

struct doubt_given {
    char const *path;
    char *verdicts; /* owned */
    uint32_t search;
    int positions;
    uint64_t seed;
    bool json;
};

struct doubting {
    struct doubt_given const *given;
    struct book *book;
    struct contestant contestant;
    struct duel duel;
    struct trail *trail;
    struct verdicts *verdicts;
    struct search_judge *engine;
    struct progress progress;
    int asked, others; /* positions; those where the search plays something else */
    double met;        /* the sum of their probabilities */
    double gained;     /* the sum over OTHERS of the chance to win that it finds more */
};

/* ---------------------------------------------------------------- searching */

/* The verdict on the end of WAY, where the trail is taken.  The program ends when it
   is not to be had.  */
static struct verdict ask(struct doubting *doubting, struct way way)
{
    struct failure why;
    struct verdict verdict;
    if (!trail_go(doubting->trail, way, &why))
        error(1, 0, "%s", why.text);
    struct aspect const view = aspect_of(trail_board(doubting->trail));
    if (!search_judge_ask(doubting->engine, doubting->verdicts, way, &view,
                          doubting->given->search, &verdict, &why))
        error(1, 0, "%s",
              why.text[0] ? why.text : "stopped; the same command goes on from here");
    return verdict;
}

/* The chance to win of whoever plays AT after WAY, which has room for it.  */
static double worth_of(struct doubting *doubting, struct way way, point at)
{
    way.moves[way.count++] = at;
    return 1 - ask(doubting, way).win;
}

/* ---------------------------------------------------------------- one position */

static struct book_answer const *most_played(struct book_position const *position)
{
    struct book_answer const *best = &position->answers[0];
    for (int i = 1; i < position->count; i++)
        if (position->answers[i].probability > best->probability)
            best = &position->answers[i];
    return best;
}

/* What the book says of the move at KNOWN, in the shared view.  */
static void tell_opinion(struct book_position const *position, point known)
{
    struct book_answer const *const answer = book_answer(position, known);
    if (!answer)
        printf("which the book does not know");
    else if (isnan(answer->loss))
        printf("which the book avoids");
    else
        printf("which the book avoids, as it loses %.1f %%", 100 * answer->loss);
}

/* The search plays KNOWN, the book something else.  */
static void tell_other(struct doubting *doubting, struct way way,
                       struct book_position const *position, point known)
{
    struct book_answer const *const best = most_played(position);
    struct aspect const view = aspect_of(trail_board(doubting->trail));
    point const here = aspect_out(&view, known), there = aspect_out(&view, best->at);
    double const other = worth_of(doubting, way, here),
                 own = worth_of(doubting, way, there);
    char text[POINT_TEXT];
    doubting->others++;
    doubting->gained += other - own;
    progress_end(&doubting->progress);
    if (doubting->given->json) {
        printf("{\"after\": \"");
        for (int i = 0; i < way.count; i++)
            printf("%s%s", i ? " " : "", point_format(way.moves[i], text));
        printf("\", \"book\": \"%s\", ", point_format(there, text));
        printf("\"search\": \"%s\", \"book_wins\": %.4f, \"search_wins\": %.4f}\n",
               point_format(here, text), own, other);
        return;
    }
    printf("after");
    way_write(way, stdout);
    printf(": the book plays %s, ", point_format(there, text));
    printf("the search %s, ", point_format(here, text));
    tell_opinion(position, known);
    printf("; played, they win %.1f and %.1f %%\n", 100 * own, 100 * other);
}

static void look_into(struct doubting *doubting, struct arrival const *arrival)
{
    point moves[WAY_MAX + 2];
    struct way const way = duel_way(&doubting->duel, arrival, moves);
    struct book_position const *const position =
        book_find(doubting->book, arrival->key);
    struct verdict const verdict = ask(doubting, way);
    struct book_answer const *const answer =
        verdict.choices ? book_answer(position, verdict.choice[0]) : NULL;
    doubting->asked++;
    doubting->met += arrival->probability;
    if (verdict.choices && !(answer && answer->probability > 0))
        tell_other(doubting, way, position, verdict.choice[0]);
}

/* ---------------------------------------------------------------- all */

static int by_probability(void const *left, void const *right)
{
    struct arrival const *const a = left, *const b = right;
    if (a->probability != b->probability)
        return a->probability < b->probability ? 1 : -1;
    return (a->key > b->key) - (a->key < b->key);
}

/* Positions of the book in which it plays something, the most probable first.  */
static int list_positions(struct doubting const *doubting, struct arrival *list)
{
    struct arrivals const *const met = &doubting->duel.met;
    int count = 0;
    for (size_t i = 0; i < met->count; i++) {
        struct book_position const *const position =
            book_find(doubting->book, met->list[i].key);
        if (position && book_weight(position) > 0)
            list[count++] = met->list[i];
    }
    if (count)
        qsort(list, (size_t)count, sizeof *list, by_probability);
    return count;
}

static void doubt(struct doubting *doubting)
{
    struct doubt_given const *const given = doubting->given;
    struct arrival *const list = xnmalloc(doubting->duel.met.count + 1, sizeof *list);
    int const count = list_positions(doubting, list),
              most = count < given->positions ? count : given->positions;
    progress_start(&doubting->progress);
    for (int i = 0; i < most; i++) {
        progress_show(&doubting->progress, (uint64_t)i, (uint64_t)most,
                      "%d positions, %d otherwise", i, doubting->others);
        look_into(doubting, &list[i]);
    }
    progress_end(&doubting->progress);
    free(list);
}

static void tell(struct doubting const *doubting)
{
    double const better = doubting->others ? doubting->gained / doubting->others : 0;
    if (doubting->given->json)
        printf("{\"positions\": %d, \"met\": %.3f, \"otherwise\": %d, "
               "\"better_by\": %.4f}\n",
               doubting->asked, doubting->met, doubting->others, better);
    else
        printf("%d positions, of which a game goes through %.1f: in %d the search "
               "plays what the book does not, and wins %.1f %% more on average\n",
               doubting->asked, doubting->met, doubting->others, 100 * better);
}

static void doubting_init(struct doubting *doubting, struct doubt_given const *given)
{
    struct failure why;
    *doubting = (struct doubting){.given = given, .book = open_book(given->path)};
    struct book_facts const *const facts = &doubting->book->facts;
    if (isnan(facts->komi))
        error(2, 0, "%s: is for games with any komi; a search wants one", given->path);
    doubting->verdicts =
        verdicts_open(given->verdicts, facts->size, facts->handicap, facts->komi, &why);
    if (!doubting->verdicts)
        error(2, 0, "%s", why.text);
    contestant_init(&doubting->contestant, doubting->book);
    duel_play(&doubting->duel, &doubting->contestant, &doubting->contestant);
    doubting->trail = book_trail(doubting->book);
    doubting->engine =
        search_judge_new(facts->size, facts->handicap, facts->komi, given->seed);
    search_judge_listen(doubting->engine, &cmdline_stop);
}

static void doubting_release(struct doubting *doubting)
{
    search_judge_free(doubting->engine);
    trail_free(doubting->trail);
    duel_release(&doubting->duel);
    contestant_release(&doubting->contestant);
    verdicts_close(doubting->verdicts);
    book_free(doubting->book);
}

/* ---------------------------------------------------------------- options */

enum {
    OPTION_VERDICTS = 256,
    OPTION_SEARCH,
    OPTION_POSITIONS,
    OPTION_SEED,
    OPTION_JSON
};

static struct argp_option const options[] = {
    {"search", OPTION_SEARCH, "N", 0, "Playouts for each verdict (200000)", 0},
    {"positions", OPTION_POSITIONS, "N", 0, "Look into so many, the most probable (40)",
     0},
    {"verdicts", OPTION_VERDICTS, "FILE", 0,
     "Where each verdict is kept at once (BOOK.doubts)", 0},
    {"seed", OPTION_SEED, "N", 0, "Of the searches (1)", 0},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 1},
    {0},
};

static struct cmdline_row const straight[] = {
    CMDLINE_NUMBER(struct doubt_given, search, OPTION_SEARCH, 1, 100000000),
    CMDLINE_NUMBER(struct doubt_given, positions, OPTION_POSITIONS, 1, 1000000000),
    CMDLINE_NUMBER(struct doubt_given, seed, OPTION_SEED, 0, 1000000000),
    CMDLINE_FLAG(struct doubt_given, json, OPTION_JSON),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct doubt_given *const given = state->input;
    switch (key) {
    case OPTION_VERDICTS:
        given->verdicts = xstrdup(arg);
        return 0;
    case ARGP_KEY_ARG:
        if (given->path)
            argp_error(state, "one book at a time");
        given->path = arg;
        return 0;
    case ARGP_KEY_END:
        if (!given->path)
            argp_error(state, "name a book");
        if (!given->verdicts &&
            asprintf(&given->verdicts, "%s.doubts", given->path) < 0)
            xalloc_die();
        return 0;
    default:
        return cmdline_take(straight, key, arg, state);
    }
}

int book_doubt_main(int argc, char **argv)
{
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .args_doc = "BOOK",
        .doc = "Where a longer search would play otherwise: the positions that the "
               "book comes to most probably, playing itself, are searched, and where "
               "the move is one that the book does not play, both are searched once "
               "more, each after it has been played.",
    };
    struct doubt_given given = {.search = 200000, .positions = 40, .seed = 1};
    struct doubting doubting;
    cmdline_parse(&argp, argc, argv, &given);
    doubting_init(&doubting, &given);
    cmdline_mind_signals();
    doubt(&doubting);
    tell(&doubting);
    doubting_release(&doubting);
    free(given.verdicts);
    return 0;
}
