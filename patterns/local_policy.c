#include <config.h>

#include "patterns/local_policy.h"

#include "engine/datafile.h"
#include "engine/settle.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* Weights are whole numbers, so that sums of rows never drift; WEIGHT_ONE
   stands for a point about which nothing is known.  */
enum { ROWS = BOARD_MAX + 2, WEIGHT_ONE = 1 << 12, WEIGHT_MAX = 1 << 24 };

/* The upper half of a float: precise to 0.4 %, and the tables stay in the cache.  */
struct brief {
    uint16_t bits;
};

struct local_policy {
    struct brief around[NEARBY_CODES]; /* 0 where the mover would fill an eye */
    struct brief sides[NEARBY_CODES];  /* 0 for suicide */
    struct brief touch[2 * NEARBY_CODES];
    float small[NEARBY_FEATURES - FEATURE_PLACE];
};

struct local_state {
    struct local_policy const *self;
    uint16_t around[POINTS], sides[POINTS]; /* as the weights were made; NONE */
    uint32_t weight[2][POINTS];
    uint32_t row[2][ROWS], total[2];
    uint8_t width, height; /* of the board PLACE is for */
    float place[POINTS];
    /* For one move.  */
    bool is_near[POINTS];
    float factor[POINTS]; /* of the points in NEAR */
    point near[NEARBY_MARKS_MAX];
    int near_count;
};

enum { NONE = 0xffff }; /* no board is edges alone */

/* ---------------------------------------------------------------- tables */

static struct brief shorten(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (struct brief){(uint16_t)((bits + 0x8000) >> 16)};
}

