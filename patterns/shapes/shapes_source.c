#include <config.h>

#include "patterns/shapes/shapes_source.h"

#include "engine/reading/settling.h"
#include "patterns/shapes/remembered.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

struct shapes {
    struct memory const *memory;
    struct memory *owned; /* by the first; NULL in a twin */
    struct similarity const *similarity;
    struct finder *finder;
    struct diamonds diamonds;
    struct points stale[3];       /* to be asked again for a side */
    struct vote votes[3][POINTS]; /* what was answered, legal or not */
    struct vote answer[POINTS];   /* to the last question */
};

struct shapes *shapes_new(struct memory const *memory,
                          struct similarity const *similarity)
{
    struct shapes *const shapes = xzalloc(sizeof *shapes);
    shapes->memory = memory;
    shapes->similarity = similarity;
    shapes->finder = finder_new(memory);
    return shapes;
}

void shapes_free(struct shapes *shapes)
{
    if (!shapes)
        return;
    finder_free(shapes->finder);
    memory_close(shapes->owned);
    free(shapes);
}

static void follow(struct shapes *shapes, struct board const *board)
{
    struct points touched = {{0}};
    if (shapes->diamonds.width != board->width ||
        shapes->diamonds.height != board->height) {
        diamonds_init(&shapes->diamonds, board->width, board->height);
        memset(shapes->stale, 0xff, sizeof shapes->stale);
    }
    diamonds_follow(&shapes->diamonds, board, &touched);
    for (int i = 0; i < POINT_WORDS; i++) {
        shapes->stale[BLACK].word[i] |= touched.word[i];
        shapes->stale[WHITE].word[i] |= touched.word[i];
    }
}

static void ask_again(struct shapes *shapes, point p, enum color color)
{
    struct diamond diamond;
    assert(color == BLACK || color == WHITE);
    diamonds_look(&shapes->diamonds, p, color, &diamond);
    vote_take(shapes->finder, shapes->similarity, &diamond, &shapes->votes[color][p],
              NULL);
    shapes->stale[color].word[p >> 6] &= ~((uint64_t)1 << (p & 63));
}

struct vote const *shapes_votes(struct shapes *shapes, struct board const *board)
{
    enum color const color = (enum color)board->to_move;
    follow(shapes, board);
    memset(shapes->answer, 0, sizeof shapes->answer);
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        if (!board_is_legal(board, p, color, false))
            continue;
        if (points_have(&shapes->stale[color], p))
            ask_again(shapes, p, color);
        shapes->answer[p] = shapes->votes[color][p];
    }
    return shapes->answer;
}

int shapes_nearest(struct shapes *shapes, struct board const *board, point at,
                   struct near_case list[])
{
    struct diamond diamond;
    struct vote vote;
    diamond_look(board, at, (enum color)board->to_move, &diamond);
    vote_take(shapes->finder, shapes->similarity, &diamond, &vote, list);
    return vote.cases;
}

/* ---------------------------------------------------------------- as a source */

/* A memory like the one that comes with the program is read whole and checked in
   a moment.  Of larger ones that is asked for which is played, and checked there.  */
static struct memory *open_checked(char const *path, struct failure *why)
{
    enum { MOMENT = 32 << 20 }; /* bytes */
    struct memory *const memory = memory_open(path, why);
    struct memory_facts facts = {.bytes = 0};
    if (memory)
        memory_facts(memory, &facts);
    if (!memory || facts.bytes > MOMENT || memory_verify(memory, why))
        return memory;
    memory_close(memory);
    return NULL;
}

static void *open_shapes(char const *path, struct failure *why)
{
    struct memory *const memory = open_checked(path, why);
    struct shapes *const shapes =
        memory ? shapes_new(memory, similarity_find("learnt")) : NULL;
    if (shapes)
        shapes->owned = memory;
    return shapes;
}

static void weigh_terms(struct vote const *vote, struct opinion *opinion)
{
    float const terms[] = {
        said_p(opinion->p),
        1,
        vote->alike,
        vote->alike * said_p(opinion->p),
        logf(1 + fmaxf(vote->seen, 0)),
        vote->cases ? vote->won - 0.5f : 0,
    };
    memcpy(opinion->term, terms, sizeof terms);
}

/* What the games did, but for blunders that looking at the liberties shows: the
   players of the games saw further than the diamond.  */
static void ask(void *self, struct question const *question, int voice,
                struct candidates *candidates)
{
    struct board const *const board = question->situation.board;
    enum color const color = (enum color)board->to_move;
    struct vote const *const votes = shapes_votes(self, board);
    float sum = 0;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        sum += votes[p].rate;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (votes[p].known && !settling_gives_away(board, p, color))
            weigh_terms(&votes[p],
                        candidates_name(candidates, voice, p, votes[p].rate / sum,
                                        votes[p].alike));
}

static void cite(struct memory const *memory, struct memory_source const *source,
                 struct precedent *out)
{
    struct remembered_game game;
    memory_game(memory, source->game, &game);
    *out = precedent_in(&game, source->move);
}

void shapes_testify(struct shapes const *shapes, struct diamond const *asked,
                    struct near_case const *near, struct testimony *out)
{
    struct memory_source sources[MEMORY_SOURCES];
    struct experience experience;
    memory_experience(shapes->memory, near->id, &experience);
    *out = (struct testimony){
        .source = shapes_kind.name,
        .alike = similarity_alike(shapes->similarity, asked, near->distance),
        .seen = experience.appeared,
        .played = experience.played,
        .decided = experience.played,
        .won = experience.won,
    };
    int const count = memory_sources(shapes->memory, near->id, sources);
    for (int i = 0; i < count && i < PRECEDENTS_MAX; i++)
        cite(shapes->memory, &sources[i], &out->precedent[out->precedent_count++]);
}

static int testify(void *self, struct question const *question, point at,
                   struct testimony list[], int most)
{
    enum { NEAREST = 3 };
    struct shapes *const shapes = self;
    struct board const *const board = question->situation.board;
    struct near_case near[VOTE_CASES];
    struct diamond asked;
    if (at == PASS || board_color(board, at) != EMPTY)
        return 0;
    diamond_look(board, at, (enum color)board->to_move, &asked);
    int const found = shapes_nearest(shapes, board, at, near);
    int count = 0;
    for (; count < found && count < most && count < NEAREST; count++)
        shapes_testify(shapes, &asked, &near[count], &list[count]);
    return count;
}

static void *twin(void const *self)
{
    struct shapes const *const shapes = self;
    return shapes_new(shapes->memory, shapes->similarity);
}

static void drop(void *self)
{
    shapes_free(self);
}

struct source_kind const shapes_kind = {
    .name = "shapes",
    .data = "shapes.hishi",
    .optional = true,
    .effort = EFFORT_FULL,
    .terms = {"log P", "named", "alike", "log P x alike", "log seen", "won"},
    .open = open_shapes,
    .ask = ask,
    .testify = testify,
    .twin = twin,
    .drop = drop,
};
