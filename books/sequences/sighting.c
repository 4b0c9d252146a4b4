#include <config.h>

#include "books/sequences/sighting.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "engine/go/symmetry.h"

/* ---------------------------------------------------------------- drawing */

static bool take_row(char const *row, size_t length, struct shape *shape,
                     struct failure *why)
{
    static char const letters[] = "?.XO";
    int width = 0;
    if (length && strspn(row, "- +") >= length) {
        *(shape->height ? &shape->bottom : &shape->top) = true;
        return true;
    }
    if (shape->bottom)
        return failed(why, "there is a row below the edge of the board");
    if (shape->height == SHAPE_SIDE)
        return failed(why, "a shape has at most %d rows", SHAPE_SIDE);
    for (size_t i = 0; i < length; i++) {
        char const *const letter = strchr(letters, row[i] == '*' ? '?' : row[i]);
        if (row[i] == ' ')
            continue;
        if (row[i] == '|') {
            *(width ? &shape->right : &shape->left) = true;
            continue;
        }
        if (!letter || width == SHAPE_SIDE)
            return failed(why, "'%.*s' is not a row of X, O, . and ?", (int)length,
                          row);
        /* Rows are spread to the widest later.  */
        shape->cells[shape->height * SHAPE_SIDE + width++] =
            (uint8_t)(letter - letters);
    }
    if (width == 0)
        return true;
    if (shape->height && shape->width != width)
        return failed(why, "row %d of the shape is not as long as the first",
                      shape->height + 1);
    shape->width = (uint8_t)width;
    shape->height++;
    return true;
}

bool shape_parse(char const *diagram, struct shape *out, struct failure *why)
{
    int stones = 0;
    memset(out, 0, sizeof *out);
    while (*diagram) {
        size_t const length = strcspn(diagram, "\n/");
        if (!take_row(diagram, length, out, why))
            return false;
        diagram += length + (diagram[length] != 0);
    }
    for (int row = 0; row < out->height; row++)
        for (int column = 0; column < out->width; column++) {
            uint8_t const cell = out->cells[row * SHAPE_SIDE + column];
            out->cells[row * out->width + column] = cell;
            stones += cell >= CELL_X;
        }
    return stones > 0 || failed(why, "a shape has at least one stone");
}

/* ---------------------------------------------------------------- variants */

/* The shape as it may lie on a board: cells that say something, as offsets from
   its lowest and leftmost point.  */
struct variant {
    uint8_t width, height;
    bool left, right, top, bottom;
    bool swapped; /* X is White */
    int count;
    struct {
        int8_t column, row;
        uint8_t color;  /* enum color */
        uint16_t drawn; /* the cell in the diagram */
    } cells[SHAPE_CELLS];
    uint16_t drawn[SHAPE_CELLS]; /* of every point, row * width + column, from below */
    uint8_t colors[SHAPE_CELLS]; /* the same, with EDGE for any */
};

static void turn_cell(struct variant *variant, struct shape const *shape, int symmetry,
                      int column, int row)
{
    struct offset const drawn_at = {column, shape->height - 1 - row};
    struct offset const to =
        offset_turned_in(drawn_at, shape->width - 1, shape->height - 1, symmetry);
    int const place = to.rows * variant->width + to.columns;
    uint16_t const drawn = (uint16_t)(row * shape->width + column);
    uint8_t const cell = shape->cells[drawn];
    uint8_t const stone = cell == CELL_X ? BLACK : WHITE;
    uint8_t const color = cell == CELL_EMPTY ? (uint8_t)EMPTY
                          : variant->swapped ? (uint8_t)opponent((enum color)stone)
                                             : stone;
    variant->drawn[place] = drawn;
    variant->colors[place] = cell == CELL_ANY ? (uint8_t)EDGE : color;
    if (cell == CELL_ANY)
        return;
    variant->cells[variant->count].column = (int8_t)to.columns;
    variant->cells[variant->count].row = (int8_t)to.rows;
    variant->cells[variant->count].color = color;
    variant->cells[variant->count].drawn = drawn;
    variant->count++;
}

/* Is the side of SHAPE that lies in this direction an edge of the board?  */
static bool is_edge(struct shape const *shape, struct offset side)
{
    return side.columns ? (side.columns < 0 ? shape->left : shape->right)
                        : (side.rows < 0 ? shape->bottom : shape->top);
}

static void turn_shape(struct variant *variant, struct shape const *shape, int symmetry,
                       bool swapped)
{
    bool const turned = symmetry & 4;
    int const back = symmetry_back(symmetry);
    memset(variant, 0, sizeof *variant);
    variant->swapped = swapped;
    variant->width = turned ? shape->height : shape->width;
    variant->height = turned ? shape->width : shape->height;
    variant->left = is_edge(shape, offset_turned((struct offset){-1, 0}, back));
    variant->right = is_edge(shape, offset_turned((struct offset){1, 0}, back));
    variant->bottom = is_edge(shape, offset_turned((struct offset){0, -1}, back));
    variant->top = is_edge(shape, offset_turned((struct offset){0, 1}, back));
    for (int row = 0; row < shape->height; row++)
        for (int column = 0; column < shape->width; column++)
            turn_cell(variant, shape, symmetry, column, row);
}

static bool same_variant(struct variant const *a, struct variant const *b)
{
    return a->width == b->width && a->height == b->height && a->left == b->left &&
           a->right == b->right && a->top == b->top && a->bottom == b->bottom &&
           memcmp(a->colors, b->colors, (size_t)a->width * a->height) == 0;
}

enum { VARIANTS_MAX = 16, MATCHES_MAX = 256 };

/* ---------------------------------------------------------------- searching */

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
    int const right = column + variant->width - 1, top = row + variant->height - 1;
    if (column < 1 || row < 1 || right > CODE_BOARD || top > CODE_BOARD ||
        (variant->left && column != 1) || (variant->bottom && row != 1) ||
        (variant->right && right != CODE_BOARD) || (variant->top && top != CODE_BOARD))
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
        int const column = point_column(next) - match->column;
        int const row = point_row(next) - match->row;
        bool const inside = sighting->followed && column >= 0 && row >= 0 &&
                            column < variant->width && row < variant->height;
        sighting->by_x = (sighting->color == WHITE) == variant->swapped;
        sighting->cell = inside ? variant->drawn[row * variant->width + column] : -1;
        watch(context, sighting);
    }
}

static void search_game(struct shape_search *search, struct corpus const *corpus,
                        uint32_t game, struct record_walk *walk, shape_watch *watch,
                        void *context)
{
    struct sighting sighting = {.game = game};
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
    for (int i = 0; i < VARIANTS_MAX; i++) {
        struct variant *const variant = &search->variants[search->variant_count];
        bool known = false;
        turn_shape(variant, shape, i / 2, i % 2);
        for (int k = 0; k < search->variant_count; k++)
            known = known || same_variant(&search->variants[k], variant);
        search->variant_count += !known;
    }
    for (uint32_t game = 0; game < corpus->record_count; game++)
        search_game(search, corpus, game, walk, watch, context);
    free(search->variants);
    free(search);
    free(walk);
}
