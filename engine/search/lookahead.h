/* engine/search/lookahead.h -- the evaluator that does not search.

   The best candidates are played, each, and then what is most probable at a glance,
   move for move, as long as the next one is sure; the position in which that ends is
   judged by a source that can, or else by influence.  What a candidate gains in points
   is weighed against how probable it is.  There is one line for each candidate and
   nothing else: no tree, no playouts, no chance.  */
#pragma once

#include "engine/base/params.h"
#include "engine/search/consultation.h"
#include "engine/search/evaluator.h"

struct lookahead_tuning {
    int candidates;
    double least;
    int line;
    double sure;
    double points, judged_points;
};

#define LOOKAHEAD_PARAMS(type, at)                                                     \
    PARAM(type, at.candidates, PARAM_INT, 1, 5, 100,                                   \
          "moves that are looked at, the most probable first"),                        \
        PARAM(type, at.least, PARAM_FLOAT, 0, 0.03, 1,                                 \
              "how probable they are beside the first, at least"),                     \
        PARAM(type, at.line, PARAM_INT, 0, 5, 100,                                     \
              "probable moves played after a candidate, at most"),                     \
        PARAM(type, at.sure, PARAM_FLOAT, 0, 0.3, 1,                                   \
              "probability above which the line goes on, after the answer"),           \
        PARAM(type, at.points, PARAM_FLOAT, 0.01, 8, 1000,                             \
              "points worth as much as being 2.7 times as probable"),                  \
        PARAM(type, at.judged_points, PARAM_FLOAT, 0.01, 3, 1000,                      \
              "the same of points that a judge sees")

struct lookahead; /* owns its scratch memory; for one thread */

/* It consults a twin of CONSULTATION, which outlives it.  */
struct lookahead *lookahead_new(struct consultation const *consultation);
void lookahead_free(struct lookahead *self);
void lookahead_tune(struct lookahead *self, struct lookahead_tuning const *tuning);

struct evaluator lookahead_row(struct lookahead *self);