static inline float lengthen(struct brief brief)
{
    uint32_t const bits = (uint32_t)brief.bits << 16;
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static float gamma_of(struct local_weights const *weights, uint32_t feature,
                      float sharpness)
{
    return expf(sharpness * weights->of[nearby_canonical(feature)]);
}

/* A stone here may not be suicide, whatever the 3x3 code.  */
static bool is_eye(unsigned around)
{
    unsigned sides = 0;
    for (int i = 0; i < 4; i++)
        sides |= (around >> side_bit[i] & 3) << 4 * i;
    return !nearby_is_sensible(around, sides) && !(~sides & 0x1111);
}

static bool is_suicide(unsigned sides)
{
    enum { HOSTILE = 0xaaaa }; /* all around, so that this is no eye */
    return !nearby_is_sensible(HOSTILE, sides);
}

struct local_policy *local_policy_new(struct local_weights const *weights,
                                      float sharpness)
{
    struct local_policy *const self = xmalloc(sizeof *self);
    for (uint32_t code = 0; code < NEARBY_CODES; code++) {
        self->around[code] =
            shorten(is_eye(code) ? 0
                                 : gamma_of(weights, FEATURE_AROUND + code, sharpness) *
                                       WEIGHT_ONE);
        self->sides[code] = shorten(
            is_suicide(code) ? 0 : gamma_of(weights, FEATURE_SIDES + code, sharpness));
        for (uint32_t kind = 0; kind < 2; kind++)
            self->touch[kind * NEARBY_CODES + code] = shorten(gamma_of(
                weights, FEATURE_TOUCH + kind * NEARBY_CODES + code, sharpness));
    }
    for (uint32_t feature = FEATURE_PLACE; feature < NEARBY_FEATURES; feature++)
        self->small[feature - FEATURE_PLACE] = gamma_of(weights, feature, sharpness);
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

/* ---------------------------------------------------------------- the sums */

static inline void set_weight(struct local_state *state, int side, point p, int row,
                              uint32_t weight)
{
    uint32_t const change = weight - state->weight[side][p];
    state->weight[side][p] = weight;
    state->row[side][row] += change;
    state->total[side] += change;
}

/* WEIGHT as it is kept, 0 for what no playout plays.  */
static inline uint32_t rounded(float weight)
{
    uint32_t const least = weight > 0 ? (uint32_t)(local_least * WEIGHT_ONE) : 0;
    return weight < WEIGHT_MAX / 2 ? (uint32_t)weight + least : WEIGHT_MAX / 2;
}

/* The weights of P, for both sides.  */
static inline void refresh(struct local_state *state, struct board const *board,
                           point p)
{
    struct local_policy const *const self = state->self;
    int const row = point_row(p);
    if (board->color[p] != EMPTY) {
        if (state->around[p] != NONE) {
            state->around[p] = NONE;
            set_weight(state, 0, p, row, 0);
            set_weight(state, 1, p, row, 0);
        }
        return;
    }
    unsigned const around = board->around[p], sides = nearby_sides(board, p);
    if (state->around[p] == around && state->sides[p] == sides)
        return;
    float const place = state->place[p];
    state->around[p] = (uint16_t)around;
    state->sides[p] = (uint16_t)sides;
    set_weight(
        state, 0, p, row,
        rounded(lengthen(self->around[around]) * lengthen(self->sides[sides]) * place));
    set_weight(state, 1, p, row,
               rounded(lengthen(self->around[nearby_swap_around(around)]) *
                       lengthen(self->sides[nearby_swap_sides(sides)]) * place));
}

static void set_places(struct local_state *state, struct board const *board)
{
    state->width = board->width;
    state->height = board->height;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        state->place[p] = state->self->small[nearby_place(board, p)];
}

struct local_state *local_state_new(struct local_policy const *self)
{
    struct local_state *const state = xzalloc(sizeof *state);
    state->self = self;
    return state;
}

void local_state_begin(struct local_state *state, struct board const *board)
{
    if (state->width != board->width || state->height != board->height)
        set_places(state, board);
    memset(state->around, 0xff, sizeof state->around);
    memset(state->weight, 0, sizeof state->weight);
    memset(state->row, 0, sizeof state->row);
    memset(state->total, 0, sizeof state->total);
    for (int i = 0; i < board->empty_count; i++)
        refresh(state, board, board->empty[i]);
}

static void refresh_liberties(struct local_state *state, struct board const *board,
                              struct points const *liberties)
{
    for (int i = 0; i < POINT_WORDS; i++)
        for (uint64_t word = liberties->word[i]; word; word &= word - 1)
            refresh(state, board, (point)(64 * i + __builtin_ctzll(word)));
}

static void refresh_after_capture(struct local_state *state, struct board const *board)
{
    for (int i = 0; i < board->empty_count; i++) {
        point const p = board->empty[i];
        if (state->around[p] != board->around[p] || state->sides[p] & SIDES_SHORT)
            refresh(state, board, p);
    }
}

/* Play P and follow what changes: the points around it, and the liberties of
   chains that have, or had, one or two.  Of these only the chains of the mover
   can have gained some, unless something was captured.  */
static void play_and_follow(struct local_state *state, struct board *board, point p)
{
    enum color const color = (enum color)board->to_move;
    int const prisoners = board->prisoners[BLACK] + board->prisoners[WHITE];
    struct points short_of_breath[4];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        point const near = (point)(p + neighbour[i]);
        if (board->color[near] == color && board_liberties(board, near) == 2)
            short_of_breath[count++] = board_chain(board, near)->liberties;
    }
    board_play(board, p, color);

    refresh(state, board, p);
    for (int i = 0; i < 8; i++)
        refresh(state, board, (point)(p + around_step[i]));
    for (int i = 0; i < count; i++)
        refresh_liberties(state, board, &short_of_breath[i]);
    if (prisoners != board->prisoners[BLACK] + board->prisoners[WHITE])
        refresh_after_capture(state, board);
    if (board->color[p] == color && board_liberties(board, p) <= 2)
        refresh_liberties(state, board, &board_chain(board, p)->liberties);
    for (int i = 0; i < 4; i++) {
        point const near = (point)(p + neighbour[i]);
        if (board->color[near] == opponent(color) && board_liberties(board, near) <= 2)
            refresh_liberties(state, board, &board_chain(board, near)->liberties);
    }
}

void local_state_check(struct local_state const *state, struct board const *board)
{
    struct local_state *const fresh = local_state_new(state->self);
    local_state_begin(fresh, board);
    for (int side = 0; side < 2; side++) {
        for (point p = board_first_point(); p; p = board_next_point(board, p))
            assert(fresh->weight[side][p] == state->weight[side][p] &&
                   "the weights kept are those of the board");
        assert(!memcmp(fresh->row[side], state->row[side], sizeof fresh->row[side]) &&
               fresh->total[side] == state->total[side] && "so are their sums");
    }
    free(fresh);
}

/* ---------------------------------------------------------------- drawing */

/* Collect what the moves before make of the points near them.  */
static void mark_near(struct local_state *state, struct board const *board)
{
    struct local_policy const *const self = state->self;
    struct nearby_mark marks[NEARBY_MARKS_MAX];
    int const count = nearby_marks(board, marks);
    state->near_count = 0;
    for (int i = 0; i < count; i++) {
        uint32_t const feature = marks[i].feature;
        point const p = marks[i].at;
        if (!state->is_near[p]) {
            state->is_near[p] = true;
            state->near[state->near_count++] = p;
            state->factor[p] = 1;
        }
        state->factor[p] *= feature >= FEATURE_PLACE
                                ? self->small[feature - FEATURE_PLACE]
                                : lengthen(self->touch[feature - FEATURE_TOUCH]);
    }
}

static void forget_near(struct local_state *state)
{
    for (int i = 0; i < state->near_count; i++)
        state->is_near[state->near[i]] = false;
}

/* The weights of the points in NEAR with their factors, their sum, and in PLAIN
   the sum without the factors.  */
static uint64_t weigh_near(struct local_state *state, int side, uint64_t weight[],
                           uint64_t *plain)
{
    uint64_t sum = 0;
    *plain = 0;
    for (int i = 0; i < state->near_count; i++) {
        point const p = state->near[i];
        uint32_t const base = state->weight[side][p];
        float const raised = (float)base * state->factor[p];
        weight[i] = (uint64_t)(raised < WEIGHT_MAX ? raised : WEIGHT_MAX);
        *plain += base;
        sum += weight[i];
    }
    return sum;
}

/* The point at LEFT in the sums of the rows.  */
static point find(struct local_state const *state, int side, uint32_t left)
{
    int row = 1;
    while (left >= state->row[side][row])
        left -= state->row[side][row++];
    point p = point_at(1, row);
    while (left >= state->weight[side][p])
        left -= state->weight[side][p++];
    return p;
}

static uint64_t rng_far(struct rng *rng, uint64_t limit)
{
    return (uint64_t)((unsigned __int128)rng_next(rng) * limit >> 64);
}

/* One point by weight, or PASS when all weights are 0.  Points in NEAR are drawn
   by their raised weights, and skipped among all.  */
static point draw(struct local_state const *state, int side, uint64_t const near[],
                  uint64_t near_sum, uint64_t plain, struct rng *rng)
{
    uint64_t const far_sum = state->total[side] - plain;
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
        point const p = find(state, side, rng_below(rng, state->total[side]));
        if (!state->is_near[p])
            return p;
    }
}

