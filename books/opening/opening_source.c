#include <config.h>

#include "books/opening/opening_source.h"
#include "engine/go/symmetry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "engine/base/rng.h"

struct opening_source {
    struct shelf *shelf;
    double komi;
    int depth;
    uint64_t seed;
};

static void *open_source(char const *path, struct failure *why)
{
    struct shelf *const shelf = shelf_open(path, why);
    if (!shelf)
        return NULL;
    struct opening_source *const source = xzalloc(sizeof *source);
    *source = (struct opening_source){.shelf = shelf, .komi = NAN, .depth = WAY_MAX};
    return source;
}

static void drop(void *self)
{
    struct opening_source *const source = self;
    shelf_close(source->shelf);
    free(source);
}

void opening_source_settle(struct opening_source *source, double komi, int depth,
                           uint64_t seed)
{
    source->komi = komi;
    source->depth = depth;
    source->seed = seed;
}

int opening_source_list(struct opening_source const *source,
                        struct situation const *situation,
                        struct book_reply list[static AREA_MAX + 1],
                        struct book const **book)
{
    *book = shelf_find(source->shelf, situation->board, source->komi);
    return *book ? book_answers(*book, situation, list) : 0;
}

/* ---------------------------------------------------------------- as a source */

/* A move that the book plays counts as PLAYED times as probable as it was, the more so
   the larger its share; one to avoid is out of the question.  */
static float worth(struct book_reply const *reply)
{
    enum { PLAYED = 20 };
    return reply->avoid ? -30 : logf(1 + PLAYED * (float)reply->probability);
}

static void ask(void *self, struct question const *question, int voice,
                struct candidates *candidates)
{
    struct book_reply list[AREA_MAX + 1];
    struct book const *book;
    int const count = opening_source_list(self, &question->situation, list, &book);
    for (int i = 0; i < count; i++)
        if (list[i].at != PASS)
            candidates_name(candidates, voice, list[i].at, (float)list[i].probability,
                            1)
                ->term[0] = worth(&list[i]);
}

static int testify(void *self, struct question const *question, point at,
                   struct testimony list[], int most)
{
    struct book_reply replies[AREA_MAX + 1];
    struct book const *book;
    uint32_t seen = 0;
    int const count = opening_source_list(self, &question->situation, replies, &book);
    for (int i = 0; i < count; i++)
        seen += replies[i].times;
    for (int i = 0; i < count && most; i++)
        if (replies[i].at == at) {
            list[0] = (struct testimony){
                .source = opening_kind.name,
                .alike = 1,
                .seen = seen,
                .played = replies[i].times,
                .decided = replies[i].decided,
                .won = replies[i].wins,
            };
            snprintf(list[0].account, sizeof list[0].account,
                     replies[i].avoid ? "the opening book avoids it"
                                      : "the opening book plays it in %.0f %%",
                     100 * replies[i].probability);
            return 1;
        }
    return 0;
}

struct source_kind const opening_kind = {
    .name = "opening",
    .data = "opening.hishi",
    .optional = true,
    .weighs_itself = true,
    .effort = EFFORT_FULL,
    .terms = {"worth"},
    .open = open_source,
    .ask = ask,
    .testify = testify,
    .drop = drop,
};

/* ---------------------------------------------------------------- as a player */

/* Of LIST what can be played and is not avoided; returns how many.  */
static int keep_playable(struct task const *task, struct book_reply list[], int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (!list[i].avoid && list[i].at != PASS &&
            is_playable(task->rules, task->history, task->situation.board, list[i].at))
            list[kept++] = list[i];
    return kept;
}

static struct book_reply const *draw(struct book_reply const list[], int count,
                                     struct rng *rng)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += list[i].probability;
    double rest = sum * rng_unit(rng);
    int i = 0;
    while (i < count - 1 && (rest -= list[i].probability) >= 0)
        i++;
    return &list[i];
}

/* One of the places of P that are the same.  */
static point spread(struct board const *board, point p, struct rng *rng)
{
    struct aspect const aspect = aspect_of(board);
    int symmetry;
    do
        symmetry = (int)rng_below(rng, SYMMETRIES);
    while (!(aspect.keeps >> symmetry & 1));
    return point_turned(p, board->width, symmetry);
}

static void explain(struct book_reply const *reply, int count,
                    struct decision *decision)
{
    char text[128] = "";
    if (reply->times)
        snprintf(text, sizeof text, "; played %u times, won %.0f %%", reply->times,
                 reply->decided ? 100.0 * reply->wins / reply->decided : 50);
    snprintf(decision->reason, sizeof decision->reason,
             "opening book: one of %d moves, played here in %.0f %%%s", count,
             100 * reply->probability, text);
}

static bool recite(void *self, struct task const *task, struct decision *decision)
{
    struct opening_source *const source = self;
    struct board const *const board = task->situation.board;
    struct book_reply list[AREA_MAX + 1];
    struct book const *book;
    struct rng rng;
    int const known = opening_source_list(source, &task->situation, list, &book);
    int const count = keep_playable(task, list, known);
    if (count == 0 || board->moves >= source->depth)
        return false;
    rng_seed(&rng, source->seed ^ rng_mix(board->hash + board->moves));
    struct book_reply const *const reply = draw(list, count, &rng);
    decision->at = spread(board, reply->at, &rng);
    explain(reply, count, decision);
    return true;
}

struct evaluator opening_reciter(struct opening_source *source)
{
    return (struct evaluator){
        .name = opening_kind.name, .pick = recite, .self = source};
}
