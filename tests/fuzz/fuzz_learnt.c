/* Any bytes as a learnt file, of the kind that they say they are, with every checksum
   mended: it is refused, or used as the engine and the tools use it.  Seeds are small
   files of every kind, made by `make build/fuzz/seeds'.  */
#include <config.h>

#include "tests/fuzz/mend.h"

#include "books/sequences/index.h"
#include "books/sequences/query.h"
#include "engine/base/provenance.h"
#include "engine/base/rng.h"
#include "engine/search/mixture.h"
#include "patterns/cases/casebook.h"
#include "patterns/judge/judge.h"
#include "patterns/judge/views.h"
#include "patterns/learning/judge_games.h"
#include "patterns/shapes/memory.h"
#include "patterns/style/style_source.h"
#include "player/sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size);

enum { MOVES = 24, NAMES_MOST = 1 << 24 };

/* A game that was begun, always the same.  */
static struct board board;
static struct move moves[MOVES];

static void begin_game(void)
{
    struct rng rng;
    rng_seed(&rng, 3);
    board_init(&board, 19, 19);
    for (int i = 0; i < MOVES; i++) {
        point const p = board.empty[rng_below(&rng, board.empty_count)];
        enum color const color = i % 2 ? WHITE : BLACK;
        moves[i] = (struct move){(uint8_t)color, p};
        board_play(&board, p, color);
    }
}

/* ---------------------------------------------------------------- using */

/* As a voice of its own: by all effort, on several boards of the game.  */
static void use_source(struct source_kind const *kind, char const *path)
{
    struct failure why;
    struct source const source = {.kind = kind, .self = kind->open(path, &why)};
    if (!source.self)
        return;
    struct consultation *const consultation = consultation_new(NULL);
    if (!consultation_add(consultation, source, &why))
        abort();
    for (enum effort effort = EFFORT_GLANCE; effort <= EFFORT_FULL; effort++) {
        struct situation const situation = {&board, moves, MOVES};
        struct insight view;
        struct candidates const *const list = consult(consultation, &situation, effort);
        if (list->count)
            consultation_view(consultation, list->list[0].at, &view);
    }
    consultation_free(consultation);
}

static void use_mixture(char const *path)
{
    mixture_free(mixture_open(path, NULL));
}

static void use_memory(char const *path)
{
    struct memory *const memory = memory_open(path, NULL);
    if (memory)
        memory_verify(memory, NULL);
    memory_close(memory);
}

static void use_judge(char const *path)
{
    struct judge *const judge = judge_open(path, NULL);
    static struct judge_opinion opinion;
    if (!judge)
        return;
    struct judge_desk *const desk = judge_desk_new();
    struct situation const situation = {&board, moves, MOVES};
    judge_look(judge, desk, &situation, NULL, 6.5, &opinion);
    judge_desk_free(desk);
    judge_free(judge);
}

static void use_views(char const *path)
{
    struct views *const views = views_open(path, NULL);
    static float const numbers[CHANNELS];
    struct near_view list[8];
    if (!views)
        return;
    for (int own = 0; own < 2; own++) {
        int const count = views_nearest(views, numbers, own, 8, list);
        for (int i = 0; i < count; i++) {
            struct stone_view const view = views_get(views, list[i].number);
            struct precedent const precedent = views_precedent(views, &view);
            if (strlen(precedent.file) + strlen(precedent.date) > NAMES_MOST)
                abort();
        }
    }
    views_close(views);
}

static void use_judge_games(char const *path)
{
    struct judge_games *const games = judge_games_open(&path, 1, NULL);
    struct game steps;
    game_init(&steps, 19, 19);
    for (long i = 0; games && i < judge_games_count(games) && i < 20; i++)
        judge_games_get(games, i, &steps);
    game_release(&steps);
    judge_games_close(games);
}

static void use_casebook(char const *path)
{
    struct casebook *const book = casebook_open(path, NULL);
    struct rng rng;
    rng_seed(&rng, 5);
    for (int i = 0; book && i < 100; i++) {
        struct case_chain chain;
        casebook_find(book, rng_next(&rng), &chain);
    }
    if (book)
        casebook_verify(book, NULL);
    casebook_close(book);
}

static void use_index(char const *path)
{
    struct index *const index = index_open(path, NULL);
    struct query query;
    struct hits hits;
    struct hit hit;
    point sequence[2] = {moves[0].at, moves[1].at};
    if (index && query_make(&query, sequence, 2, false, NULL)) {
        query_count(&query, index);
        hits_start(&hits, index, &query);
        for (int i = 0; i < 50 && hits_next(&hits, &hit); i++) {
            struct citation citation;
            index_cite(index, hit.place, &citation);
            hit_answer(&hits, &hit);
        }
    }
    if (index)
        index_verify(index, NULL);
    index_close(index);
}

static void name_all(void *self, struct question const *question, int voice,
                     struct candidates *candidates)
{
    struct board const *const now = question->situation.board;
    (void)self;
    for (int i = 0; i < now->empty_count; i++)
        candidates_name(candidates, voice, now->empty[i], 0.1f, 1)->term[0] = 1;
}

/* Worn, among moves that somebody finds worth naming.  */
static void use_style(char const *path)
{
    struct failure why;
    struct style *const style = style_open(path, &why);
    if (!style)
        return;
    static struct source_kind const namer = {
        .name = "namer", .terms = {"log P"}, .ask = name_all};
    struct source const source = {&style_kind, style_kind.open("", &why)};
    struct consultation *const consultation = consultation_new(NULL);
    if (!source.self ||
        !consultation_add(consultation, (struct source){&namer, NULL}, &why) ||
        !consultation_add(consultation, source, &why))
        abort();
    style_source_wear(source.self, style);
    consult(consultation, &(struct situation){&board, moves, MOVES}, EFFORT_FULL);
    consultation_free(consultation);
}

static struct {
    char const *kind;
    void (*use)(char const *path);
} const uses[] = {
    {"SHAP", use_memory},      {"MIXT", use_mixture},  {"JUDG", use_judge},
    {"JGAM", use_judge_games}, {"CASE", use_casebook}, {"SEQS", use_index},
    {"STYL", use_style},       {"VIEW", use_views},
};

static void use(char const *path, unsigned char const *bytes)
{
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        if (memcmp(bytes + 8, uses[i].kind, 4) == 0)
            uses[i].use(path);
    for (int i = 0; source_kinds[i]; i++)
        if (source_kinds[i]->data)
            use_source(source_kinds[i], path);
    struct chunkfile *const file = chunkfile_open(path, NULL, 0, NULL);
    if (file)
        free(provenance_read(file));
    chunkfile_close(file);
}

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size)
{
    if (size < MEND_HEADER + 8)
        return 0;
    if (!board.width)
        begin_game();
    unsigned char *const bytes = malloc(size);
    memcpy(bytes, data, size);
    mend(bytes, size);
    int const fd = memfd_create("fuzz", 0);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (fd < 0 || write(fd, bytes, size) != (ssize_t)size)
        abort();
    use(path, bytes);
    close(fd);
    free(bytes);
    return 0;
}
