/* tools/book/grow.c -- a book grown by search.  */
#include <config.h>

#include "tools/book/book.h"
#include "tools/book/search_judge.h"
#include "tools/cmdline.h"
#include "tools/progress.h"

#include <argp.h>
#include <error.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <xalloc.h>

#include "books/opening/growing.h"
#include "engine/base/provenance.h"
#include "engine/base/seconds.h"

struct grow_given {
    struct growing growing;
    struct book_facts facts;
    char const *out;
    char *verdicts; /* owned */
    struct provenance *made;
    uint32_t positions;
    double hours; /* of CPU time; INFINITY: as long as nobody stops it */
    int threads;
    uint64_t seed;
    bool json;
};

/* A book is written whenever so many positions are new.  */
enum { WRITE_EVERY = 200 };

struct watch {
    struct grow_given const *given;
    struct progress progress;
    uint32_t written; /* positions of the book on the disk */
    uint32_t begun;   /* verdicts that there were at the start */
    struct verdicts *verdicts;
    atomic_bool stop;
};

static double cpu_s(void)
{
    return program_cpu_s();
}

static void write_book(struct watch *watch, struct grower const *grower)
{
    struct grow_given const *const given = watch->given;
    struct book *const copy = book_copy(grower_book(grower));
    snprintf(copy->facts.origin, sizeof copy->facts.origin,
             "grown by search: %u verdicts of %u playouts each",
             verdicts_count(watch->verdicts), given->growing.search);
    book_set_made(copy, provenance_text(given->made));
    watch->written = copy->count;
    save_book(copy, given->out);
    book_free(copy);
}

static void moved(void *context, struct grower const *grower)
{
    struct watch *const watch = context;
    struct grow_given const *const given = watch->given;
    uint32_t const count = grower_book(grower)->count;
    double const used_s = cpu_s();
    if (atomic_load(&cmdline_stop) || used_s > 3600 * given->hours)
        atomic_store(&watch->stop, true);
    if (count >= watch->written + WRITE_EVERY)
        write_book(watch, grower);
    double const share =
        fmax(count / (double)given->positions, used_s / (3600 * given->hours));
    progress_show(&watch->progress, (uint64_t)(1e6 * share), 1000000,
                  "%u positions, %u verdicts", count, verdicts_count(watch->verdicts));
}

static void tell(struct grow_given const *given, struct watch const *watch,
                 struct grower *grower)
{
    struct book *const book = grower_book(grower);
    printf(given->json
               ? "{\"positions\": %u, \"moves\": %ld, \"verdicts\": %u, "
                 "\"new_verdicts\": %u, \"first_player_wins\": %.4f, \"cpu_s\": %.1f}\n"
               : "%u positions, %ld moves played; %u verdicts, %u of them new; who "
                 "begins wins %.4f; %.1f s of CPU time\n",
           book->count, count_moves(book), verdicts_count(watch->verdicts),
           verdicts_count(watch->verdicts) - watch->begun,
           grower_value(grower, book_start(book)), cpu_s());
}

static void grow(struct grow_given const *given)
{
    struct failure why, unread;
    struct watch watch = {.given = given};
    struct verdict_judge judges[64];
    struct search_judge *engines[64];
    struct book_facts const *const facts = &given->facts;
    watch.verdicts =
        verdicts_open(given->verdicts, facts->size, facts->handicap, facts->komi, &why);
    if (!watch.verdicts)
        error(2, 0, "%s", why.text);
    watch.begun = verdicts_count(watch.verdicts);
    for (int i = 0; i < given->threads; i++) {
        engines[i] = search_judge_new(facts->size, facts->handicap, facts->komi,
                                      given->seed + (uint64_t)i);
        search_judge_listen(engines[i], &cmdline_stop);
        judges[i] = search_judge_row(engines[i]);
    }
    cmdline_mind_signals();
    atomic_init(&watch.stop, given->hours == 0);
    progress_start(&watch.progress);
    struct grower *const grower = grower_new(&given->growing, facts, watch.verdicts);
    bool const good = grower_run(grower, judges, given->threads, given->positions,
                                 &watch.stop, moved, &watch, &why);
    progress_end(&watch.progress);
    /* Whoever has these verdicts makes the same book.  */
    if (!provenance_file(given->made, "verdicts", given->verdicts, &unread))
        error(1, 0, "%s", unread.text);
    if (grower_book(grower)->count)
        write_book(&watch, grower);
    tell(given, &watch, grower);
    grower_free(grower);
    for (int i = 0; i < given->threads; i++)
        search_judge_free(engines[i]);
    verdicts_close(watch.verdicts);
    if (!good)
        error(1, 0, "%s", why.text);
}

/* ---------------------------------------------------------------- options */

enum {
    OPTION_SIZE = 256,
    OPTION_HANDICAP,
    OPTION_KOMI,
    OPTION_VERDICTS,
    OPTION_POSITIONS,
    OPTION_HOURS,
    OPTION_THREADS,
    OPTION_SEED,
    OPTION_JSON,
    OPTION_SEARCH,
    OPTION_MOST,
    OPTION_TEMPERATURE,
    OPTION_AVOID,
    OPTION_CURIOSITY,
    OPTION_DEPTH
};

