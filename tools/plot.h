/* tools/plot.h -- curves and steps drawn as SVG.  */
#pragma once

#include <stdbool.h>

#include "engine/base/failure.h"

enum { PLOT_CURVES = 8 };

struct curve {
    char const *name;
    double const *x, *y; /* borrowed; a y that is no number is left out */
    int count;
};

struct plot {
    char const *title, *x_label, *y_label;
    struct curve curves[PLOT_CURVES];
    int count;
    bool from_zero; /* the y axis begins there */
};

/* Write PLOT as the file PATH, which appears whole or not at all.  */
bool plot_save(struct plot const *plot, char const *path, struct failure *why);
