/* patterns/shapes/finder.c -- the nearest cases, by trying cores from the nearest on.

   A diamond is taken in the one or more ways of turning it that put its edge
   into canonical form ("lanes": one or two beside an edge, eight without).  A
   core that differs from it in some points is looked up in the lane that makes
   it least, because that is how cases are stored; in several lanes if several
   do.  So each case is met in every way in which it can lie on the diamond at
   no more than the limit, and what is counted is the nearest of them.  */
#include <config.h>

#include "patterns/shapes/memory_file.h"
#include "patterns/shapes/ringscan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum {
    CORE_POINTS = 12,
    WAITING = 32, /* cores looked up together, so that memory can be fetched ahead */
    SMALL_LIST = 128, /* shorter lists are scanned whole */
    FEW = 4,          /* fewer still are not worth a scan, or an order */
};

/* A case among the nearest so far.  */
struct found {
    uint32_t distance, id;
    uint32_t core, ring3, ring4; /* as stored */
    int lane;
};

/* A core to be tried: how it looks in each lane, and what it costs.  */
struct waiting_core {
    uint32_t core[SYMMETRIES];
    uint32_t least, cost;
    struct core_view view;
    bool there;
};

struct finder {
    struct memory const *memory;
    ring_scan *scan;
    uint32_t *hit; /* room for the widest core */
    uint16_t *distance;
    uint32_t *case_hit; /* room for CASES_AT_ONCE */
    uint16_t *case_distance;

    /* The question.  */
    int k;
    struct ring_cost ring3, ring4;
    uint32_t edge; /* << 24 */
    int lanes;
    int symmetry[SYMMETRIES]; /* that leads to each lane */
    uint32_t core[SYMMETRIES], asked3[SYMMETRIES], asked4[SYMMETRIES];
    uint64_t off; /* canonical */
    /* Changing point I of the core in the first or second possible way costs
       PRICE (DISTANCE_NEVER: it is off the board) and flips these bits in each lane. */
    uint32_t price[CORE_POINTS][2];
    uint32_t flip[CORE_POINTS][2][SYMMETRIES];
    uint32_t cheapest;

    /* The answer so far.  */
    struct found best[MEMORY_NEAREST];
    int count;
    uint32_t limit; /* cases further away are of no interest */

    uint32_t budget, hits; /* while the groups of a core are gathered */

    struct waiting_core queue[WAITING];
    int queued;
};

enum { CASES_AT_ONCE = 1024 };

struct finder *finder_new(struct memory const *memory)
{
    struct finder *const finder = xzalloc(sizeof *finder);
    finder->memory = memory;
    finder->scan = ring_scan_best();
    finder->hit = xnmalloc(memory->widest + 1, sizeof *finder->hit);
    finder->distance = xnmalloc(memory->widest + 1, sizeof *finder->distance);
    finder->case_hit = xnmalloc(CASES_AT_ONCE, sizeof *finder->case_hit);
    finder->case_distance = xnmalloc(CASES_AT_ONCE, sizeof *finder->case_distance);
    return finder;
}

void finder_free(struct finder *finder)
{
    if (!finder)
        return;
    free(finder->hit);
    free(finder->distance);
    free(finder->case_hit);
    free(finder->case_distance);
    free(finder);
}

/* ---------------------------------------------------------------- the best so far */

static bool comes_before(struct found const *a, struct found const *b)
{
    return a->distance != b->distance ? a->distance < b->distance : a->id < b->id;
}

/* Take out the case ID if it is there; false if it lies at least as near
   already.  */
static bool forget_farther(struct finder *finder, struct found const *candidate)
{
    for (int i = 0; i < finder->count; i++) {
        if (finder->best[i].id != candidate->id)
            continue;
        if (!comes_before(candidate, &finder->best[i]))
            return false;
        finder->count--;
        memmove(&finder->best[i], &finder->best[i + 1],
                (size_t)(finder->count - i) * sizeof finder->best[0]);
        return true;
    }
    return true;
}