static struct argp_option const options[] = {
    {"output", 'o', "FILE", 0, "The book to write", 0},
    {"verdicts", OPTION_VERDICTS, "FILE", 0,
     "Where each verdict is kept at once (FILE of --output, with .verdicts)", 0},
    {"size", OPTION_SIZE, "N", 0, "Size of the board (9)", 1},
    {"handicap", OPTION_HANDICAP, "N", 0, "Stones on their points (0)", 1},
    {"komi", OPTION_KOMI, "K", 0, "Komi (7)", 1},
    {"positions", OPTION_POSITIONS, "N", 0, "Stop with N positions", 2},
    {"budget", OPTION_HOURS, "HOURS", 0,
     "Stop after so much CPU time; 0: take what is on file", 2},
    {"threads", OPTION_THREADS, "N", 0, "Positions looked into at the same time (1)",
     2},
    {"seed", OPTION_SEED, "N", 0, "Of the searches (1)", 2},
    {"search", OPTION_SEARCH, "N", 0, "Playouts for each verdict (16000)", 3},
    {"most", OPTION_MOST, "N", 0, "Answers to a position (5)", 3},
    {"temperature", OPTION_TEMPERATURE, "PERCENT", 0,
     "By what loss probability falls to 1/e", 4},
    {"avoid", OPTION_AVOID, "PERCENT", 0, "Do not play what loses more", 4},
    {"curiosity", OPTION_CURIOSITY, "PERCENT", 0,
     "By what loss the work spent on a move falls to 1/e", 4},
    {"depth", OPTION_DEPTH, "N", 0, "No longer lines than N moves", 4},
    {"json", OPTION_JSON, NULL, 0, "Print one JSON object a line", 5},
    {0},
};

/* How to grow.  */
static error_t parse_growing(int key, char *arg, struct argp_state *state,
                             struct growing *growing)
{
    switch (key) {
    case OPTION_SEARCH:
        growing->search = (uint32_t)cmdline_number(arg, 1, 100000000, state);
        return 0;
    case OPTION_MOST:
        growing->most = (int)cmdline_number(arg, 1, CHOICES_MAX, state);
        return 0;
    case OPTION_TEMPERATURE:
        growing->temperature = cmdline_real(arg, 0.001, 1000, state) / 100;
        return 0;
    case OPTION_AVOID:
        growing->avoid = cmdline_real(arg, 0, 100, state) / 100;
        return 0;
    case OPTION_CURIOSITY:
        growing->curiosity = cmdline_real(arg, 0.001, 1000, state) / 100;
        return 0;
    case OPTION_DEPTH:
        growing->depth = (int)cmdline_number(arg, 1, WAY_MAX - 1, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* For which games, and how long.  */
static error_t parse_task(int key, char *arg, struct argp_state *state,
                          struct grow_given *given)
{
    switch (key) {
    case OPTION_SIZE:
        given->facts.size = (int)cmdline_number(arg, BOARD_MIN, BOARD_MAX, state);
        return 0;
    case OPTION_HANDICAP:
        given->facts.handicap = (int)cmdline_number(arg, 0, 9, state);
        return 0;
    case OPTION_KOMI:
        given->facts.komi = cmdline_real(arg, -AREA_MAX, AREA_MAX, state);
        return 0;
    case OPTION_POSITIONS:
        given->positions = (uint32_t)cmdline_number(arg, 1, UINT32_MAX, state);
        return 0;
    case OPTION_HOURS:
        given->hours = cmdline_real(arg, 0, 1e6, state);
        return 0;
    case OPTION_THREADS:
        given->threads = (int)cmdline_number(arg, 1, 64, state);
        return 0;
    case OPTION_SEED:
        given->seed = (uint64_t)cmdline_number(arg, 0, LONG_MAX, state);
        return 0;
    default:
        return parse_growing(key, arg, state, &given->growing);
    }
}

static void settle_files(struct grow_given *given, struct argp_state *state)
{
    if (!given->out)
        argp_error(state, "name the book to write: --output=FILE");
    if (!given->verdicts && asprintf(&given->verdicts, "%s.verdicts", given->out) < 0)
        xalloc_die();
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct grow_given *const given = state->input;
    switch (key) {
    case 'o':
        given->out = arg;
        return 0;
    case OPTION_VERDICTS:
        given->verdicts = xstrdup(arg);
        return 0;
    case OPTION_JSON:
        given->json = true;
        return 0;
    case ARGP_KEY_END:
        settle_files(given, state);
        return 0;
    default:
        return parse_task(key, arg, state, given);
    }
}

int book_grow_main(int argc, char **argv)
{
    struct argp const argp = {
        .options = options,
        .parser = parse,
        .doc = "Grow a book by search, from the start or, with the same numbers, from "
               "where an earlier growing was stopped in whatever way.",
    };
    struct grow_given given = {
        .growing = growing_defaults,
        .facts = {.size = 9, .komi = 7},
        .positions = UINT32_MAX,
        .hours = INFINITY,
        .threads = 1,
        .seed = 1,
    };
    given.made = cmdline_provenance(argc, argv);
    cmdline_parse(&argp, argc, argv, &given);
    grow(&given);
    provenance_free(given.made);
    free(given.verdicts);
    return 0;
}
