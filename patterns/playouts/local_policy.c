#include <config.h>

#include "patterns/playouts/local_policy.h"

#include "engine/base/datafile.h"
#include "engine/reading/settling.h"

#include <assert.h>
#include <stdlib.h>
#include <xalloc.h>

struct local_policy {
    struct local_factors factors;
};

struct local_state {
    struct local_policy const *self;
    struct point_weights weights;
    /* For one move, number NOW.  */
    uint32_t now;
    uint32_t mark[POINTS]; /* NOW and where in NEAR, if it is there: see is_near */
    point near[NEARBY_MARKS_MAX];
    float factor[NEARBY_MARKS_MAX];
    int near_count;
};

struct local_policy *local_policy_new(struct local_weights const *weights,
                                      float sharpness)
{
    struct local_policy *const self = xmalloc(sizeof *self);
    local_factors_set(&self->factors, weights, sharpness);
    return self;
}

struct local_policy *local_policy_open(char const *path, float sharpness,
                                       struct failure *why)
{
    char shipped[DATAFILE_PATH];
    if (!path && !datafile_find("playout.hishi", shipped, why))
        return NULL;
    struct local_weights *const weights =
        local_weights_open(path ? path : shipped, why);
    struct local_policy *const self =
        weights ? local_policy_new(weights, sharpness) : NULL;
    free(weights);
    return self;
}

void local_policy_free(struct local_policy *self)
{
    free(self);
}

struct local_state *local_state_new(struct local_policy const *self)
{
    struct local_state *const state = xzalloc(sizeof *state);
    state->self = self;
    return state;
}

void local_state_begin(struct local_state *state, struct board const *board,
                       struct favour const *favour)
{
    point_weights_begin(&state->weights, &state->self->factors, board, favour);
    memset(state->mark, 0, sizeof state->mark);
    state->now = 0;
}

void local_state_check(struct local_state const *state, struct board const *board)
{
    point_weights_check(&state->weights, board);
}

/* ---------------------------------------------------------------- drawing */

/* Marks of earlier moves are forgotten as NOW goes on.  */
static inline bool is_near(struct local_state const *state, point p)
{
    return state->mark[p] / NEARBY_MARKS_MAX == state->now;
}

/* P, which is not near yet, is.  */
static inline void add_near(struct local_state *state, point p, float factor)
{
    assert(state->near_count < NEARBY_MARKS_MAX);
    state->mark[p] = state->now * NEARBY_MARKS_MAX + (uint32_t)state->near_count;
    state->factor[state->near_count] = factor;
    state->near[state->near_count++] = p;
}

static inline void multiply(struct local_state *state, point p, float factor)
{
    if (is_near(state, p))
        state->factor[state->mark[p] % NEARBY_MARKS_MAX] *= factor;
    else
        add_near(state, p, factor);
}

/* What the last move makes of the points near it.  */
static void mark_near(struct local_state *state, struct board const *board)
{
    struct local_factors const *const factors = state->weights.factors;
    struct nearby_mark marks[NEARBY_MARKS_MAX];

    state->now++;
    state->near_count = 0;
    int const count = nearby_marks(board, marks);
    for (int i = 0; i < count; i++)
        multiply(state, marks[i].at, local_mark(factors, marks[i].feature));
}

/* The weights of the points in NEAR with their factors, their sum, and in PLAIN
   the sum without the factors.  */
static uint64_t weigh_near(struct local_state *state, int side, uint32_t weight[],
                           uint32_t *plain)
{
    float const most = WEIGHT_MAX;
    uint64_t sum = 0;
    *plain = 0;
    for (int i = 0; i < state->near_count; i++) {
        point const p = state->near[i];
        uint32_t const base = state->weights.weight[p][side];
        float const raised = (float)base * state->factor[i];
        weight[i] = (uint32_t)(int32_t)(raised < most ? raised : most);
        *plain += base;
        sum += weight[i];
    }
    return sum;
}

/* The point at LEFT in the sums of the rows.  */
static point find(struct local_state const *state, int side, uint32_t left)
{
    int row = 1;
    while (left >= state->weights.row[row][side])
        left -= state->weights.row[row++][side];
    point p = point_at(1, row);
    while (left >= state->weights.weight[p][side])
        left -= state->weights.weight[p++][side];
    return p;
}