static void keep(struct finder *finder, struct found const *candidate)
{
    int const k = finder->k;
    assert(finder->count <= k);
    if (finder->count == k && !comes_before(candidate, &finder->best[k - 1]))
        return;
    if (!forget_farther(finder, candidate))
        return;
    int i = finder->count == k ? k - 1 : finder->count++;
    for (; i > 0 && comes_before(candidate, &finder->best[i - 1]); i--)
        finder->best[i] = finder->best[i - 1];
    finder->best[i] = *candidate;
    assert((i == 0 || comes_before(&finder->best[i - 1], candidate)) &&
           "nearest first");
    if (finder->count == k)
        finder->limit = finder->best[k - 1].distance;
}

/* ---------------------------------------------------------------- inside a core */

/* How many stones, both colours counted, may be more or less within BUDGET: a stone
   of the other colour is one more and one less.  */
static uint32_t steps_within(struct ring_cost const *cost, uint32_t budget)
{
    uint32_t const half = cost->far / 2;
    uint32_t const step = cost->near < half ? cost->near : half;
    return step ? budget / step : UINT32_MAX;
}

/* The first index from FROM on whose sorted ring 4 is not below KEY.  */
static uint32_t seek4(uint32_t const *list, uint32_t from, uint32_t to, uint64_t key)
{
    while (from < to) {
        uint32_t const middle = from + (to - from) / 2;
        if (ring4_sorted(le32(list[middle])) < key)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* What visiting a core's groups and cases carries along.  */
struct visit {
    struct core_view const *view;
    uint32_t core; /* as stored */
    int lane;
};

static void try_case(struct finder *finder, struct visit const *visit, uint32_t ring3,
                     uint32_t at, uint32_t distance)
{
    if (distance > finder->limit)
        return;
    struct found const found = {
        .distance = distance,
        .id = visit->view->first_case + at,
        .core = visit->core,
        .ring3 = ring3,
        .ring4 = le32(visit->view->ring4[at]),
        .lane = visit->lane,
    };
    keep(finder, &found);
}

static void try_cases(struct finder *finder, struct visit const *visit, uint32_t ring3,
                      uint32_t cost, uint32_t from, uint32_t to)
{
    struct core_view const *const view = visit->view;
    if (to - from <= FEW) {
        for (; from < to; from++)
            try_case(
                finder, visit, ring3, from,
                cost + ring_distance(&finder->ring4, le32(view->ring4[from]) ^
                                                         finder->asked4[visit->lane]));
        return;
    }
    for (; from < to && cost <= finder->limit; from += CASES_AT_ONCE) {
        uint32_t const count = to - from < CASES_AT_ONCE ? to - from : CASES_AT_ONCE;
        struct ring_list const cases = {.ring = view->ring4 + from,
                                        .count = count,
                                        .asked = finder->asked4[visit->lane],
                                        .cost = finder->ring4};
        uint32_t const hits = finder->scan(&cases, finder->limit - cost,
                                           finder->case_hit, finder->case_distance);
        for (uint32_t i = 0; i < hits; i++)
            try_case(finder, visit, ring3, from + finder->case_hit[i],
                     cost + finder->case_distance[i]);
    }
}

/* All cases of group G, of which those are skipped that have too many or too few
   stones on ring 4.  */
static void try_group(struct finder *finder, struct visit const *visit, uint32_t g,
                      uint32_t cost)
{
    assert(cost <= finder->limit);
    uint32_t from, to;
    core_group(visit->view, g, &from, &to);
    uint32_t const ring3 = le32(visit->view->ring3[g]) & 0xffffff;
    uint32_t const steps = steps_within(&finder->ring4, finder->limit - cost);
    if (to - from <= SMALL_LIST || steps > 4) {
        try_cases(finder, visit, ring3, cost, from, to);
        return;
    }
    uint32_t const asked = finder->asked4[visit->lane];
    int const own = (int)bit_count(asked >> 16), opp = (int)bit_count(asked & 0xffff);
    int const most = (int)steps;
    /* The nearest numbers of own stones first, for the limit to fall early.  */
    for (int i = 0; i <= 2 * most; i++) {
        int const away = (i + 1) / 2, own_there = i & 1 ? own - away : own + away;
        int const low = opp - (most - away), high = opp + (most - away);
        if (own_there < 0 || own_there > 16)
            continue;
        uint64_t const row = (uint64_t)own_there << 37;
        uint32_t const first = seek4(visit->view->ring4, from, to,
                                     row | (uint64_t)(low < 0 ? 0 : low) << 32);
        uint32_t const end =
            seek4(visit->view->ring4, first, to, row + ((uint64_t)(high + 1) << 32));
        try_cases(finder, visit, ring3, cost, first, end);
    }
}

/* Add the groups FROM .. TO that are at most the budget away to the hits.  In a
   damaged file stretches may overlap; what there is no room for is left out.  */
static void sweep_groups(struct finder *finder, struct visit const *visit,
                         uint32_t from, uint32_t to, uint32_t cost)
{
    uint32_t const hits = finder->hits;
    (void)cost;
    if (to - from > finder->memory->widest - hits)
        return;
    struct ring_list const groups = {.ring = visit->view->ring3 + from,
                                     .count = to - from,
                                     .asked = finder->asked3[visit->lane],
                                     .cost = finder->ring3};
    finder->hits += finder->scan(&groups, finder->budget, finder->hit + hits,
                                 finder->distance + hits);
    for (uint32_t i = hits; i < finder->hits; i++)
        finder->hit[i] += from;
}

/* What is done with a stretch of cases, or of groups, of a core that costs COST.  */
typedef void sweep(struct finder *finder, struct visit const *visit, uint32_t from,
                   uint32_t to, uint32_t cost);

/* Sweep the stretches of LIST, sorted third rings, that together hold all that are
   at most BUDGET away: those with about as many stones of either colour.  */
static void by_stones(struct finder *finder, struct visit const *visit,
                      uint32_t const *list, uint32_t count, uint32_t budget,
                      uint32_t cost, sweep *each)
{
    uint32_t const steps = steps_within(&finder->ring3, budget);
    if (count <= SMALL_LIST || steps > 4) {
        each(finder, visit, 0, count, cost);
        return;
    }
    uint32_t const asked = finder->asked3[visit->lane];
    int const own = (int)bit_count(asked >> 12), opp = (int)bit_count(asked & 0xfff);
    int const most = (int)steps;
    /* The same number of own stones first, for the limit to fall early.  */
    for (int i = 0; i <= 2 * most; i++) {
        int const away = (i + 1) / 2, there = i & 1 ? own - away : own + away;
        int const low = opp - (most - away), high = opp + (most - away);
        if (there < 0 || there > 12)
            continue;
        uint32_t const row = (uint32_t)there << 28;
        uint32_t const first =
            seek32(list, 0, count, row | (uint32_t)(low < 0 ? 0 : low) << 24);
        uint32_t const end =
            seek32(list, first, count,
                   (row | (uint32_t)(high > 12 ? 12 : high) << 24 | 0xffffff) + 1);
        each(finder, visit, first, end, cost);
    }
}

/* The cases FROM .. TO of a flat core, in one sweep over both rings.  */
static void sweep_cases(struct finder *finder, struct visit const *visit, uint32_t from,
                        uint32_t to, uint32_t cost)
{
    struct core_view const *const view = visit->view;
    for (; from < to && cost <= finder->limit; from += CASES_AT_ONCE) {
        struct ring_list const cases = {
            .ring = view->case_ring3 + from,
            .outer = view->ring4 + from,
            .count = to - from < CASES_AT_ONCE ? to - from : CASES_AT_ONCE,
            .asked = finder->asked3[visit->lane],
            .asked_outer = finder->asked4[visit->lane],
            .cost = finder->ring3,
            .cost_outer = finder->ring4,
        };
        uint32_t const hits = finder->scan(&cases, finder->limit - cost,
                                           finder->case_hit, finder->case_distance);
        for (uint32_t i = 0; i < hits; i++) {
            uint32_t const at = from + finder->case_hit[i];
            try_case(finder, visit, le32(view->case_ring3[at]) & 0xffffff, at,
                     cost + finder->case_distance[i]);
        }
    }
}

/* The groups of a large core that are at most BUDGET away; returns how many.  */
static uint32_t near_groups(struct finder *finder, struct visit const *visit,
                            uint32_t budget)
{
    finder->hits = 0;
    finder->budget = budget;
    by_stones(finder, visit, visit->view->ring3, visit->view->groups, budget, 0,
              sweep_groups);
    return finder->hits;
}

/* Try groups in the order of their distance.  */
static void try_hits(struct finder *finder, struct visit const *visit, uint32_t hits,
                     uint32_t cost, uint32_t above)
{
    assert(cost <= finder->limit);
    if (hits <= FEW) {
        for (uint32_t i = 0; i < hits; i++)
            if (finder->distance[i] >= above &&
                cost + finder->distance[i] <= finder->limit)
                try_group(finder, visit, finder->hit[i], cost + finder->distance[i]);
        return;
    }
    while (hits) {
        uint32_t least = UINT32_MAX;
        for (uint32_t i = 0; i < hits; i++)
            least = finder->distance[i] < least ? finder->distance[i] : least;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < hits; i++) {
            if (finder->distance[i] == least) {
                if (least >= above && cost + least <= finder->limit)
                    try_group(finder, visit, finder->hit[i], cost + least);
            } else if (cost + finder->distance[i] <= finder->limit) {
                finder->hit[kept] = finder->hit[i];
                finder->distance[kept++] = finder->distance[i];
            }
        }
        hits = kept;
    }
}

/* All cases of a core that itself costs COST: the groups at most a point away
   first, because they usually bring the limit down.  */
static void try_core(struct finder *finder, struct core_view const *view, uint32_t core,
                     int lane, uint32_t cost)
{
    struct visit const visit = {view, core, lane};
    assert(lane < finder->lanes && finder->core[lane] <= 0xffffff);
    if (view->case_ring3) {
        by_stones(finder, &visit, view->case_ring3, view->cases, finder->limit - cost,
                  cost, sweep_cases);
        return;
    }
    uint32_t const first = finder->ring3.near, budget = finder->limit - cost;
    if (view->groups > SMALL_LIST && budget > first) {
        try_hits(finder, &visit, near_groups(finder, &visit, first), cost, 0);
        if (finder->limit < cost + first + 1)
            return;
        try_hits(finder, &visit, near_groups(finder, &visit, finder->limit - cost),
                 cost, first + 1);
    } else {
        try_hits(finder, &visit, near_groups(finder, &visit, budget), cost, 0);
    }
}

/* ---------------------------------------------------------------- from core to core */

/* Is the third ring bound to be the same, and not among those of this core?  */
static bool lacks_ring(struct finder const *finder, struct waiting_core const *waiting)
{
    if (waiting->cost + finder->ring3.near <= finder->limit)
        return false;
    for (int lane = 0; lane < finder->lanes; lane++)
        if (waiting->core[lane] == waiting->least &&
            (waiting->view.rings & memory_ring_bit(finder->asked3[lane])))
            return false;
    return true;
}

static void look_up(struct finder *finder, struct waiting_core *waiting)
{
    waiting->there =
        waiting->cost <= finder->limit &&
        memory_core(finder->memory, finder->edge | waiting->least, &waiting->view) &&
        !lacks_ring(finder, waiting);
    if (!waiting->there)
        return;
    struct core_view const *const view = &waiting->view;
    __builtin_prefetch(view->case_ring3 ? view->case_ring3 : view->ring3);
    __builtin_prefetch(view->ring4);
}

/* Nothing in this core can be among the answers.  */
static bool hopeless(struct finder const *finder, struct waiting_core const *waiting)
{
    return !waiting->there || waiting->cost > finder->limit ||
           (waiting->cost == finder->limit && finder->count == finder->k &&
            waiting->view.first_case > finder->best[finder->k - 1].id);
}

/* Try the cores that wait, the cheapest first.  */
static void flush(struct finder *finder)
{
    for (int i = 0; i < finder->queued; i++)
        look_up(finder, &finder->queue[i]);
    for (;;) {
        struct waiting_core *next = NULL;
        for (int i = 0; i < finder->queued; i++)
            if (!hopeless(finder, &finder->queue[i]) &&
                (!next || finder->queue[i].cost < next->cost))
                next = &finder->queue[i];
        if (!next)
            break;
        for (int lane = 0; lane < finder->lanes; lane++)
            if (next->core[lane] == next->least && next->cost <= finder->limit)
                try_core(finder, &next->view, next->least, lane, next->cost);
        next->there = false;
    }
    finder->queued = 0;
}

static void enqueue(struct finder *finder, uint32_t const core[SYMMETRIES],
                    uint32_t cost)
{
    struct memory const *const memory = finder->memory;
    uint32_t least = UINT32_MAX;
    for (int lane = 0; lane < finder->lanes; lane++)
        least = core[lane] < least ? core[lane] : least;
    uint64_t const mixed = memory_mix(finder->edge | least);
    uint64_t const bits = memory_sift_bits(mixed);
    if ((le64toh(memory->sift[memory_sift_word(mixed, memory->sifts)]) & bits) != bits)
        return;
    __builtin_prefetch(&memory->core[memory_slot(mixed, memory->slots)]);
    struct waiting_core *const waiting = &finder->queue[finder->queued++];
    memcpy(waiting->core, core, sizeof waiting->core);
    waiting->least = least;
    waiting->cost = cost;
    if (finder->queued == WAITING)
        flush(finder);
}

/* Enqueue all cores that differ from CORE in exactly CHANGES of the points below
   END and cost no more than the limit; points of ring 2 come first.  */
static void spread(struct finder *finder, uint32_t const core[SYMMETRIES], int end,
                   int changes, uint32_t cost)
{
    for (int bit = end - 1; bit >= changes - 1; bit--)
        for (int way = 0; way < 2; way++) {
            uint32_t const price = finder->price[bit][way];
            if (cost + price + (uint32_t)(changes - 1) * finder->cheapest >
                finder->limit)
                continue;
            uint32_t changed[SYMMETRIES];
            for (int lane = 0; lane < SYMMETRIES; lane++)
                changed[lane] = core[lane] ^ finder->flip[bit][way][lane];
            if (changes == 1)
                enqueue(finder, changed, cost + price);
            else
                spread(finder, changed, bit, changes - 1, cost + price);
        }
}

/* ---------------------------------------------------------------- the question */

/* The ways of turning DIAMOND that make its edge canonical.  */
static void set_lanes(struct finder *finder, struct diamond const *diamond)
{
    struct diamond turned[SYMMETRIES];
    finder->off = UINT64_MAX;
    finder->lanes = 0;
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        diamond_turn(diamond, symmetry, &turned[symmetry]);
        if (turned[symmetry].off < finder->off)
            finder->off = turned[symmetry].off;
    }
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        if (turned[symmetry].off != finder->off)
            continue;
        finder->symmetry[finder->lanes] = symmetry;
        finder->core[finder->lanes] = core_code(&turned[symmetry]);
        finder->asked3[finder->lanes] = ring3_code(&turned[symmetry]);
        finder->asked4[finder->lanes++] = ring4_code(&turned[symmetry]);
    }
    finder->edge = (uint32_t)edges_number(&finder->memory->edges, finder->off) << 24;
    assert(finder->lanes > 0 && "some way of turning makes the edge canonical");
}

