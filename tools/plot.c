#include <config.h>

#include "tools/plot.h"

#include <math.h>
#include <string.h>

#include "engine/base/newfile.h"
#include "engine/go/svg.h"

/* What the curves are called stands to the right of them.  */
enum { WIDTH = 860, HEIGHT = 440, LEFT = 70, RIGHT = 180, TOP = 40, BOTTOM = 50 };

static char const *const inks[PLOT_CURVES] = {"#1b6ca8", "#c0392b", "#2e8b57",
                                              "#8e44ad", "#d68910", "#16a085",
                                              "#7f8c8d", "#000000"};

/* What an axis shows, and where its marks are.  */
struct axis {
    double low, high, step;
};

static void widen(struct axis *axis, double value)
{
    if (!isfinite(value))
        return;
    axis->low = fmin(axis->low, value);
    axis->high = fmax(axis->high, value);
}

/* Marks at round numbers, some five of them, and ends at marks.  */
static void round_off(struct axis *axis)
{
    if (!(axis->low < axis->high)) {
        axis->low = isfinite(axis->low) ? axis->low - 1 : 0;
        axis->high = axis->low + 2;
    }
    double const rough = (axis->high - axis->low) / 5;
    double const ten = pow(10, floor(log10(rough)));
    axis->step = rough < 2.01 * ten ? 2 * ten : rough < 5.01 * ten ? 5 * ten : 10 * ten;
    axis->low = floor(axis->low / axis->step) * axis->step;
    axis->high = ceil(axis->high / axis->step) * axis->step;
}

struct plot_frame {
    struct axis x, y;
};

static struct plot_frame frame_for(struct plot const *plot)
{
    struct plot_frame frame = {{INFINITY, -INFINITY, 1}, {INFINITY, -INFINITY, 1}};
    for (int i = 0; i < plot->count; i++)
        for (int k = 0; k < plot->curves[i].count; k++) {
            widen(&frame.x, plot->curves[i].x[k]);
            widen(&frame.y, plot->curves[i].y[k]);
        }
    if (plot->from_zero)
        widen(&frame.y, 0);
    round_off(&frame.x);
    round_off(&frame.y);
    return frame;
}

static double across(struct plot_frame const *frame, double x)
{
    return LEFT +
           (x - frame->x.low) / (frame->x.high - frame->x.low) * (WIDTH - LEFT - RIGHT);
}

static double down(struct plot_frame const *frame, double y)
{
    return HEIGHT - BOTTOM -
           (y - frame->y.low) / (frame->y.high - frame->y.low) *
               (HEIGHT - TOP - BOTTOM);
}

static void draw_axes(struct plot const *plot, struct plot_frame const *frame,
                      FILE *out)
{
    double const tiny = 1e-9;
    for (double x = frame->x.low; x <= frame->x.high + tiny; x += frame->x.step)
        fprintf(out,
                "<path d='M%.1f %dV%d' stroke='#ddd'/>"
                "<text x='%.1f' y='%d' text-anchor='middle'>%g</text>\n",
                across(frame, x), TOP, HEIGHT - BOTTOM, across(frame, x),
                HEIGHT - BOTTOM + 16, fabs(x) < tiny ? 0 : x);
    for (double y = frame->y.low; y <= frame->y.high + tiny; y += frame->y.step)
        fprintf(out,
                "<path d='M%d %.1fH%d' stroke='#ddd'/>"
                "<text x='%d' y='%.1f' text-anchor='end'>%g</text>\n",
                LEFT, down(frame, y), WIDTH - RIGHT, LEFT - 6, down(frame, y) + 4,
                fabs(y) < tiny ? 0 : y);
    fprintf(out, "<text x='%d' y='24' text-anchor='middle' font-size='14'>%s</text>\n",
            (WIDTH + LEFT - RIGHT) / 2, plot->title);
    fprintf(out, "<text x='%d' y='%d' text-anchor='middle'>%s</text>\n",
            (WIDTH + LEFT - RIGHT) / 2, HEIGHT - 12, plot->x_label);
    fprintf(out,
            "<text transform='translate(16 %d) rotate(-90)' "
            "text-anchor='middle'>%s</text>\n",
            HEIGHT / 2, plot->y_label);
}

static void draw_curve(struct curve const *curve, struct plot_frame const *frame,
                       int number, FILE *out)
{
    char pen = 'M';
    fprintf(out, "<path fill='none' stroke-width='2' stroke='%s' d='", inks[number]);
    for (int i = 0; i < curve->count; i++) {
        if (isfinite(curve->y[i]))
            fprintf(out, "%c%.1f %.1f", pen, across(frame, curve->x[i]),
                    down(frame, curve->y[i]));
        pen = isfinite(curve->y[i]) ? 'L' : 'M';
    }
    fprintf(out, "'/>\n<path stroke-width='2' stroke='%s' d='M%d %dh24'/>",
            inks[number], WIDTH - RIGHT + 10, TOP + 14 + 16 * number);
    fprintf(out, "<text x='%d' y='%d'>", WIDTH - RIGHT + 40, TOP + 18 + 16 * number);
    svg_text(curve->name, strlen(curve->name), out);
    fputs("</text>\n", out);
}

bool plot_save(struct plot const *plot, char const *path, struct failure *why)
{
    struct newfile *const file = newfile_open(path, why);
    if (!file)
        return false;
    FILE *const out = newfile_stream(file);
    struct plot_frame const frame = frame_for(plot);
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' "
            "font-family='sans-serif' font-size='11'>\n"
            "<rect width='100%%' height='100%%' fill='white'/>\n",
            WIDTH, HEIGHT);
    draw_axes(plot, &frame, out);
    for (int i = 0; i < plot->count; i++)
        draw_curve(&plot->curves[i], &frame, i, out);
    fprintf(out, "</svg>\n");
    return newfile_finish(file, why);
}
