#include <config.h>

#include "patterns/cases/cases_source.h"

#include "patterns/shapes/remembered.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

struct cases_source {
    struct casebook const *book;
    struct casebook *owned; /* by the first; NULL in a twin */
    struct case_votes votes;
    struct case_views views[AREA_MAX];
};

struct cases_source *cases_source_new(struct casebook const *book)
{
    struct cases_source *const self = xzalloc(sizeof *self);
    self->book = book;
    return self;
}

void cases_source_free(struct cases_source *self)
{
    if (!self)
        return;
    casebook_close(self->owned);
    free(self);
}

struct casebook const *cases_source_book(struct cases_source const *self)
{
    return self->book;
}

/* A casebook like the one that comes with the program is read whole and checked in a
   moment.  Of larger ones that is asked for which is played, and checked there.  */
static struct casebook *open_checked(char const *path, struct failure *why)
{
    enum { MOMENT = 32 << 20 }; /* bytes */
    struct casebook *const book = casebook_open(path, why);
    struct casebook_facts facts = {.bytes = 0};
    if (book)
        casebook_facts(book, &facts);
    if (!book || facts.bytes > MOMENT || casebook_verify(book, why))
        return book;
    casebook_close(book);
    return NULL;
}

static void *open_cases(char const *path, struct failure *why)
{
    struct casebook *const book = open_checked(path, why);
    struct cases_source *const self = book ? cases_source_new(book) : NULL;
    if (self)
        self->owned = book;
    return self;
}

/* How much of its vicinity is known.  */
static float part_known(struct case_vote const *vote)
{
    return (float)vote->chain.known / VICINITY_LEVELS;
}

/* Around the last move, where a casebook knows most.  */
static bool is_near(point last, point at)
{
    enum { NEAR = 4 }; /* columns and rows */
    return last != NOWHERE && abs(point_column(last) - point_column(at)) <= NEAR &&
           abs(point_row(last) - point_row(at)) <= NEAR;
}

static void weigh_terms(struct case_vote const *vote, float news, bool near,
                        struct opinion *opinion)
{
    float const said = said_p(opinion->p), known = part_known(vote);
    float const terms[] = {said, news, known, known * said, near, near ? news : 0};
    memcpy(opinion->term, terms, sizeof terms);
}

static void ask(void *context, struct question const *question, int voice,
                struct candidates *candidates)
{
    struct cases_source *const self = context;
    struct casebook_weights const *const beside =
        casebook_weights(self->book, CASES_BESIDE);
    point const last = latest_moves(&question->situation).last;
    case_votes_take(self->book, &question->situation, &self->votes, self->views);
    for (int i = 0; i < self->votes.count; i++) {
        struct case_vote const *const vote = &self->votes.list[i];
        weigh_terms(
            vote, case_views_sum(beside, &self->views[i]), is_near(last, vote->at),
            candidates_name(candidates, voice, vote->at, vote->rate, part_known(vote)));
    }
}

/* ---------------------------------------------------------------- testimony */

static void cite(struct casebook const *book, struct memory_source const *source,
                 struct precedent *out)
{
    struct remembered_game game;
    casebook_game(book, source->game, &game);
    *out = precedent_in(&game, source->move);
}

void cases_testify(struct casebook const *book, struct case_evidence const *row,
                   struct testimony *out)
{
    static char const *const lesser[] = {
        [LEVEL_CROSS] = "the same neighbours and last move",
        [LEVEL_CORE] = "the same twelve points and last move",
    };
    *out = (struct testimony){
        .source = cases_kind.name,
        .alike = row->alike,
        .seen = row->of.appeared,
        .played = row->of.played,
        .decided = row->of.played,
        .won = row->of.won,
    };
    if (row->level <= LEVEL_CORE)
        snprintf(out->account, sizeof out->account, "%s", lesser[row->level]);
    for (int i = 0; i < row->source_count && i < PRECEDENTS_MAX; i++)
        cite(book, &row->sources[i], &out->precedent[out->precedent_count++]);
}

static int testify(void *context, struct question const *question, point at,
                   struct testimony list[], int most)
{
    enum { NEAREST = 3 };
    struct cases_source const *const self = context;
    struct case_evidence rows[NEAREST];
    if (at == PASS || board_color(question->situation.board, at) != EMPTY || most < 1)
        return 0;
    int const count = case_evidence(self->book, &question->situation, at,
                                    most < NEAREST ? most : NEAREST, rows);
    for (int i = 0; i < count; i++)
        cases_testify(self->book, &rows[i], &list[i]);
    return count;
}

/* What each level of detail adds.  */
static void detail(void *context, struct question const *question, point at, FILE *out)
{
    static char const *const names[CASE_VIEWS] = {"neighbours",  "twelve points",
                                                  "liberties",   "third ring",
                                                  "fourth ring", "place"};
    struct cases_source *const self = context;
    case_votes_take(self->book, &question->situation, &self->votes, self->views);
    for (int i = 0; i < self->votes.count; i++) {
        if (self->votes.list[i].at != at)
            continue;
        fprintf(out, "  known to %d of %d levels:", self->votes.list[i].chain.known,
                VICINITY_LEVELS);
        for (int view = 0; view < CASE_VIEWS; view++)
            fprintf(out, " %s %+.2f;", names[view],
                    (double)case_view_sum(casebook_weights(self->book, CASES_BESIDE),
                                          &self->views[i], view));
        fputc('\n', out);
    }
}

/* ---------------------------------------------------------------- as a source */

static void *twin(void const *context)
{
    struct cases_source const *const self = context;
    return cases_source_new(self->book);
}

static void drop(void *self)
{
    cases_source_free(self);
}

struct source_kind const cases_kind = {
    .name = "cases",
    .data = "cases.hishi",
    .effort = EFFORT_FULL,
    .terms = {"log P", "news", "known", "known x log P", "near", "near x news"},
    .open = open_cases,
    .ask = ask,
    .testify = testify,
    .detail = detail,
    .twin = twin,
    .drop = drop,
};
