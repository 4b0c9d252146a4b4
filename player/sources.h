/* player/sources.h -- every source there is, one row each.

   The only place that knows them all.  A new source is a pair of files with its kind
   (engine/search/source.h) and a row here: its weight becomes a parameter, its data is
   looked for, and everybody who consults hears it.  */
#pragma once

#include "engine/base/params.h"
#include "engine/search/consultation.h"

/* Each kind by its name, and what the parameter of its weight says.  */
#define SOURCE_ROWS(ROW)                                                               \
    ROW(model, "how much the model of moves counts (0: it is not asked)")              \
    ROW(judge, "how much the judge's view of moves counts (0: it is not asked)")       \
    ROW(cases, "how much the casebook counts")                                         \
    ROW(shapes, "how much plain diamonds count, if shapes.hishi is there")             \
    ROW(windows, "how much 5x5 windows count, if windows.hishi is there")              \
    ROW(joseki, "how much sequences of moves count")                                   \
    ROW(opening, "how much the opening books count where they do not play themselves") \
    ROW(playouts, "how much the chances of playouts count, when nobody else speaks")   \
    ROW(style, "how much the player whose style it plays by counts")

#define SOURCE_WEIGHT(name, help) double name;

struct source_weights {
    SOURCE_ROWS(SOURCE_WEIGHT)
};

/* In the order of the rows, ending with NULL.  */
extern struct source_kind const *const source_kinds[];

/* One of the rows of parameters of `struct tuning', which has such weights as its field
   `sources'.  */
#define SOURCE_PARAM(name, help)                                                       \
    PARAM(struct tuning, sources.name, PARAM_FLOAT, 0, 1, 10, help),

/* What could not be read, a sentence each.  */
struct complaints {
    int count;
    struct failure *list; /* owned */
};

/* Unless it is there already.  */
void complaints_add(struct complaints *complaints, struct failure const *why);
void complaints_release(struct complaints *complaints);

/* The mixture that is shipped, or NULL with a complaint.  */
struct mixture *sources_mixture(struct complaints *complaints);
/* The views by which the judge is explained, or NULL: with a complaint when they are of
   another judge or damaged, without one when there are none.  */
struct views *sources_views(struct complaints *complaints);
/* The style in the file at PATH; NULL with a reason, also when it was learnt against
   another judge than there is: it would weigh what that one has never seen.  */
struct style *sources_style(char const *path, struct failure *why);
/* All sources whose data can be read, in a consultation that weighs them by MIXTURE (or
   NULL), which outlives it.  What is wrong with the others is added to COMPLAINTS.  */
struct consultation *sources_open(struct mixture const *mixture,
                                  struct complaints *complaints);
/* Let every source count by its weight.  */
void sources_weigh(struct consultation *consultation,
                   struct source_weights const *weights);