static bool is_acceptable(struct board const *board, point p, enum color color)
{
    unsigned const code = board->around[p];
    unsigned const open = ~(code | code >> 1) & AROUND_CROSS;
    if (open & (open - 1))
        return true; /* two liberties of its own */
    return p != board->ko && !settle_gives_away(board, p, color);
}

point local_state_play(struct local_state *state, struct board *board, struct rng *rng)
{
    enum color const color = (enum color)board->to_move;
    int const side = color == WHITE;
    enum { REFUSED_MAX = 64 };
    point refused[REFUSED_MAX];
    uint32_t kept[REFUSED_MAX];
    uint64_t near[NEARBY_MARKS_MAX], plain;
    int count = 0;
    point p;

    mark_near(state, board);
    for (;;) {
        uint64_t const near_sum = weigh_near(state, side, near, &plain);
        p = draw(state, side, near, near_sum, plain, rng);
        if (p == PASS || is_acceptable(board, p, color))
            break;
        if (count == REFUSED_MAX) {
            p = PASS;
            break;
        }
        refused[count] = p;
        kept[count++] = state->weight[side][p];
        set_weight(state, side, p, point_row(p), 0);
    }
    while (count--)
        set_weight(state, side, refused[count], point_row(refused[count]), kept[count]);
    forget_near(state);
    if (p == PASS)
        board_play(board, PASS, color);
    else
        play_and_follow(state, board, p);
    return p;
}

void local_state_chances(struct local_state *state, struct board const *board,
                         float p[POINTS])
{
    int const side = board->to_move == WHITE;
    uint64_t near[NEARBY_MARKS_MAX], plain;
    mark_near(state, board);
    uint64_t const near_sum = weigh_near(state, side, near, &plain);
    float const sum = (float)(near_sum + state->total[side] - plain);
    memset(p, 0, POINTS * sizeof *p);
    for (int i = 0; i < board->empty_count && sum > 0; i++)
        p[board->empty[i]] = (float)state->weight[side][board->empty[i]] / sum;
    for (int i = 0; i < state->near_count && sum > 0; i++)
        p[state->near[i]] = (float)near[i] / sum;
    forget_near(state);
}

/* ---------------------------------------------------------------- the row */

static void *new_state(void const *self)
{
    return local_state_new(self);
}

static void begin(void *state, struct board const *board)
{
    local_state_begin(state, board);
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