/* What it costs to put the other two states on a point of the core, and what
   that flips.  */
static void set_prices(struct finder *finder, struct diamond const *diamond,
                       uint32_t const near[2], uint32_t const far[2])
{
    finder->cheapest = UINT32_MAX;
    for (int bit = 0; bit < CORE_POINTS; bit++) {
        int const ring = bit < 4 ? 0 : 1;
        bool const own = diamond->own >> bit & 1, opp = diamond->opp >> bit & 1;
        bool const on_board = !(diamond->off >> bit & 1);
        /* Away with the stone, or an own one here; one of the other colour, or an
           opponent's one here.  */
        finder->price[bit][0] = on_board ? near[ring] : DISTANCE_NEVER;
        finder->price[bit][1] = !on_board    ? DISTANCE_NEVER
                                : own || opp ? far[ring]
                                             : near[ring];
        if (on_board && near[ring] < finder->cheapest)
            finder->cheapest = near[ring];
        for (int lane = 0; lane < finder->lanes; lane++) {
            int const there = diamond_turned_bit(bit, finder->symmetry[lane]);
            uint32_t const own_bit = 1u << (there + 12), opp_bit = 1u << there;
            finder->flip[bit][0][lane] = opp ? opp_bit : own_bit;
            finder->flip[bit][1][lane] = own || opp ? own_bit | opp_bit : opp_bit;
        }
    }
}

