#include <config.h>

#include "tools/records/pictures.h"

#include "engine/go/svg.h"

#include <stdlib.h>
#include <xalloc.h>

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

/* The numbered moves are in turn by Black and White.  */
static void picture_diagram(struct picture const *picture, char const *caption,
                            struct diagram *diagram)
{
    *diagram = (struct diagram){
        .width = CODE_BOARD,
        .height = CODE_BOARD,
        .left = picture->left,
        .right = picture->right,
        .low = picture->low,
        .high = picture->high,
        .caption = caption,
    };
    for (point p = 0; p < POINTS; p++) {
        int const number = picture->number[p];
        diagram->number[p] = (uint16_t)number;
        diagram->color[p] = number ? (number % 2 ? BLACK : WHITE) : picture->color[p];
        if (!picture->seen[p] && !number)
            points_add(&diagram->hidden, p);
    }
}

void pictures_svg(struct picture const *pictures, char const *const *captions,
                  int count, FILE *out)
{
    struct diagram *const diagrams = xcalloc((size_t)count + 1, sizeof *diagrams);
    for (int i = 0; i < count; i++)
        picture_diagram(&pictures[i], captions[i], &diagrams[i]);
    diagrams_svg(diagrams, count, out);
    free(diagrams);
}
