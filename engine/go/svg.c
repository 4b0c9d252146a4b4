/* A picture is drawn from the ground up: wood, tint, lines, dots, stones, and what is
   written on them.  One unit is one pixel at the size the file asks for.  */
#include <config.h>

#include "engine/go/svg.h"

#include "engine/go/drawing.h"

#include <string.h>

enum {
    CELL = 24,    /* from line to line */
    MARGIN = 14,  /* around the points */
    LETTERS = 14, /* more of it, when there are coordinates */
    TITLE = 19,   /* a line of the caption */
    ACROSS = 5,   /* diagrams beside each other */
    GAP = 8,      /* between them */
    LEAST_WIDTH = 260,
};

#define WOOD "#e6c88f"
#define FRAME "#b8935a"
#define INK "#4a3418"
#define RED "#c0281c"

void diagram_start(struct diagram *diagram, struct board const *board)
{
    *diagram = (struct diagram){
        .width = board->width,
        .height = board->height,
        .left = 1,
        .right = board->width,
        .low = 1,
        .high = board->height,
        .coordinates = true,
    };
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        diagram->color[p] = board->color[p];
}

/* ---------------------------------------------------------------- where it is */

/* A diagram on its page: everything of it is at X, Y or right and below of it.  */
struct svg_place {
    struct diagram const *diagram;
    FILE *out;
    double x, y;           /* of the point at the top left */
    double page_x, page_y; /* of the top left corner */
    double width, height;
};

static int caption_lines(struct diagram const *diagram)
{
    int lines = 0;
    for (char const *c = diagram->caption; c && *c; lines++)
        c += strcspn(c, "\n") + (strchr(c, '\n') != NULL);
    return lines;
}

/* From the edge of the picture to the outermost points.  */
static double border(struct diagram const *diagram)
{
    return MARGIN + CELL / 2.0 + (diagram->coordinates ? LETTERS : 0);
}

static double head(struct diagram const *diagram)
{
    int const lines = caption_lines(diagram);
    return lines ? lines * TITLE + 6 : 0;
}

static double diagram_width(struct diagram const *d)
{
    return (d->right - d->left) * CELL + 2 * border(d);
}

static double diagram_height(struct diagram const *d)
{
    return head(d) + (d->high - d->low) * CELL + 2 * border(d);
}

static double x_of(struct svg_place const *place, int column)
{
    return place->x + (column - place->diagram->left) * CELL;
}

static double y_of(struct svg_place const *place, int row)
{
    return place->y + (place->diagram->high - row) * CELL;
}

static bool is_shown(struct diagram const *d, int column, int row)
{
    return d->left <= column && column <= d->right && d->low <= row && row <= d->high &&
           !points_have(&d->hidden, point_at(column, row));
}

/* ---------------------------------------------------------------- ground */

void svg_text(char const *text, size_t length, FILE *out)
{
    for (; length--; text++)
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        default:
            fputc(*text, out);
        }
}

/* About how many letters wide; from U+3000 on characters are twice as wide.  */
static int text_columns(char const *text, size_t length)
{
    int columns = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char const c = (unsigned char)text[i];
        columns += (c < 0x80 || c >= 0xc0) + (c >= 0xe3);
    }
    return columns;
}

/* The first line of a caption names the picture, the others explain.  What may be too
   long is told to fit.  */
static void draw_caption(struct svg_place const *place)
{
    static double const letter[] = {8, 6.6}; /* wide, in the first line and others */
    char const *line = place->diagram->caption;
    double const room = place->width - 2 * MARGIN;
    for (int i = 0; line && *line; i++) {
        size_t const length = strcspn(line, "\n");
        fprintf(place->out, "<text x='%g' y='%g' class='%s'", place->page_x + MARGIN,
                place->page_y + 22 + i * TITLE, i ? "more" : "title");
        if (text_columns(line, length) * letter[i > 0] > room)
            fprintf(place->out, " textLength='%g' lengthAdjust='spacingAndGlyphs'",
                    room);
        fputc('>', place->out);
        svg_text(line, length, place->out);
        fputs("</text>\n", place->out);
        line += length + (line[length] == '\n');
    }
}