static void describe(struct finder const *finder, struct found const *found,
                     struct near_case *out)
{
    struct diamond const stored = {
        .own = found->core >> 12 | (uint64_t)(found->ring3 >> 12) << 12 |
               (uint64_t)(found->ring4 >> 16) << 24,
        .opp = (found->core & 0xfff) | (uint64_t)(found->ring3 & 0xfff) << 12 |
               (uint64_t)(found->ring4 & 0xffff) << 24,
        .off = finder->off,
    };
    int const symmetry = finder->symmetry[found->lane];
    assert(found->lane < finder->lanes && found->distance <= finder->limit);
    out->id = found->id;
    out->distance = (uint16_t)found->distance;
    diamond_turn(&stored, symmetry_back(symmetry), &out->shape);
}

int finder_nearest(struct finder *finder, struct similarity const *similarity,
                   struct diamond const *diamond, int k, unsigned reach,
                   struct near_case list[])
{
    int const row = diamond_nearest_stone(diamond) - 1;
    assert(k >= 1 && k <= MEMORY_NEAREST && row < DIAMOND_RADIUS);
    uint32_t near[DIAMOND_RADIUS], far[DIAMOND_RADIUS];
    for (int ring = 0; ring < DIAMOND_RADIUS; ring++) {
        near[ring] = similarity->near[row][ring];
        far[ring] = similarity->far[row][ring];
    }
    finder->k = k;
    finder->count = 0;
    finder->limit = reach < DISTANCE_NEVER ? reach : DISTANCE_NEVER - 1;
    finder->ring3 = (struct ring_cost){near[2], far[2], 12};
    finder->ring4 = (struct ring_cost){near[3], far[3], 16};
    set_lanes(finder, diamond);
    set_prices(finder, diamond, near, far);

    enqueue(finder, finder->core, 0);
    flush(finder);
    for (int changes = 1; changes <= CORE_POINTS; changes++) {
        if ((uint32_t)changes * finder->cheapest > finder->limit)
            break;
        spread(finder, finder->core, CORE_POINTS, changes, 0);
        flush(finder);
    }
    for (int i = 0; i < finder->count; i++)
        describe(finder, &finder->best[i], &list[i]);
    return finder->count;
}

void finder_back_off(struct finder const *finder, struct experience *core,
                     struct experience *ring3)
{
    int best = 0;
    for (int lane = 1; lane < finder->lanes; lane++)
        if (finder->core[lane] < finder->core[best] ||
            (finder->core[lane] == finder->core[best] &&
             finder->asked3[lane] < finder->asked3[best]))
            best = lane;
    memory_codes_back_off(finder->memory, finder->edge | finder->core[best],
                          finder->asked3[best], core, ring3);
}

void finder_experience(struct finder const *finder, uint32_t id,
                       struct experience *experience)
{
    memory_experience(finder->memory, id, experience);
}
