#include <config.h>

#include "player/tuning.h"

#include "patterns/style/style.h"

#include <string.h>

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
    PARAM(struct tuning, level, PARAM_INT, LEVEL_LEAST, LEVEL_FULL, LEVEL_FULL,
          "how strongly it plays; below the last level as people do, mistakes and all, "
          "whatever `evaluator' says"),
    PARAM_ANY_TEXT(struct tuning, style,
                   "file of a style, by `hishi learn --style': play like that player"),
    PARAM(struct tuning, follow, PARAM_FLOAT, 0, 0.5, 1,
          "how far the style is followed; 0: not, 1: what he would play most often"),
    SOURCE_ROWS(SOURCE_PARAM) SEARCH_PARAMS(struct tuning, search),
    LOOKAHEAD_PARAMS(struct tuning, lookahead),
    {0},
};

/* A style that is named can be read.  */
static bool check_style(struct tuning const *tuning, struct failure *why)
{
    struct style *const style =
        tuning->style[0] ? sources_style(tuning->style, why) : NULL;
    bool const good = style || !tuning->style[0];
    style_free(style);
    return good;
}

/* TRIAL, changed, becomes TUNING's new value.  */
static bool take_trial(struct tuning *tuning, struct tuning const *trial,
                       struct failure *why)
{
    if (strcmp(trial->style, tuning->style) != 0 && !check_style(trial, why))
        return false;
    *tuning = *trial;
    return true;
}

bool tuning_set(struct tuning *tuning, char const *name, char const *text,
                struct failure *why)
{
    struct tuning trial = *tuning;
    return params_set(tuning_params, &trial, name, text, why) &&
           take_trial(tuning, &trial, why);
}

bool tuning_assign(struct tuning *tuning, char const *assignment, struct failure *why)
{
    struct tuning trial = *tuning;
    return params_assign(tuning_params, &trial, assignment, why) &&
           take_trial(tuning, &trial, why);
}

bool tuning_follows(struct tuning const *tuning)
{
    return tuning->style[0] && tuning->follow > 0;
}

bool tuning_searches(struct tuning const *tuning)
{
    return tuning->level < LEVEL_FULL ? likeness_of_level(tuning->level).playouts >= 0
                                      : tuning->evaluator == CHOOSE_BY_SEARCH;
}