static void draw_coordinates(struct svg_place const *place)
{
    struct diagram const *const d = place->diagram;
    double const off = CELL / 2.0 + LETTERS / 2.0 + 3;
    char text[POINT_TEXT];
    fputs("<g class='letters'>\n", place->out);
    for (int column = d->left; column <= d->right; column++)
        for (int side = 0; side < 2; side++)
            fprintf(place->out, "<text x='%g' y='%g'>%c</text>\n", x_of(place, column),
                    side ? y_of(place, d->low) + off + 4
                         : y_of(place, d->high) - off + 3,
                    point_format(point_at(column, 1), text)[0]);
    for (int row = d->low; row <= d->high; row++)
        for (int side = 0; side < 2; side++)
            fprintf(place->out, "<text x='%g' y='%g'>%d</text>\n",
                    side ? x_of(place, d->right) + off : x_of(place, d->left) - off,
                    y_of(place, row) + 3.5, row);
    fputs("</g>\n", place->out);
}

static void draw_ground(struct svg_place const *place)
{
    fprintf(place->out,
            "<rect x='%g' y='%g' width='%g' height='%g' rx='6' class='wood'/>\n",
            place->page_x + 0.5, place->page_y + 0.5, place->width - 1,
            place->height - 1);
    draw_caption(place);
    if (place->diagram->coordinates)
        draw_coordinates(place);
}

/* A square for each tinted point, in one path, so that they do not overlap.  */
static void draw_tint(struct svg_place const *place)
{
    struct diagram const *const d = place->diagram;
    fputs("<path class='tint' d='", place->out);
    for (int row = d->low; row <= d->high; row++)
        for (int column = d->left; column <= d->right; column++)
            if (points_have(&d->tinted, point_at(column, row)))
                fprintf(place->out, "M%g %gh%dv%dh-%dz",
                        x_of(place, column) - CELL / 2.0, y_of(place, row) - CELL / 2.0,
                        CELL, CELL, CELL);
    fputs("'/>\n", place->out);
}

/* From each point to its neighbours, half of the way: where the board goes on behind
   what is shown, the lines do.  */
static void draw_lines(struct svg_place const *place)
{
    struct diagram const *const d = place->diagram;
    double const half = CELL / 2.0;
    fputs("<path class='lines' d='", place->out);
    for (int row = d->low; row <= d->high; row++)
        for (int column = d->left; column <= d->right; column++) {
            double const x = x_of(place, column), y = y_of(place, row);
            if (!is_shown(d, column, row))
                continue;
            fprintf(place->out, "M%g %gH%gM%g %gV%g", column == 1 ? x : x - half, y,
                    column == d->width ? x : x + half, x,
                    row == d->height ? y : y - half, row == 1 ? y : y + half);
        }
    fputs("'/>\n", place->out);
}

/* ---------------------------------------------------------------- points */

static void draw_number(struct svg_place const *place, point p, double x, double y)
{
    struct diagram const *const d = place->diagram;
    static char const *const class[] = {"n", "n b", "n w"};
    if (d->color[p] == EMPTY && d->ghost[p] == EMPTY)
        fprintf(place->out, "<use href='#gap' x='%g' y='%g'/>\n", x, y);
    fprintf(place->out, "<text x='%g' y='%g' class='%s%s'>%d</text>\n", x, y + 4,
            class[d->color[p]], d -> number[p] > 99 ? " s" : "", d->number[p]);
}

static void draw_point(struct svg_place const *place, point p, double x, double y)
{
    struct diagram const *const d = place->diagram;
    static char const *const stone[] = {[BLACK] = "black", [WHITE] = "white"};
    static char const *const ring[] = {"red", "pale", "dark"};
    if (d->color[p] != EMPTY)
        fprintf(place->out, "<use href='#%s' x='%g' y='%g'/>\n", stone[d->color[p]], x,
                y);
    else if (d->ghost[p] != EMPTY)
        fprintf(place->out, "<use href='#%s' x='%g' y='%g' opacity='.45'/>\n",
                stone[d->ghost[p]], x, y);
    else if (drawing_is_star(d->width, d->height, p))
        fprintf(place->out, "<use href='#dot' x='%g' y='%g'/>\n", x, y);
    if (d->number[p])
        draw_number(place, p, x, y);
    if (d->mark[p] == MARK_FOCUS)
        fprintf(place->out, "<use href='#focus' x='%g' y='%g'/>\n", x, y);
    else if (d->mark[p] == MARK_RING)
        fprintf(place->out, "<use href='#ring' x='%g' y='%g' class='%s'/>\n", x, y,
                ring[d->color[p]]);
}

