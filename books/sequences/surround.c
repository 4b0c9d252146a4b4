#include <config.h>

#include "books/sequences/surround.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>
#define uthash_fatal(message) xalloc_die()
#include <uthash.h>

#include "engine/go/symmetry.h"

enum { SIDE = CODE_BOARD, CELLS = SIDE * SIDE };

/* One occurrence: its moves, the board before them and who begins.  */
struct occurrence {
    point moves[RANKED_LENGTH_MAX + 1];
    int count;
    struct board board;
};

/* The moves in the symmetry that makes the list of their points smallest, and what
   stands around them, row by row.  */
struct surround_view {
    point moves[RANKED_LENGTH_MAX + 1];
    int left, right, low, high;
    int count;
    uint8_t cells[CELLS]; /* state of each point of the rectangle: see cell_of */
};

enum { CELL_OUTSIDE = 9 };

static bool read_occurrence(struct index const *index, uint32_t at, int length,
                            struct occurrence *out)
{
    struct corpus const *const corpus = index_corpus(index);
    bool const opening = corpus->text[at] < SYMBOL_NEXT;
    uint32_t const first = opening ? at : at - 1;
    out->count = length + !opening;
    for (int i = 0; i < out->count; i++)
        out->moves[i] = corpus_point(corpus, first + (uint32_t)i);
    return corpus_board(corpus, first, &out->board);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

static void measure(struct surround_view *view)
{
    view->left = view->low = SIDE;
    view->right = view->high = 1;
    for (int i = 0; i < view->count; i++) {
        int const column = point_column(view->moves[i]),
                  row = point_row(view->moves[i]);
        view->left = least(view->left, most(1, column - AREA_GROWTH));
        view->right = most(view->right, least(SIDE, column + AREA_GROWTH));
        view->low = least(view->low, most(1, row - AREA_GROWTH));
        view->high = most(view->high, least(SIDE, row + AREA_GROWTH));
    }
}

static bool is_in(struct surround_view const *view, enum area area, int column, int row)
{
    if (area == AREA_RECTANGLE)
        return true;
    for (int i = 0; i < view->count; i++)
        if (abs(column - point_column(view->moves[i])) +
                abs(row - point_row(view->moves[i])) <=
            AREA_GROWTH)
            return true;
    return false;
}

/* What stands at P as the one who begins sees it: 0 nothing, 1 own, 2 other.  */
static uint8_t cell_of(struct board const *board, point p)
{
    enum color const color = board_color(board, p);
    return color == EMPTY ? 0 : color == (enum color)board->to_move ? 1 : 2;
}

static void view_through(struct occurrence const *occurrence, enum area area,
                         int symmetry, struct surround_view *view)
{
    memset(view, 0, sizeof *view);
    view->count = occurrence->count;
    for (int i = 0; i < view->count; i++)
        view->moves[i] = point_turned(occurrence->moves[i], CODE_BOARD, symmetry);
    measure(view);
    int const back = symmetry_back(symmetry); /* to where the board has the point */
    uint8_t *cell = view->cells;
    for (int row = view->low; row <= view->high; row++)
        for (int column = view->left; column <= view->right; column++)
            *cell++ =
                is_in(view, area, column, row)
                    ? cell_of(&occurrence->board,
                              point_turned(point_at(column, row), CODE_BOARD, back))
                    : CELL_OUTSIDE;
}

/* Smaller first: by the moves relative to the rectangle, then by what is there.  */
static int compare(struct surround_view const *a, struct surround_view const *b)
{
    for (int i = 0; i < a->count; i++) {
        point const p = (point)(a->moves[i] - point_at(a->left, a->low));
        point const q = (point)(b->moves[i] - point_at(b->left, b->low));
        if (p != q)
            return p < q ? -1 : 1;
    }
    return memcmp(a->cells, b->cells, sizeof a->cells);
}

static void view_canonically(struct occurrence const *occurrence, enum area area,
                             struct surround_view *best)
{
    view_through(occurrence, area, 0, best);
    for (int symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
        struct surround_view other;
        view_through(occurrence, area, symmetry, &other);
        if (compare(&other, best) < 0)
            *best = other;
    }
}

/* The key: moves and cells, wherever they lie; how wide the rectangle is follows
   from the cells' number and is told apart by the edges it was clipped at.  */
struct surround_kind {
    UT_hash_handle hh;
    struct {
        uint16_t steps[RANKED_LENGTH_MAX + 1];
        uint16_t width, height;
        uint8_t cells[CELLS];
    } key;
    uint32_t count;
    struct surround_view view; /* the first of them */
};

static void count_view(struct surround_kind **kinds, struct surround_view const *view,
                       struct surround_kind const **most_frequent)
{
    struct surround_kind *const kind = xzalloc(sizeof *kind);
    struct surround_kind *found;
    for (int i = 0; i < view->count; i++)
        kind->key.steps[i] =
            (uint16_t)(view->moves[i] - point_at(view->left, view->low));
    kind->key.width = (uint16_t)(view->right - view->left + 1);
    kind->key.height = (uint16_t)(view->high - view->low + 1);
    memcpy(kind->key.cells, view->cells, sizeof view->cells);
    HASH_FIND(hh, *kinds, &kind->key, sizeof kind->key, found);
    if (found) {
        free(kind);
    } else {
        found = kind;
        found->view = *view;
        HASH_ADD(hh, *kinds, key, sizeof kind->key, found);
    }
    found->count++;
    if (!*most_frequent || found->count > (*most_frequent)->count)
        *most_frequent = found;
}

static void draw(struct surround_view const *view, struct picture *picture)
{
    memset(picture, 0, sizeof *picture);
    picture->left = view->left;
    picture->right = view->right;
    picture->low = view->low;
    picture->high = view->high;
    picture->moves = view->count;
    uint8_t const *cell = view->cells;
    for (int row = view->low; row <= view->high; row++)
        for (int column = view->left; column <= view->right; column++, cell++) {
            point const p = point_at(column, row);
            picture->seen[p] = *cell != CELL_OUTSIDE;
            picture->color[p] = *cell == 1 ? BLACK : *cell == 2 ? WHITE : EMPTY;
        }
    for (int i = 0; i < view->count; i++) {
        uint8_t *const number = &picture->number[view->moves[i]];
        if (*number)
            picture->again[i] = *number;
        else
            *number = (uint8_t)(i + 1);
    }
}

void surround(struct index const *index, struct ranked const *ranked, enum area area,
              uint32_t samples, struct surroundings *out)
{
    uint32_t const times = ranked->span.high - ranked->span.low;
    uint32_t const looks = times < samples ? times : samples;
    struct occurrence *const occurrence = xmalloc(sizeof *occurrence);
    struct surround_kind *kinds = NULL, *kind, *next;
    struct surround_kind const *most_frequent = NULL;
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < looks; i++) {
        struct surround_view view;
        uint32_t const rank =
            ranked->span.low + (uint32_t)((uint64_t)i * times / looks);
        if (!read_occurrence(index, index_suffixes(index)->suffix[rank], ranked->length,
                             occurrence))
            continue;
        view_canonically(occurrence, area, &view);
        count_view(&kinds, &view, &most_frequent);
        out->looked++;
    }
    out->kinds = HASH_COUNT(kinds);
    if (most_frequent) {
        out->most = most_frequent->count;
        draw(&most_frequent->view, &out->picture);
    }
    HASH_ITER(hh, kinds, kind, next)
    {
        HASH_DEL(kinds, kind);
        free(kind);
    }
    free(occurrence);
}
