#include <config.h>

#include "books/opening/opening_source.h"
#include "engine/go/symmetry.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "engine/base/rng.h"

struct opening_source {
    struct shelf *shelf;
    double komi;
    int depth;
    uint64_t seed;
    struct testimony said; /* about the move that was recited last */
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
    assert(depth >= 0);
    source->komi = komi;
    source->depth = depth;
    source->seed = seed;
}

int opening_source_list(struct opening_source const *source,
                        struct situation const *situation, double komi,
                        struct book_reply list[static AREA_MAX + 1],
                        struct book const **book)
{
    *book = shelf_find(source->shelf, situation->board, komi);
    return *book ? book_answers(*book, situation, list) : 0;
}

/* ---------------------------------------------------------------- as a source */

/* A move that the book plays is worth up to three times what the others find it, by its
   share in the book, one to avoid a twentieth.  So of what the book does not name at
   least a third is left when all adds up to one again.  2 foretold moves of games
   better than 1, 4, 8 or 20, and never by more than 0.002 of log P.  */
static float worth(struct book_reply const *reply)
{
    enum { RAISED = 2, LOWERED = 20 };
    return reply->avoid ? -logf(LOWERED) : logf(1 + RAISED * (float)reply->probability);
}

/* In the game that SOURCE was settled for.  */
static int list_here(struct opening_source const *source,
                     struct situation const *situation,
                     struct book_reply list[static AREA_MAX + 1])
{
    struct book const *book;
    return opening_source_list(source, situation, source->komi, list, &book);
}

/* What AT is called in a list of replies: of the places that are the same the one
   farthest right and up.  */
static point called(struct aspect const *aspect, point at)
{
    point name;
    aspect_right_and_up(aspect->keeps, aspect->size, at, &name);
    return name;
}

/* All places that are the same as REPLY's, for whoever looks at a list of points.  */
static void name_places(struct aspect const *aspect, struct book_reply const *reply,
                        int voice, struct candidates *candidates)
{
    int places = 0;
    point place[SYMMETRIES] = {NOWHERE};
    for (int s = 0; s < SYMMETRIES; s++) {
        point const turned = point_turned(reply->at, aspect->size, s);
        bool known = !(aspect->keeps >> s & 1);
        for (int i = 0; i < places; i++)
            known |= place[i] == turned;
        if (!known)
            place[places++] = turned;
    }
    for (int i = 0; i < places; i++)
        candidates_name(candidates, voice, place[i],
                        (float)reply->probability / (float)places, 1)
            ->term[0] = worth(reply);
}

static void ask(void *self, struct question const *question, int voice,
                struct candidates *candidates)
{
    struct book_reply list[AREA_MAX + 1];
    int const count = list_here(self, &question->situation, list);
    if (count == 0)
        return;
    struct aspect const aspect = aspect_of(question->situation.board);
    for (int i = 0; i < count; i++)
        if (list[i].at != PASS)
            name_places(&aspect, &list[i], voice, candidates);
}

