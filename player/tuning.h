/* player/tuning.h -- what a user may turn, by `--set', `gogui-param' or a file.  */
#pragma once

#include "engine/search/lookahead.h"
#include "engine/search/search.h"
#include "player/likeness.h"
#include "player/sources.h"

/* Who picks among the candidates.  */
enum choosing { CHOOSE_BY_SEARCH, CHOOSE_BY_LOOKAHEAD, CHOOSE_BY_MEMORY };

/* Whether what is thought is drawn while it is thought: once GoGui has asked for its
   menu, never, always.  */
enum live_graphics { LIVE_AUTO, LIVE_OFF, LIVE_ON };

enum { STYLE_PATH = 1024 };

struct tuning {
    int level;              /* LEVEL_LEAST ... LEVEL_FULL */
    char style[STYLE_PATH]; /* the file of a style, or "" */
    double follow;          /* how far it is followed, 0 to 1 */
    int evaluator;          /* enum choosing */
    double resign_below;
    double seconds_per_move;
    int lag_ms;
    bool pondering;
    bool comments;
    int book_depth;
    int live_graphics; /* enum live_graphics */
    struct source_weights sources;
    struct search_tuning search;
    struct lookahead_tuning lookahead;
};

extern struct param const tuning_params[];

/* Set one parameter, as params_set does; a style that cannot be read is refused.  */
bool tuning_set(struct tuning *tuning, char const *name, char const *text,
                struct failure *why);
/* The same from "NAME=VALUE".  */
bool tuning_assign(struct tuning *tuning, char const *assignment, struct failure *why);

/* Is somebody's style to be followed?  */
bool tuning_follows(struct tuning const *tuning);
/* Does a search find the moves, or help to?  */
bool tuning_searches(struct tuning const *tuning);
