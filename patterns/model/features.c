#include <config.h>

#include "patterns/model/features.h"

#include <assert.h>
#include <stdlib.h>
#include <xalloc.h>

struct describer *describer_new(void)
{
    struct describer *const describer =
        aligned_alloc(64, (sizeof *describer + 63) / 64 * 64);
    if (!describer)
        xalloc_die();
    describer_choose(describer, UINT32_MAX);
    tactics_clear(&describer->tactics);
    describer->read = NULL;
    return describer;
}

void describer_free(struct describer *describer)
{
    free(describer);
}

void describer_choose(struct describer *describer, uint32_t families)
{
    describer->scene.families = families;
    describer->scout.series = 0;
    for (enum series series = 0; series < SERIES; series++)
        describer->scout.series |= (families >> family_of_series(series) & 1) << series;
}

/* Whether to take a move into a sample, and whether it then stands for more:
   taken in any case are PLAYED, moves near the last two, and those of which one of
   CLAIMS holds.  */
struct sample {
    point played;
    uint64_t claims;
    struct rng *rng;
};

static bool steps_away(point p, point q, int steps)
{
    int const dx = point_column(p) - point_column(q);
    int const dy = point_row(p) - point_row(q);
    return q <= NOWHERE || dx + dy > steps || dx + dy < -steps || dx - dy > steps ||
           dx - dy < -steps;
}

static bool takes(struct sample const *sample, struct scenery const *scene, point p,
                  bool *stands)
{
    enum { NEAR = 5 };
    *stands = p != sample->played &&
              !(scene->tactics->move[p].claims & sample->claims) && scene->phase > 0 &&
              steps_away(p, scene->last[0], NEAR) &&
              steps_away(p, scene->last[1], NEAR);
    return !*stands || rng_below(sample->rng, SAMPLE_STANDS) == 0;
}

/* Begin with all legal moves, or a SAMPLE of them; returns how many are in it, and
   counts all into LEGAL.  */
static int see_moves(struct describer *describer, struct lexicon const *lexicon,
                     struct board const *board, struct sample const *sample,
                     struct features *features, int *legal)
{
    int count = 0;
    for (int i = 0; i < board->empty_count; i++) {
        point const p = board->empty[i];
        if (!board_is_legal(board, p, (enum color)board->to_move, false))
            continue;
        struct move_features *const move = &features->list[count];
        ++*legal;
        move->at = p;
        move->stands = false;
        if (!sample || takes(sample, &describer->scene, p, &move->stands))
            scout_see(&describer->scout, lexicon, count++, p);
    }
    return count;
}

/* The features of the move that was seen as the I-th.  */
static void describe_move(struct describer *describer, struct lexicon const *lexicon,
                          int i, struct move_features *move)
{
    struct scout *const scout = &describer->scout;
    scout_find(scout, lexicon, i, move->at, &move->shapes);
    depth_features(move->shapes.known, move->shapes.near, move->plain);
    int const others =
        plain_features(&describer->scene, move->at, scout->seen[i].key[0],
                       scout->seen[i].marks, move->plain + DEPTH_FEATURES);
    move->plain_count = (uint8_t)(DEPTH_FEATURES + others);
}

static void describe_pass(struct scenery const *scene, int legal,
                          struct move_features *pass)
{
    *pass = (struct move_features){.at = PASS};
    pass->plain_count = (uint8_t)plain_features_of_pass(scene, legal, pass->plain);
}

static void describe(struct describer *describer, struct lexicon const *lexicon,
                     struct situation const *situation, struct sample const *sample,
                     struct features *features)
{
    struct board const *const board = situation->board;
    struct scenery *const scene = &describer->scene;
    int legal = 0;

    scout_set(&describer->scout, lexicon, situation);
    if (!describer->read)
        tactics_read(&describer->tactics, board);
    proximity_set(&describer->proximity, board);
    scenery_set(scene, situation,
                describer->read ? describer->read : &describer->tactics,
                &describer->proximity);
    int const count = see_moves(describer, lexicon, board, sample, features, &legal);
    assert(count <= legal && legal <= AREA_MAX && "the pass has a place");
    for (int i = 0; i < count; i++)
        describe_move(describer, lexicon, i, &features->list[i]);
    describe_pass(scene, legal, &features->list[count]);
    features->count = count + 1;
}

void features_describe(struct describer *describer, struct lexicon const *lexicon,
                       struct situation const *situation, struct features *features)
{
    describe(describer, lexicon, situation, NULL, features);
}

void features_sample(struct describer *describer, struct lexicon const *lexicon,
                     struct situation const *situation, point played, struct rng *rng,
                     struct features *features)
{
    struct sample const sample = {played, UINT64_MAX, rng};
    describe(describer, lexicon, situation, &sample, features);
}

/* What cannot wait.  */
static uint64_t const urgent =
    FACT_BIT(FACT_CAPTURE_SAVES) | FACT_BIT(FACT_CAPTURE_LIVE) |
    FACT_BIT(FACT_TAKES_KO) | FACT_BIT(FACT_ESCAPES) | FACT_BIT(FACT_DEFENDS) |
    FACT_BIT(FACT_ATARI_CATCHES) | FACT_BIT(FACT_DOUBLE_ATARI) | FACT_BIT(FACT_NET) |
    FACT_BIT(FACT_SNAPBACK) | FACT_BIT(FACT_VITAL_OWN) | FACT_BIT(FACT_VITAL_ENEMY);

void features_glance(struct describer *describer, struct lexicon const *lexicon,
                     struct situation const *situation, struct features *features)
{
    struct rng rng;
    rng_seed(&rng, situation->board->hash);
    struct sample const sample = {NOWHERE, urgent, &rng};
    describe(describer, lexicon, situation, &sample, features);
}

void features_shapes(struct describer *describer, struct lexicon const *lexicon,
                     struct situation const *situation, point at,
                     struct known_shapes *shapes)
{
    struct scout *const scout = &describer->scout;
    *shapes = (struct known_shapes){.count = 0};
    if (at == PASS)
        return;
    scout_set(scout, lexicon, situation);
    scout_see(scout, lexicon, 0, at);
    scout_find(scout, lexicon, 0, at, shapes);
}

int features_keys(struct describer *describer, struct situation const *situation,
                  point at, uint64_t keys[static SERIES_SLOTS])
{
    if (at == PASS)
        return 0;
    scout_set(&describer->scout, NULL, situation);
    return scout_keys(&describer->scout, at, keys);
}
