#include <config.h>

#include "books/sequences/shape.h"

#include <string.h>

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

/* What the cell at (COLUMN, ROW) of the diagram, counted from the top, becomes.  */
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
    variant->drawn[place] = drawn;
    variant->colors[place] = cell == CELL_ANY     ? (uint8_t)EDGE
                             : cell == CELL_EMPTY ? (uint8_t)EMPTY
                             : variant->swapped   ? (uint8_t)opponent((enum color)stone)
                                                  : stone;
}

/* The cells of one sort, behind those that are listed.  */
static void list_cells(struct variant *variant, bool stones)
{
    for (int place = 0; place < variant->width * variant->height; place++) {
        uint8_t const color = variant->colors[place];
        if (color == EDGE || (color != EMPTY) != stones)
            continue;
        variant->cells[variant->count++] =
            (struct variant_cell){.column = (int8_t)(place % variant->width),
                                  .row = (int8_t)(place / variant->width),
                                  .color = color,
                                  .drawn = variant->drawn[place]};
    }
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
    bool const left = is_edge(shape, offset_turned((struct offset){-1, 0}, back));
    bool const right = is_edge(shape, offset_turned((struct offset){1, 0}, back));
    bool const bottom = is_edge(shape, offset_turned((struct offset){0, -1}, back));
    bool const top = is_edge(shape, offset_turned((struct offset){0, 1}, back));
    memset(variant, 0, sizeof *variant);
    variant->swapped = swapped;
    variant->width = turned ? shape->height : shape->width;
    variant->height = turned ? shape->width : shape->height;
    uint8_t const free_columns = (uint8_t)(CODE_BOARD + 1 - variant->width);
    uint8_t const free_rows = (uint8_t)(CODE_BOARD + 1 - variant->height);
    variant->first_column = right ? free_columns : 1;
    variant->last_column = left ? 1 : free_columns;
    variant->first_row = top ? free_rows : 1;
    variant->last_row = bottom ? 1 : free_rows;
    for (int row = 0; row < shape->height; row++)
        for (int column = 0; column < shape->width; column++)
            turn_cell(variant, shape, symmetry, column, row);
    list_cells(variant, true);
    variant->stones = variant->count;
    list_cells(variant, false);
}

static bool same_variant(struct variant const *a, struct variant const *b)
{
    return a->width == b->width && a->height == b->height &&
           a->first_column == b->first_column && a->last_column == b->last_column &&
           a->first_row == b->first_row && a->last_row == b->last_row &&
           memcmp(a->colors, b->colors, (size_t)a->width * a->height) == 0;
}

int shape_variants(struct shape const *shape, struct variant variants[VARIANTS_MAX])
{
    int count = 0;
    for (int i = 0; i < VARIANTS_MAX; i++) {
        turn_shape(&variants[count], shape, i / 2, i % 2);
        int same = 0;
        while (!same_variant(&variants[same], &variants[count]))
            same++;
        count += same == count;
    }
    return count;
}

int variant_cell_at(struct variant const *variant, int column, int row, point p)
{
    int const x = point_column(p) - column, y = point_row(p) - row;
    bool const inside = x >= 0 && y >= 0 && x < variant->width && y < variant->height;
    return inside ? variant->drawn[y * variant->width + x] : -1;
}
