#include <config.h>

#include "patterns/shapes/shapes_source.h"

#include "engine/reading/settling.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

struct shapes {
    struct memory const *memory;
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

/* ---------------------------------------------------------------- in words */

static void describe_source(struct memory const *memory, uint32_t id, FILE *out)
{
    struct memory_source sources[MEMORY_SOURCES];
    struct remembered_game game;
    int const count = memory_sources(memory, id, sources);
    for (int i = 0; i < count; i++) {
        memory_game(memory, sources[i].game, &game);
        fprintf(out, "%s %s/%" PRIu32 " move %d", i ? ";" : ", e.g.", game.file,
                game.number, sources[i].move + 1);
        if (*game.black || *game.white)
            fprintf(out, " (%s-%s%s%s)", game.black, game.white, *game.date ? " " : "",
                    game.date);
    }
}

void shapes_describe(struct shapes const *shapes, struct diamond const *asked,
                     struct near_case const *near, FILE *out)
{
    struct experience experience;
    memory_experience(shapes->memory, near->id, &experience);
    float const alike = similarity_alike(shapes->similarity, asked, near->distance);
    fprintf(out,
            "%" PRIu32 " %s in the memory (of %" PRIu32
            " chances, %.0f %% won), %.0f %% alike",
            experience.played, experience.played == 1 ? "time" : "times",
            experience.appeared,
            100.0 * experience.won / (experience.played ? experience.played : 1),
            100.0 * (double)alike);
    describe_source(shapes->memory, near->id, out);
    fputs("\n", out);
}

/* ---------------------------------------------------------------- as a source */

/* What the games did, but for blunders that looking at the liberties shows: the
   players of the games saw further than the diamond.  */
static void propose(void *self, struct situation const *situation,
                    struct candidates *candidates)
{
    struct board const *const board = situation->board;
    struct vote const *const votes = shapes_votes(self, board);
    float sum = 0;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        sum += votes[p].rate;
    enum color const color = (enum color)board->to_move;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (votes[p].known && !settling_gives_away(board, p, color))
            candidates_propose(candidates, VOICE_SHAPES, p, votes[p].rate / sum,
                               votes[p].alike);
}

enum { EXPLAINED = 3 };

static void explain(void *self, struct situation const *situation, point at, FILE *out)
{
    struct shapes *const shapes = self;
    struct near_case list[VOTE_CASES];
    struct diamond asked;
    if (board_color(situation->board, at) != EMPTY)
        return;
    diamond_look(situation->board, at, (enum color)situation->board->to_move, &asked);
    int const count = shapes_nearest(shapes, situation->board, at, list);
    for (int i = 0; i < count && i < EXPLAINED; i++)
        shapes_describe(shapes, &asked, &list[i], out);
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

struct source shapes_source(struct shapes *shapes)
{
    return (struct source){
        .name = "shapes",
        .voice = VOICE_SHAPES,
        .propose = propose,
        .explain = explain,
        .twin = twin,
        .drop = drop,
        .self = shapes,
    };
}