static void draw_points(struct svg_place const *place)
{
    struct diagram const *const d = place->diagram;
    for (int row = d->high; row >= d->low; row--)
        for (int column = d->left; column <= d->right; column++)
            if (is_shown(d, column, row))
                draw_point(place, point_at(column, row), x_of(place, column),
                           y_of(place, row));
}

/* ---------------------------------------------------------------- the page */

/* What the drawing above names.  */
static char const definitions[] =
    "<style>text{font-family:'DejaVu Sans',Verdana,sans-serif;fill:" INK "}"
    ".title{font-size:13px;font-weight:bold}.more{font-size:12px}"
    ".letters text{font-size:10px;text-anchor:middle;opacity:.75}"
    ".wood{fill:" WOOD ";stroke:" FRAME "}.tint{fill:" RED ";fill-opacity:.13}"
    ".lines{fill:none;stroke:" INK ";stroke-width:.9}"
    ".n{font-size:11.5px;text-anchor:middle}.s{font-size:9.5px}"
    ".b{fill:#fff}.w{fill:#000}.pale{stroke:#fff}.dark{stroke:#222}.red{stroke:" RED "}"
    "</style>\n<defs>\n"
    "<radialGradient id='night' cx='.36' cy='.32' r='.75'>"
    "<stop offset='0' stop-color='#666'/><stop offset='.55' stop-color='#1e1e1e'/>"
    "<stop offset='1' stop-color='#0a0a0a'/></radialGradient>\n"
    "<radialGradient id='day' cx='.36' cy='.32' r='.8'>"
    "<stop offset='0' stop-color='#fff'/><stop offset='.6' stop-color='#f7f5f0'/>"
    "<stop offset='1' stop-color='#cfcac0'/></radialGradient>\n"
    "<g id='black'><circle cx='.8' cy='1.4' r='11.2' fill='#000' fill-opacity='.22'/>"
    "<circle r='11.2' fill='url(#night)'/></g>\n"
    "<g id='white'><circle cx='.8' cy='1.4' r='11.2' fill='#000' fill-opacity='.22'/>"
    "<circle r='11.2' fill='url(#day)' stroke='#8d8678' stroke-width='.5'/></g>\n"
    "<circle id='dot' r='2.6' fill='" INK "'/>\n"
    "<circle id='gap' r='8' fill='" WOOD "'/>\n"
    "<circle id='ring' r='5.2' fill='none' stroke-width='1.6'/>\n"
    "<circle id='focus' r='11.2' fill='none' stroke='" RED "' stroke-width='2.4'/>\n"
    "</defs>\n";

/* What each diagram is given, so that the largest fits.  */
static void find_tile(struct diagram const diagrams[], int count, double *width,
                      double *height)
{
    *width = count > 1 ? LEAST_WIDTH : 0;
    *height = 0;
    for (int i = 0; i < count; i++) {
        double const w = diagram_width(&diagrams[i]), h = diagram_height(&diagrams[i]);
        *width = w > *width ? w : *width;
        *height = h > *height ? h : *height;
    }
}

void diagrams_svg(struct diagram const diagrams[], int count, FILE *out)
{
    double width, height;
    find_tile(diagrams, count, &width, &height);
    int const across = count < ACROSS ? count : ACROSS;
    int const down = (count + ACROSS - 1) / ACROSS;
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%g' height='%g' "
            "viewBox='0 0 %g %g'>\n%s",
            across * (width + GAP) - GAP, down * (height + GAP) - GAP,
            across * (width + GAP) - GAP, down * (height + GAP) - GAP, definitions);
    for (int i = 0; i < count; i++) {
        struct diagram const *const d = &diagrams[i];
        double const page_x = i % ACROSS * (width + GAP);
        double const page_y = i / ACROSS * (height + GAP);
        struct svg_place const place = {
            .diagram = d,
            .out = out,
            .page_x = page_x,
            .page_y = page_y,
            .width = width,
            .height = height,
            .x = page_x + border(d),
            .y = page_y + head(d) + border(d),
        };
        draw_ground(&place);
        draw_tint(&place);
        draw_lines(&place);
        draw_points(&place);
    }
    fputs("</svg>\n", out);
}
