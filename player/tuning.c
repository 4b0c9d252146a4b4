#include <config.h>

#include "player/tuning.h"

static char const *const evaluators[] = {"search", "lookahead", "memory", NULL};

static char const *const live_words[] = {"auto", "off", "on", NULL};

struct param const tuning_params[] = {
    PARAM(struct tuning, resign_below, PARAM_FLOAT, 0, 0.025, 1,
          "resign when the chance to win is lower (0: never)"),
    PARAM(struct tuning, seconds_per_move, PARAM_FLOAT, 0, 0, 86400,
          "think this long about each move, whatever the clock says (0: by the clock)"),
    PARAM(struct tuning, lag_ms, PARAM_INT, 0, 50, 60000,
          "milliseconds of each move that are lost on the way to the controller"),
    PARAM_ONE_OF(
        struct tuning, evaluator, evaluators,
        "who picks among the candidates; lookahead: by reading what follows the "
        "best few; memory: the most probable"),
    PARAM(struct tuning, pondering, PARAM_BOOL, 0, 0, 1,
          "think on the opponent's time too"),
    PARAM(struct tuning, comments, PARAM_BOOL, 0, 0, 1,
          "note on every generated move why, for the SGF file that is saved"),
    PARAM(struct tuning, book_depth, PARAM_INT, 0, 250, 250,
          "play from the opening books, if there are any, for so many moves (0: not)"),
    PARAM_ONE_OF(
        struct tuning, live_graphics, live_words,
        "draw on stderr, for GoGui, what is thought while it is thought (auto: "
        "once GoGui has asked for its menu)"),
    SOURCE_ROWS(SOURCE_PARAM) SEARCH_PARAMS(struct tuning, search),
    LOOKAHEAD_PARAMS(struct tuning, lookahead),
    {0},
};
