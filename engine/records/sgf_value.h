/* engine/records/sgf_value.h -- what a single value of a property means.  */
#pragma once

#include "engine/go/point.h"

/* A number at the start of VALUE, with a decimal point or comma; *REST is what
   follows it.  */
bool sgf_number(char const *value, double *out, char const **rest);

/* Read "19" or "19:13" as a size of board we know.  */
bool sgf_size(char const *value, int *width, int *height);

/* A value of B, W, AB, TR ... is a point, a pass or, in lists, two corners of
   a rectangle ("aa:cc").  The points are put into LIST, which has room for
   the whole board, and counted; -1 if the value is none of these.  */
int sgf_points(char const *value, int width, int height, point list[]);

/* The komi in points that KM means: 375 and 3.75 (stones, in Chinese counting)
   are 7.5, and 650 is 6.5.  False when that is nothing possible.  */
bool sgf_komi(char const *value, double *komi);

struct sgf_result {
    enum color winner; /* EMPTY: a draw, void or not known */
    bool scored;       /* with a margin, or a draw */
    double score;      /* Black's lead when SCORED */
};

/* What RE means, in any version and the usual languages.  */
struct sgf_result sgf_result(char const *value);

/* What is behind the point of X.  */
double sgf_fraction(double x);
