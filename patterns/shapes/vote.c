#include <config.h>

#include "patterns/shapes/vote.h"

#include <assert.h>
#include <math.h>

static float lean(float played, float appeared, float trust, float rate)
{
    assert(trust > 0 && rate >= 0);
    return (played + trust * rate) / (appeared + trust);
}

/* The rate of shapes with the same core and third ring.  */
static float back_off_rate(struct experience const *core,
                           struct experience const *ring3, struct voting const *voting,
                           int row)
{
    float const rate = lean((float)core->played, (float)core->appeared,
                            voting->trust_core, voting->base_rate);
    float const doubt = ring3->played ? voting->doubt_ring3 : 0;
    return lean((float)ring3->played - doubt, (float)ring3->appeared - doubt / 2,
                voting->trust_ring3[row], rate);
}

/* The points of the core are the same, of the rest nothing is said.  */
static float alike_in_core(struct similarity const *similarity,
                           struct diamond const *diamond, int row)
{
    unsigned rest = 0;
    for (int ring = 3; ring <= DIAMOND_RADIUS; ring++)
        rest += (unsigned)__builtin_popcountll(~diamond->off & ring_mask(ring)) *
                similarity->near[row][ring - 1];
    return similarity_alike(similarity, diamond, rest);
}

void vote_take(struct finder *finder, struct similarity const *similarity,
               struct diamond const *diamond, struct vote *vote,
               struct near_case list[])
{
    struct voting const *const voting = &similarity->voting;
    struct near_case own_list[VOTE_CASES];
    struct near_case *const near = list ? list : own_list;
    *vote = (struct vote){.distance = DISTANCE_NEVER, .rate = voting->base_rate};
    int const ring = diamond_nearest_stone(diamond);
    if (ring > DIAMOND_RADIUS)
        return;
    int const row = ring - 1;
    assert((int)VOTE_CASES <= (int)MEMORY_NEAREST);
    vote->cases = (uint16_t)finder_nearest(finder, similarity, diamond, VOTE_CASES,
                                           similarity->reach[row], near);
    float played = 0, appeared = 0, won = 0, plays = 0;
    for (int i = 0; i < vote->cases; i++) {
        struct experience experience;
        finder_experience(finder, near[i].id, &experience);
        float const weight = expf(-voting->decay[row] * (float)near[i].distance);
        played += weight * ((float)experience.played - voting->doubt_cases);
        appeared += weight * ((float)experience.appeared - voting->doubt_cases / 2);
        won += weight * (float)experience.won;
        plays += weight * (float)experience.played;
    }
    struct experience core, ring3;
    finder_back_off(finder, &core, &ring3);
    vote->rate = lean(played, appeared, voting->trust_cases[row],
                      back_off_rate(&core, &ring3, voting, row));
    vote->seen = appeared;
    vote->won = plays > 0 ? won / plays : 0;
    vote->known = vote->cases || (similarity->backs_off && core.played);
    if (vote->cases) {
        vote->distance = near[0].distance;
        vote->alike = similarity_alike(similarity, diamond, near[0].distance);
    } else if (vote->known) {
        vote->alike = alike_in_core(similarity, diamond, row);
    }
}
