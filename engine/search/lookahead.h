/* engine/search/lookahead.h -- the evaluator that does not search.

   The sources name the candidates.  Each is played, then what the sources think
   most probable, move for move, as long as they are sure of the next one; the
   position in which that ends is judged by influence.  What a candidate gains in
   points is weighed against how probable it is.  There is one line for each
   candidate and nothing else: no tree, no playouts, no chance.  The same view of a
   few candidates is the check of a player who has no evaluator.  */
#pragma once

#include "engine/base/params.h"
#include "engine/search/evaluator.h"

struct static_tuning {
    int candidates;
    double least;
    int line;
    double sure;
    double points;
};

#define STATIC_PARAMS(type, at)                                                        \
    PARAM(type, at.candidates, PARAM_INT, 1, 5, 100,                                   \
          "moves that are looked at, the most probable first"),                        \
        PARAM(type, at.least, PARAM_FLOAT, 0, 0.03, 1,                                 \
              "how probable they are beside the first, at least"),                     \
        PARAM(type, at.line, PARAM_INT, 0, 5, 100,                                     \
              "probable moves played after a candidate, at most"),                     \
        PARAM(type, at.sure, PARAM_FLOAT, 0, 0.3, 1,                                   \
              "probability above which the line goes on, after the answer"),           \
        PARAM(type, at.points, PARAM_FLOAT, 0.01, 8, 1000,                             \
              "points worth as much as being 2.7 times as probable")

struct static_evaluator; /* owns its scratch memory; for one thread */

/* The sources are copied; what they point at outlives the evaluator.  */
struct static_evaluator *static_evaluator_new(struct source const sources[], int count);
void static_evaluator_free(struct static_evaluator *statics);
void static_evaluator_tune(struct static_evaluator *statics,
                           struct static_tuning const *tuning);

struct evaluator static_evaluator_row(struct static_evaluator *statics);

/* The same for the candidates of somebody else.  */
struct check static_check_row(struct static_evaluator *statics);
