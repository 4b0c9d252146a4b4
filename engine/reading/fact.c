#include <config.h>

#include "engine/reading/fact.h"

static char const *const names[FACTS] = {
    [FACT_CAPTURE_SAVES] = "captures stones that had a chain in atari",
    [FACT_CAPTURE_LIVE] = "captures stones that could have been saved",
    [FACT_CAPTURE_DEAD] = "captures stones that were lost already",
    [FACT_TAKES_KO] = "takes a ko",
    [FACT_ESCAPES] = "saves a chain in atari",
    [FACT_ESCAPES_KO] = "saves a chain in atari by a ko",
    [FACT_RUNS_IN_VAIN] = "extends a chain that is lost",
    [FACT_DEFENDS] = "defends a chain that could be caught",
    [FACT_DEFENDS_KO] = "defends a chain by a ko",
    [FACT_ATARI_CATCHES] = "atari without an escape",
    [FACT_ATARI_KO] = "atari that leads to a ko",
    [FACT_ATARI_LOOSE] = "atari with an escape",
    [FACT_DOUBLE_ATARI] = "double atari",
    [FACT_NET] = "catches in a net",
    [FACT_SNAPBACK] = "snapback",
    [FACT_SELF_ATARI] = "puts itself in atari",
    [FACT_THROW_IN] = "throws a stone in",
    [FACT_NAKADE] = "self-atari in a killing shape",
    [FACT_BREAKS_SEKI] = "gives up a seki",
    [FACT_RISKY] = "can be caught afterwards",
    [FACT_CONNECTS] = "connects chains",
    [FACT_CUTS] = "stands between enemy chains",
    [FACT_FILLS_EYE] = "fills an eye",
    [FACT_FALSE_EYE] = "fills a false eye",
    [FACT_SPOILS_EYE] = "plays into a small eye space",
    [FACT_VITAL_OWN] = "makes eyes at the vital point",
    [FACT_VITAL_ENEMY] = "takes the vital point of an eye space",
    [FACT_RACE_WON] = "takes a liberty in a race already won",
    [FACT_RACE_TURN] = "takes a liberty in a race on the move",
    [FACT_RACE_LOST] = "takes a liberty in a race already lost",
};

char const *fact_name(enum fact fact)
{
    assert(fact < FACTS);
    return names[fact];
}

int fact_stake(struct move_facts const *facts, enum fact fact)
{
    switch (fact) {
    case FACT_CAPTURE_SAVES:
    case FACT_CAPTURE_LIVE:
    case FACT_CAPTURE_DEAD:
    case FACT_TAKES_KO:
        return facts->captured;
    case FACT_ESCAPES:
    case FACT_DEFENDS:
        return facts->saved;
    case FACT_ATARI_CATCHES:
    case FACT_NET:
    case FACT_SNAPBACK:
        return facts->caught;
    case FACT_ATARI_KO:
    case FACT_ATARI_LOOSE:
    case FACT_DOUBLE_ATARI:
        return facts->threatened;
    case FACT_SELF_ATARI:
    case FACT_THROW_IN:
    case FACT_NAKADE:
    case FACT_RISKY:
        return facts->lost;
    default:
        return 0;
    }
}