static void tell(struct testimony *testimony, char const *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A few words, for which there is room.  */
static void tell(struct testimony *testimony, char const *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(testimony->account, sizeof testimony->account, format, args);
    va_end(args);
}

/* What of REPLIES the one NUMBER says.  */
static struct testimony testimony_of(struct book_reply const replies[], int count,
                                     int number)
{
    struct book_reply const *const reply = &replies[number];
    assert(number >= 0 && number < count);
    struct testimony testimony = {
        .source = opening_kind.name,
        .alike = 1,
        .played = reply->times,
        .decided = reply->decided,
        .won = reply->wins,
    };
    char last[32] = "", loss[32] = "";
    for (int i = 0; i < count; i++)
        testimony.seen += replies[i].times;
    if (reply->year)
        snprintf(last, sizeof last, ", last in %d", reply->year);
    if (!isnan(reply->loss))
        snprintf(loss, sizeof loss, ", losing %.1f %%", 100 * reply->loss);
    if (reply->avoid)
        tell(&testimony, "an opening book that avoids it%s%s", loss, last);
    else
        tell(&testimony, "an opening book that plays it in %.0f %%%s%s",
             100 * reply->probability, loss, last);
    if (reply->file)
        testimony.precedent[testimony.precedent_count++] =
            (struct precedent){.file = reply->file,
                               .black = "",
                               .white = "",
                               .date = "",
                               .result = "",
                               .number = reply->game,
                               .move = reply->move};
    return testimony;
}

static int testify(void *self, struct question const *question, point at,
                   struct testimony list[], int most)
{
    struct book_reply replies[AREA_MAX + 1];
    int const count = list_here(self, &question->situation, replies);
    if (count == 0 || most == 0)
        return 0;
    struct aspect const aspect = aspect_of(question->situation.board);
    point const name = called(&aspect, at);
    for (int i = 0; i < count; i++)
        if (replies[i].at == name) {
            list[0] = testimony_of(replies, count, i);
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

/* Can REPLY be played, and is it not to be avoided?  */
static bool can_play(struct task const *task, struct book_reply const *reply)
{
    return !reply->avoid && reply->at != PASS &&
           is_playable(task->rules, task->history, task->situation.board, reply->at);
}

/* The numbers in LIST of what can be played; returns how many.  */
static int list_playable(struct task const *task, struct book_reply const list[],
                         int count, int playable[])
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (can_play(task, &list[i]))
            playable[kept++] = i;
    return kept;
}

/* Of LIST one of the COUNT numbers, by probability.  */
static int draw(struct book_reply const list[], int const numbers[], int count,
                struct rng *rng)
{
    double sum = 0;
    assert(count > 0 && "there is something to draw from");
    for (int i = 0; i < count; i++)
        sum += list[numbers[i]].probability;
    double rest = sum * rng_unit(rng);
    int i = 0;
    while (i < count - 1 && (rest -= list[numbers[i]].probability) >= 0)
        i++;
    return numbers[i];
}

/* One of the places of P that are the same.  */
static point spread(struct board const *board, point p, struct rng *rng)
{
    struct aspect const aspect = aspect_of(board);
    int symmetry;
    assert(aspect.keeps & 1 && "a board looks like itself");
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

/* The chance to win that the side to move has by what is written, or NAN where enough
   games or a search vouch for that, and nobody has to look.  */
static double say_chance(struct book_reply const list[], int count)
{
    enum { VOUCHED = 20 }; /* games */
    uint32_t decided = 0, wins = 0;
    bool searched = false;
    for (int i = 0; i < count; i++) {
        decided += list[i].decided;
        wins += list[i].wins;
        searched |= !isnan(list[i].loss);
    }
    if (searched || decided >= VOUCHED)
        return NAN;
    return decided ? (double)wins / decided : 0.5;
}

static bool recite(void *self, struct task const *task, struct decision *decision)
{
    struct opening_source *const source = self;
    struct board const *const board = task->situation.board;
    struct book_reply list[AREA_MAX + 1];
    int playable[AREA_MAX + 1];
    struct rng rng;
    if (board->moves >= source->depth)
        return false;
    int const known = list_here(source, &task->situation, list);
    int const count = list_playable(task, list, known, playable);
    if (count == 0)
        return false;
    rng_seed(&rng, source->seed ^ rng_mix(board->hash + board->moves));
    int const number = draw(list, playable, count, &rng);
    decision->at = spread(board, list[number].at, &rng);
    decision->win = say_chance(list, known);
    source->said = testimony_of(list, known, number);
    explain(&list[number], count, decision);
    return true;
}

/* What is known of the move that was recited.  */
static void view(void *self, struct insight *insight)
{
    struct opening_source const *const source = self;
    insight->testimony[insight->testimony_count++] = source->said;
}

struct evaluator opening_reciter(struct opening_source *source)
{
    return (struct evaluator){
        .name = opening_kind.name, .pick = recite, .view = view, .self = source};
}
