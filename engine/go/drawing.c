#include <config.h>

#include "engine/go/drawing.h"

#include <string.h>

/* 256-colour codes: stones and lines in ink on a wooden ground.  */
#define WOOD "\033[48;5;179m"
#define INK "\033[38;5;94m"
#define DARK "\033[38;5;16m"
#define LIGHT "\033[38;5;231m"
#define RED "\033[38;5;160m"
#define NORMAL "\033[0m"

struct look const look_plain = {
    .empty = ".",
    .star = "+",
    .stone = {[BLACK] = "X", [WHITE] = "O"},
    .left = "(",
    .right = ")",
    .was_left = "[",
    .was_right = "]",
    .fence_left = "<",
    .fence_right = ">",
    .row_begins = "",
    .row_ends = "",
};

struct look const look_ansi = {
    .empty = INK "·",
    .star = INK "+",
    .stone = {[BLACK] = DARK "●", [WHITE] = LIGHT "●"},
    .left = RED "(",
    .right = RED ")",
    .was_left = INK "[",
    .was_right = INK "]",
    .fence_left = RED "<",
    .fence_right = RED ">",
    .row_begins = WOOD,
    .row_ends = NORMAL,
};

/* The distance of the dots from the edge; small boards have none.  */
static int star_line(int size)
{
    return size < 7 ? 0 : size < 13 ? 3 : 4;
}

/* On a star line from either side, or in the middle of an odd side.  */
static bool is_star_coordinate(int size, int at, bool *middle)
{
    int const line = star_line(size);
    *middle = size % 2 == 1 && size >= 9 && 2 * at == size + 1;
    return *middle || (line && (at == line || at == size + 1 - line));
}

/* Nine dots from 15 lines on; smaller boards have the corners and the centre.  */
bool drawing_is_star(int width, int height, point p)
{
    bool middle_column, middle_row;
    return is_star_coordinate(width, point_column(p), &middle_column) &&
           is_star_coordinate(height, point_row(p), &middle_row) &&
           (middle_column == middle_row || (width >= 15 && height >= 15));
}

static void draw_letters(struct board const *board, FILE *out)
{
    fputs("  ", out);
    for (int column = 1; column <= board->width; column++) {
        char text[POINT_TEXT];
        fprintf(out, " %c", point_format(point_at(column, 1), text)[0]);
    }
}

static char const *glyph(struct board const *board, struct look const *look, point p)
{
    enum color const color = board_color(board, p);
    if (color != EMPTY)
        return look->stone[color];
    return drawing_is_star(board->width, board->height, p) ? look->star : look->empty;
}

/* What goes into the space between P and the point left of it: the mark of the last
   move before anything else.  */
static char const *mark_before(struct board const *board, struct look const *look,
                               struct drawing_marks const *marks, point p)
{
    point const beside = (point)(p - 1);
    bool const in = points_have(&marks->fenced, p);
    if (p == board->last || beside == board->last)
        return p == board->last ? look->left : look->right;
    if (p == marks->before || beside == marks->before)
        return p == marks->before ? look->was_left : look->was_right;
    if (in != points_have(&marks->fenced, beside))
        return in ? look->fence_left : look->fence_right;
    return " ";
}

static void draw_row(struct board const *board, struct look const *look,
                     struct drawing_marks const *marks, int row, FILE *out)
{
    fprintf(out, "%2d%s", row, look->row_begins);
    for (int column = 1; column <= board->width + 1; column++) {
        point const p = point_at(column, row);
        fputs(mark_before(board, look, marks, p), out);
        if (column <= board->width)
            fputs(glyph(board, look, p), out);
    }
    fprintf(out, "%s%d\n", look->row_ends, row);
}

void drawing_put_marked(struct board const *board, struct look const *look,
                        struct drawing_marks const *marks, FILE *out)
{
    draw_letters(board, out);
    fputc('\n', out);
    for (int row = board->height; row >= 1; row--)
        draw_row(board, look, marks, row, out);
    draw_letters(board, out);
    fputc('\n', out);
}

void drawing_put(struct board const *board, struct look const *look, FILE *out)
{
    static struct drawing_marks const none = {.before = NOWHERE};
    drawing_put_marked(board, look, &none, out);
}
