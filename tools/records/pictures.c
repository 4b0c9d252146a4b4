#include <config.h>

#include "tools/records/pictures.h"

/* ---------------------------------------------------------------- text */

static void cell_text(struct picture const *picture, point p, FILE *out)
{
    if (picture->number[p])
        fprintf(out, "%3d", picture->number[p]);
    else if (picture->color[p] != EMPTY)
        fprintf(out, "  %c", picture->color[p] == BLACK ? 'X' : 'O');
    else
        fprintf(out, "  %c", picture->seen[p] ? '.' : ' ');
}

static void border_text(struct picture const *picture, FILE *out)
{
    fprintf(out, "    ");
    for (int column = picture->left; column <= picture->right; column++)
        fprintf(out, "---");
    fprintf(out, "\n");
}

void picture_text(struct picture const *picture, FILE *out)
{
    if (picture->high == CODE_BOARD)
        border_text(picture, out);
    for (int row = picture->high; row >= picture->low; row--) {
        fprintf(out, "   %c", picture->left == 1 ? '|' : ' ');
        for (int column = picture->left; column <= picture->right; column++)
            cell_text(picture, point_at(column, row), out);
        fprintf(out, "%s\n", picture->right == CODE_BOARD ? " |" : "");
    }
    if (picture->low == 1)
        border_text(picture, out);
    for (int i = 0; i < picture->moves; i++)
        if (picture->again[i])
            fprintf(out, "    %d at %d\n", i + 1, picture->again[i]);
}

/* ---------------------------------------------------------------- SVG */

enum { LINE = 18, MARGIN = 12, CAPTION = 30, ACROSS = 5 };

/* What each picture is given, so that the largest fits.  */
struct tile {
    int width, height;
};

static struct tile tile_for(struct picture const *pictures, int count)
{
    struct tile tile = {240, 0};
    for (int i = 0; i < count; i++) {
        struct picture const *const p = &pictures[i];
        int const width = (p->right - p->left + 1) * LINE + 2 * MARGIN;
        int const height = (p->high - p->low + 1) * LINE + CAPTION + MARGIN;
        tile.width = width > tile.width ? width : tile.width;
        tile.height = height > tile.height ? height : tile.height;
    }
    return tile;
}

static void stone_svg(FILE *out, double x, double y, bool black, int number)
{
    fprintf(out, "<circle cx='%.1f' cy='%.1f' r='8.4' fill='%s' stroke='black'/>\n", x,
            y, black ? "black" : "white");
    if (number)
        fprintf(out,
                "<text x='%.1f' y='%.1f' font-size='11' text-anchor='middle' "
                "stroke='none' fill='%s'>%d</text>\n",
                x, y + 4, black ? "white" : "black", number);
}

static void point_svg(struct picture const *picture, FILE *out, int column, int row)
{
    point const p = point_at(column, row);
    double const x = MARGIN + (column - picture->left + 0.5) * LINE;
    double const y = CAPTION + (picture->high - row + 0.5) * LINE;
    double const half = LINE / 2.0;
    if (!picture->seen[p] && !picture->number[p])
        return;
    fprintf(out, "<path d='M%.1f %.1fH%.1fM%.1f %.1fV%.1f' stroke='gray'/>\n",
            column == 1 ? x : x - half, y, column == CODE_BOARD ? x : x + half, x,
            row == CODE_BOARD ? y : y - half, row == 1 ? y : y + half);
    if (picture->number[p])
        stone_svg(out, x, y, picture->number[p] % 2, picture->number[p]);
    else if (picture->color[p] != EMPTY)
        stone_svg(out, x, y, picture->color[p] == BLACK, 0);
}

static void picture_svg(struct picture const *picture, char const *caption, int across,
                        int down, FILE *out)
{
    fprintf(out,
            "<g transform='translate(%d %d)'>\n"
            "<text x='%d' y='18' font-size='11' stroke='none'>%s</text>\n",
            across, down, MARGIN, caption);
    for (int row = picture->low; row <= picture->high; row++)
        for (int column = picture->left; column <= picture->right; column++)
            point_svg(picture, out, column, row);
    fprintf(out, "</g>\n");
}

void pictures_svg(struct picture const *pictures, char const *const *captions,
                  int count, FILE *out)
{
    struct tile const tile = tile_for(pictures, count);
    int const down = (count + ACROSS - 1) / ACROSS;
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' "
            "font-family='sans-serif'>\n"
            "<rect width='100%%' height='100%%' fill='white'/>\n",
            ACROSS * tile.width, down * tile.height);
    for (int i = 0; i < count; i++)
        picture_svg(&pictures[i], captions[i], i % ACROSS * tile.width,
                    i / ACROSS * tile.height, out);
    fprintf(out, "</svg>\n");
}
