#include <config.h>

#include "engine/search/prudence.h"

#include <assert.h>

/* A move that does this for so many stones has at least this weight.  The numbers of
   both tables were set by hand: no command fits them.  */
static struct {
    enum fact fact;
    float least[STONE_CLASSES];
} const duties[] = {
    {FACT_CAPTURE_SAVES, {0, 0.10f, 0.20f, 0.35f, 0.60f, 0.85f}},
    {FACT_CAPTURE_LIVE, {0, 0.03f, 0.08f, 0.20f, 0.45f, 0.80f}},
    {FACT_ESCAPES, {0, 0.03f, 0.08f, 0.20f, 0.45f, 0.80f}},
    {FACT_SNAPBACK, {0, 0.02f, 0.04f, 0.10f, 0.25f, 0.50f}},
    {FACT_ATARI_CATCHES, {0, 0.01f, 0.02f, 0.06f, 0.20f, 0.50f}},
    {FACT_NET, {0, 0.01f, 0.02f, 0.06f, 0.20f, 0.50f}},
    {FACT_VITAL_OWN, {0, 0, 0.02f, 0.10f, 0.35f, 0.60f}},
    {FACT_VITAL_ENEMY, {0, 0, 0.02f, 0.10f, 0.35f, 0.60f}},
    {FACT_DEFENDS, {0, 0.01f, 0.02f, 0.06f, 0.20f, 0.50f}},
};

/* A move that does this with so many stones has so much of its weight left,
   unless one of the excuses holds.  */
static struct {
    enum fact fact;
    uint64_t excuses;
    float left[STONE_CLASSES];
} const follies[] = {
    {FACT_FILLS_EYE, FACT_BIT(FACT_CAPTURE_SAVES), {0.001f, 0, 0, 0, 0, 0}},
    {FACT_BREAKS_SEKI, 0, {0.01f, 0, 0, 0, 0, 0}},
    {FACT_RUNS_IN_VAIN,
     FACT_BIT(FACT_ATARI_CATCHES) | FACT_BIT(FACT_CAPTURE_LIVE) |
         FACT_BIT(FACT_CAPTURE_SAVES) | FACT_BIT(FACT_ESCAPES_KO),
     {0.05f, 0, 0, 0, 0, 0}},
    {FACT_SELF_ATARI,
     FACT_BIT(FACT_NAKADE) | FACT_BIT(FACT_CAPTURE_SAVES) |
         FACT_BIT(FACT_ATARI_CATCHES) | FACT_BIT(FACT_ATARI_KO),
     {1, 0.5f, 0.1f, 0.02f, 0.005f, 0.001f}},
    {FACT_RISKY,
     FACT_BIT(FACT_CAPTURE_SAVES) | FACT_BIT(FACT_CAPTURE_LIVE) |
         FACT_BIT(FACT_ATARI_CATCHES),
     {1, 0.4f, 0.1f, 0.02f, 0.005f, 0.001f}},
};

enum {
    DUTIES = sizeof duties / sizeof *duties,
    FOLLIES = sizeof follies / sizeof *follies,
};

static int stake(struct move_facts const *facts, enum fact fact)
{
    bool const vital = fact == FACT_VITAL_OWN || fact == FACT_VITAL_ENEMY;
    return vital ? facts->vital : fact_stake(facts, fact);
}

/* How much is left of the weight of a move for its follies.  */
static float sense_of(struct move_facts const *facts)
{
    float left = 1;
    for (int i = 0; i < FOLLIES; i++)
        if (facts->claims & FACT_BIT(follies[i].fact) &&
            !(facts->claims & follies[i].excuses))
            left *= follies[i].left[stone_class(fact_stake(facts, follies[i].fact))];
    return left;
}

bool prudence_forbids(struct move_facts const *facts)
{
    return sense_of(facts) < 0.2f;
}

static float weigh(struct move_facts const *facts, float p)
{
    float least = 0;

    assert(p >= 0 && p <= 1.001f);
    p *= sense_of(facts);
    bool const foolish =
        facts->claims & (FACT_BIT(FACT_RISKY) | FACT_BIT(FACT_SELF_ATARI));
    for (int i = 0; i < DUTIES && !foolish; i++)
        if (facts->claims & FACT_BIT(duties[i].fact)) {
            float const duty =
                duties[i].least[stone_class(stake(facts, duties[i].fact))];
            least = duty > least ? duty : least;
        }
    return least + (1 - least) * p; /* equal duties stay in the model's order */
}

void prudence_weigh(struct tactics const *tactics, struct candidates *candidates)
{
    float total = 0;
    for (int i = 0; i < candidates->count; i++) {
        struct candidate *const candidate = &candidates->list[i];
        candidate->p = candidate->at == PASS ? candidate->prediction
                                             : weigh(&tactics->move[candidate->at],
                                                     candidate->prediction);
        total += candidate->p * candidate->stands;
    }
    for (int i = 0; i < candidates->count; i++)
        candidates->list[i].p /= total;
}