static uint64_t rng_far(struct rng *rng, uint64_t limit)
{
    return (uint64_t)((unsigned __int128)rng_next(rng) * limit >> 64);
}

/* One point by weight, or PASS when all weights are 0.  Points in NEAR are drawn
   by their raised weights, and skipped among all.  */
static point draw(struct local_state const *state, int side, uint32_t const near[],
                  uint64_t near_sum, uint32_t plain, struct rng *rng)
{
    uint64_t const far_sum = state->weights.total[side] - plain;
    if (!(near_sum + far_sum))
        return PASS;
    uint64_t left = rng_far(rng, near_sum + far_sum);
    if (left < near_sum) {
        int i = 0;
        while (left >= near[i])
            left -= near[i++];
        return state->near[i];
    }
    for (;;) {
        point const p = find(state, side, rng_below(rng, state->weights.total[side]));
        if (!is_near(state, p))
            return p;
    }
}

/* Most moves are seen to be so by the sides: two liberties of their own, a capture, or
   a chain beside it with three.  */
static bool is_acceptable(struct local_state const *state, struct board const *board,
                          point p, enum color color)
{
    unsigned const sides = point_weights_sides(&state->weights, p, color);
    unsigned const own = sides & ~(sides >> 1), other = ~sides & sides >> 1;
    unsigned const atari = sides >> 2, short_of_breath = atari | sides >> 3;
    unsigned const open = ~(sides | sides >> 1) & SIDES_EACH;
    if (p == board->ko)
        return false;
    if ((open & (open - 1)) ||
        (((own & ~short_of_breath) | (other & atari)) & SIDES_EACH))
        return true;
    return !settling_gives_away(board, p, color);
}

point local_state_play(struct local_state *state, struct board *board, struct rng *rng)
{
    enum color const color = (enum color)board->to_move;
    int const side = color == WHITE;
    enum { REFUSED_MAX = 64 };
    point refused[REFUSED_MAX];
    uint32_t kept[REFUSED_MAX];
    uint32_t near[NEARBY_MARKS_MAX], plain;
    int count = 0;
    point p;

    mark_near(state, board);
    for (;;) {
        uint64_t const near_sum = weigh_near(state, side, near, &plain);
        p = draw(state, side, near, near_sum, plain, rng);
        if (p == PASS || is_acceptable(state, board, p, color))
            break;
        if (count == REFUSED_MAX) {
            p = PASS;
            break;
        }
        refused[count] = p;
        kept[count++] = state->weights.weight[p][side];
        point_weights_set(&state->weights, side, p, 0);
    }
    while (count--)
        point_weights_set(&state->weights, side, refused[count], kept[count]);
    if (p == PASS)
        board_play(board, PASS, color);
    else
        point_weights_play(&state->weights, board, p);
    return p;
}

void local_state_chances(struct local_state *state, struct board const *board,
                         float p[POINTS])
{
    int const side = board->to_move == WHITE;
    assert(state->weights.width == board->width &&
           state->weights.height == board->height);
    uint32_t near[NEARBY_MARKS_MAX], plain;
    mark_near(state, board);
    uint64_t const near_sum = weigh_near(state, side, near, &plain);
    float const sum = (float)(near_sum + state->weights.total[side] - plain);
    memset(p, 0, POINTS * sizeof *p);
    for (int i = 0; i < board->empty_count && sum > 0; i++)
        p[board->empty[i]] = (float)state->weights.weight[board->empty[i]][side] / sum;
    for (int i = 0; i < state->near_count && sum > 0; i++)
        p[state->near[i]] = (float)near[i] / sum;
}

/* ---------------------------------------------------------------- the row */

static void *new_state(void const *self)
{
    return local_state_new(self);
}

static void begin(void *state, struct board const *board, struct favour const *favour)
{
    local_state_begin(state, board, favour);
}

static point play(void *state, struct board *board, struct rng *rng)
{
    return local_state_play(state, board, rng);
}

struct policy local_policy_row(struct local_policy const *self)
{
    return (struct policy){.name = "local",
                           .self = self,
                           .new_state = new_state,
                           .begin = begin,
                           .play = play};
}
