#include <config.h>

#include "books/sequences/sighting.h"

#include <assert.h>
#include <stdlib.h>
#include <xalloc.h>

enum { MATCHES_MAX = 256 };

/* A place where the shape stands, waiting for the move that follows.  */
struct standing {
    struct variant const *variant;
    int column, row; /* of its lowest and leftmost point */
};

struct shape_search {
    struct variant *variants;
    int variant_count;
    struct board board; /* as it was when last looked at */
    struct standing matches[MATCHES_MAX];
    int match_count;
};

static bool stands_at(struct variant const *variant, struct board const *board,
                      int column, int row)
{
    if (column < variant->first_column || column > variant->last_column ||
        row < variant->first_row || row > variant->last_row)
        return false;
    for (int i = 0; i < variant->count; i++)
        if (board_color(board, point_at(column + variant->cells[i].column,
                                        row + variant->cells[i].row)) !=
            (enum color)variant->cells[i].color)
            return false;
    return true;
}

static void add_match(struct shape_search *search, struct variant const *variant,
                      int column, int row)
{
    for (int i = 0; i < search->match_count; i++)
        if (search->matches[i].variant == variant &&
            search->matches[i].column == column && search->matches[i].row == row)
            return;
    if (search->match_count < MATCHES_MAX)
        search->matches[search->match_count++] =
            (struct standing){variant, column, row};
}

/* P has a new state on BOARD: what does that complete?  */
static void look_around(struct shape_search *search, struct board const *board, point p)
{
    uint8_t const color = (uint8_t)board_color(board, p);
    for (int v = 0; v < search->variant_count; v++) {
        struct variant const *const variant = &search->variants[v];
        for (int i = 0; i < variant->count; i++) {
            if (variant->cells[i].color != color)
                continue;
            int const column = point_column(p) - variant->cells[i].column;
            int const row = point_row(p) - variant->cells[i].row;
            if (stands_at(variant, board, column, row))
                add_match(search, variant, column, row);
        }
    }
}

/* Find what is new on BOARD since the last look.  */
static void look(struct shape_search *search, struct board const *board)
{
    search->match_count = 0;
    if (board->hash == search->board.hash)
        return;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board_color(board, p) != board_color(&search->board, p))
            look_around(search, board, p);
    board_copy(&search->board, board);
}

static void report(struct shape_search const *search, struct sighting *sighting,
                   point next, shape_watch *watch, void *context)
{
    for (int i = 0; i < search->match_count; i++) {
        struct standing const *const match = &search->matches[i];
        struct variant const *const variant = match->variant;
        sighting->by_x = (sighting->color == WHITE) == variant->swapped;
        sighting->cell = sighting->followed
                             ? variant_cell_at(variant, match->column, match->row, next)
                             : -1;
        watch(context, sighting);
    }
}

static void search_game(struct shape_search *search, struct corpus const *corpus,
                        uint32_t game, struct record_walk *walk, shape_watch *watch,
                        void *context)
{
    struct sighting sighting = {.game = game};
    assert(game < corpus->record_count);
    board_init(&search->board, CODE_BOARD, CODE_BOARD);
    record_start(walk, corpus, game);
    while (record_next(walk)) {
        look(search, &walk->board);
        sighting.followed = true;
        sighting.number = walk->steps.number;
        sighting.color = walk->steps.move.color;
        report(search, &sighting, walk->steps.move.at, watch, context);
    }
    if (walk->failed)
        return;
    look(search, &walk->board);
    sighting.followed = false;
    sighting.number++;
    report(search, &sighting, 0, watch, context);
}

void shape_find(struct corpus const *corpus, struct shape const *shape,
                shape_watch *watch, void *context)
{
    struct shape_search *const search = xzalloc(sizeof *search);
    struct record_walk *const walk = xmalloc(sizeof *walk);
    search->variants = xcalloc(VARIANTS_MAX, sizeof *search->variants);
    search->variant_count = shape_variants(shape, search->variants);
    assert(search->variant_count >= 1 && search->variant_count <= VARIANTS_MAX);
    for (uint32_t game = 0; game < corpus->record_count; game++)
        search_game(search, corpus, game, walk, watch, context);
    free(search->variants);
    free(search);
    free(walk);
}
