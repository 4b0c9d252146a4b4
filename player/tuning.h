/* player/tuning.h -- what a user may turn, by `--set', `gogui-param' or a file.  */
#pragma once

#include "engine/search/lookahead.h"
#include "engine/search/search.h"
#include "player/sources.h"

/* Who picks among the candidates.  */
enum choosing { CHOOSE_BY_SEARCH, CHOOSE_BY_LOOKAHEAD, CHOOSE_BY_MEMORY };

/* Whether what is thought is drawn while it is thought: once GoGui has asked for its
   menu, never, always.  */
enum live_graphics { LIVE_AUTO, LIVE_OFF, LIVE_ON };

struct tuning {
    int evaluator; /* enum choosing */
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
