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

/* What Black's move is worth where he sees some code, and White's there.  */
struct pair {
    struct brief of[2];
};

struct local_policy {
    struct pair around[NEARBY_CODES]; /* 0 where the mover would fill an eye */
    struct pair sides[NEARBY_CODES];  /* 0 for suicide */
    struct brief touch[2 * NEARBY_CODES];
    float small[NEARBY_FEATURES - FEATURE_PLACE];
};

struct local_state {
    struct local_policy const *self;
    uint16_t around[POINTS], sides[POINTS]; /* as the weights were made; NONE */
    uint32_t weight[POINTS][2];
    uint32_t row[ROWS][2], total[2];
    uint8_t width, height; /* of the board PLACE is for */
    float place[POINTS];
    /* For one move, number NOW.  */
    uint32_t now;
    uint32_t mark[POINTS]; /* NOW and where in NEAR, if it is there: see is_near */
    point near[NEARBY_MARKS_MAX];
    float factor[NEARBY_MARKS_MAX];
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
        struct brief const around =
            shorten(is_eye(code) ? 0
                                 : gamma_of(weights, FEATURE_AROUND + code, sharpness) *
                                       WEIGHT_ONE);
        struct brief const sides = shorten(
            is_suicide(code) ? 0 : gamma_of(weights, FEATURE_SIDES + code, sharpness));
        self->around[code].of[0] = self->around[nearby_swap_around(code)].of[1] =
            around;
        self->sides[code].of[0] = self->sides[nearby_swap_sides(code)].of[1] = sides;
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

static inline void set_weight(struct local_state *state, int side, point p,
                              uint32_t weight)
{
    uint32_t const change = weight - state->weight[p][side];
    state->weight[p][side] = weight;
    state->row[point_row(p)][side] += change;
    state->total[side] += change;
}

/* WEIGHT as it is kept, 0 for what no playout plays.  */
static inline uint32_t rounded(float weight)
{
    float const most = WEIGHT_MAX / 2;
    uint32_t const least =
        (uint32_t)(weight > 0) * (uint32_t)(local_least * WEIGHT_ONE);
    return (uint32_t)(int32_t)(weight < most ? weight : most) + least;
}

/* The weights of the empty point P, for both sides, by its codes.  */
static inline void weigh(struct local_state *state, point p, unsigned around,
                         unsigned sides)
{
    struct local_policy const *const self = state->self;
    state->around[p] = (uint16_t)around;
    state->sides[p] = (uint16_t)sides;
    for (int side = 0; side < 2; side++)
        set_weight(state, side, p,
                   rounded(lengthen(self->around[around].of[side]) *
                           lengthen(self->sides[sides].of[side]) * state->place[p]));
}

/* Look at the empty point P anew.  */
static inline void refresh(struct local_state *state, struct board const *board,
                           point p)
{
    unsigned const around = board->around[p], sides = nearby_sides(board, p);
    if (state->around[p] != around || state->sides[p] != sides)
        weigh(state, p, around, sides);
}

/* There is a stone on P now.  */
static inline void drop(struct local_state *state, point p)
{
    state->around[p] = NONE;
    set_weight(state, 0, p, 0);
    set_weight(state, 1, p, 0);
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
    memset(state->mark, 0, sizeof state->mark);
    state->now = 0;
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

/* Around the new stone at P everything has another code, and straight beside it
   other sides; what else is short of breath has been looked at.  */
static inline void refresh_around(struct local_state *state, struct board const *board,
                                  point p)
{
    /* By the bit of a point in the code of P: P's place in the sides of that point.  */
    static uint8_t const side_of[] = {[2] = 12, [6] = 8, [8] = 4, [12] = 0};
    unsigned const code = board->around[p], empty = ~(code | code >> 1);
    unsigned const stone = nearby_side(board, p);
    for (unsigned mask = empty & AROUND_CROSS; mask; mask &= mask - 1) {
        int const bit = __builtin_ctz(mask);
        point const q = (point)(p + around_step[bit / 2]);
        unsigned const sides = state->sides[q] & ~(15u << side_of[bit]);
        if (state->around[q] != board->around[q])
            weigh(state, q, board->around[q], sides | stone << side_of[bit]);
    }
    for (unsigned mask = empty & AROUND_CORNERS; mask; mask &= mask - 1) {
        point const q = (point)(p + around_step[__builtin_ctz(mask) / 2]);
        if (state->around[q] != board->around[q])
            weigh(state, q, board->around[q], state->sides[q]);
    }
}

/* The sides of the empty point P, as COLOR sees them.  */
static inline unsigned sides_of(struct local_state const *state, point p,
                                enum color color)
{
    unsigned const sides = state->sides[p];
    return color == BLACK ? sides : nearby_swap_sides(sides);
}

/* Points to look at again after a move, as far as they are known before it: chains
   short of breath that gain liberties, and what is taken.  Of a large capture, which
   does not fit, nothing but that it is one.  */
enum { LOOK_MAX = 128, LOOK_STONE = 9 + 4 * 2 };

struct look {
    int count;
    point at[LOOK_MAX];
};

static inline void look_at_liberties(struct look *look, struct chain const *chain)
{
    for (int i = 0; i < POINT_WORDS; i++)
        for (uint64_t word = chain->liberties.word[i]; word; word &= word - 1)
            look->at[look->count++] = (point)(64 * i + __builtin_ctzll(word));
}

/* COLOR is about to take the chain of the stone at NEAR.  */
static void look_at_captives(struct look *look, struct board const *board, point near,
                             enum color color)
{
    point q = near;
    do {
        if (look->count + LOOK_STONE >= LOOK_MAX) {
            look->count = LOOK_MAX;
            return;
        }
        look->at[look->count++] = q;
        for (int i = 0; i < 8; i++)
            look->at[look->count++] = (point)(q + around_step[i]);
        for (int i = 0; i < 4; i++) {
            point const taker = (point)(q + neighbour[i]);
            if (board->color[taker] == color && board_liberties(board, taker) <= 2)
                look_at_liberties(look, board_chain(board, taker));
        }
        q = board->next[q];
    } while (q != near);
}

/* COLOR is about to play P, which has these SIDES as COLOR sees them.  */
static inline void look_ahead(struct look *look, struct board const *board, point p,
                              enum color color, unsigned sides)
{
    unsigned const own = sides & ~(sides >> 1), other = ~sides & sides >> 1;
    unsigned const atari = sides >> 2, two = ~atari & sides >> 3;
    look->count = 0;
    for (unsigned mask = own & two & SIDES_EACH; mask; mask &= mask - 1)
        look_at_liberties(
            look, board_chain(board, (point)(p + neighbour[__builtin_ctz(mask) / 4])));
    for (unsigned mask = other & atari & SIDES_EACH; mask; mask &= mask - 1)
        look_at_captives(look, board, (point)(p + neighbour[__builtin_ctz(mask) / 4]),
                         color);
}

static inline void look_again(struct local_state *state, struct board const *board,
                              struct look const *look)
{
    bool const all = look->count == LOOK_MAX;
    point const *const at = all ? board->empty : look->at;
    int const count = all ? board->empty_count : look->count;
    for (int i = 0; i < count; i++)
        if (board->color[at[i]] == EMPTY)
            refresh(state, board, at[i]);
}

/* At which sides of the stone of COLOR on P, bits 0 to 3, enemies have one or two
   liberties.  Without branches: nobody can foresee it.  */
static inline unsigned short_enemies(struct board const *board, point p,
                                     enum color color)
{
    unsigned mask = 0;
    for (int i = 0; i < 4; i++) {
        point const near = (point)(p + neighbour[i]);
        mask |= (unsigned)((board->color[near] == opponent(color)) &
                           (board_liberties(board, near) <= 2))
                << i;
    }
    return mask;
}

/* Play P and follow what changes: the liberties of chains that have one or two, or
   had, the points around P and what was taken.  */
static void play_and_follow(struct local_state *state, struct board *board, point p)
{
    enum color const color = (enum color)board->to_move;
    struct look look;
    look_ahead(&look, board, p, color, sides_of(state, p, color));
    board_play(board, p, color);

    drop(state, p);
    look_again(state, board, &look);
    if (board_liberties(board, p) <= 2)
        refresh_liberties(state, board, &board_chain(board, p)->liberties);
    for (unsigned mask = short_enemies(board, p, color); mask; mask &= mask - 1) {
        point const near = (point)(p + neighbour[__builtin_ctz(mask)]);
        refresh_liberties(state, board, &board_chain(board, near)->liberties);
    }
    refresh_around(state, board, p);
}

void local_state_check(struct local_state const *state, struct board const *board)
{
    struct local_state *const fresh = local_state_new(state->self);
    local_state_begin(fresh, board);
    for (int side = 0; side < 2; side++) {
        for (point p = board_first_point(); p; p = board_next_point(board, p))
            assert(fresh->weight[p][side] == state->weight[p][side] &&
                   "the weights kept are those of the board");
        assert(!memcmp(fresh->row, state->row, sizeof fresh->row) &&
               fresh->total[side] == state->total[side] && "so are their sums");
    }
    free(fresh);
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

static inline float small_gamma(struct local_policy const *self, uint32_t feature)
{
    return self->small[feature - FEATURE_PLACE];
}

/* What the moves before make of the points near them.  */
static void mark_near(struct local_state *state, struct board const *board)
{
    struct local_policy const *const self = state->self;
    point const last = board->last, last2 = board->last2;
    struct nearby_mark marks[NEARBY_MARKS_MAX];

    state->now++;
    state->near_count = 0;
    if (last != PASS && last != NOWHERE) {
        bool const there = board->color[last] == opponent((enum color)board->to_move);
        unsigned const empty = nearby_empty(board, last);
        for (unsigned mask = empty & NEARBY_TOUCHING; mask; mask &= mask - 1) {
            struct nearby_step const *const step = &nearby_step[__builtin_ctz(mask)];
            point const p = (point)(last + step->step);
            float const factor = small_gamma(self, FEATURE_NEAR + step->kind);
            uint32_t const touch = nearby_touch(board, p, step->straight);
            add_near(state, p, there ? factor * lengthen(self->touch[touch]) : factor);
        }
        for (unsigned mask = empty & NEARBY_BEYOND; mask; mask &= mask - 1) {
            struct nearby_step const *const step = &nearby_step[__builtin_ctz(mask)];
            add_near(state, (point)(last + step->step),
                     small_gamma(self, FEATURE_NEAR + step->kind));
        }
    }
    if (last2 != PASS && last2 != NOWHERE) {
        unsigned mask = nearby_empty(board, last2) & NEARBY_TOUCHING;
        for (; mask; mask &= mask - 1) {
            struct nearby_step const *const step = &nearby_step[__builtin_ctz(mask)];
            multiply(state, (point)(last2 + step->step),
                     small_gamma(self, FEATURE_NEAR2 + step->kind));
        }
    }
    int const answers = nearby_answers(board, marks);
    for (int i = 0; i < answers; i++)
        multiply(state, marks[i].at, small_gamma(self, marks[i].feature));
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
        uint32_t const base = state->weight[p][side];
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
    while (left >= state->row[row][side])
        left -= state->row[row++][side];
    point p = point_at(1, row);
    while (left >= state->weight[p][side])
        left -= state->weight[p++][side];
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
        if (!is_near(state, p))
            return p;
    }
}

/* Most moves are seen to be so by the sides: two liberties of their own, a capture, or
   a chain beside it with three.  */
static bool is_acceptable(struct local_state const *state, struct board const *board,
                          point p, enum color color)
{
    unsigned const sides = sides_of(state, p, color);
    unsigned const own = sides & ~(sides >> 1), other = ~sides & sides >> 1;
    unsigned const atari = sides >> 2, short_of_breath = atari | sides >> 3;
    unsigned const open = ~(sides | sides >> 1) & SIDES_EACH;
    if (p == board->ko)
        return false;
    if ((open & (open - 1)) ||
        (((own & ~short_of_breath) | (other & atari)) & SIDES_EACH))
        return true;
    return !settle_gives_away(board, p, color);
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
        kept[count++] = state->weight[p][side];
        set_weight(state, side, p, 0);
    }
    while (count--)
        set_weight(state, side, refused[count], kept[count]);
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
    uint32_t near[NEARBY_MARKS_MAX], plain;
    mark_near(state, board);
    uint64_t const near_sum = weigh_near(state, side, near, &plain);
    float const sum = (float)(near_sum + state->total[side] - plain);
    memset(p, 0, POINTS * sizeof *p);
    for (int i = 0; i < board->empty_count && sum > 0; i++)
        p[board->empty[i]] = (float)state->weight[board->empty[i]][side] / sum;
    for (int i = 0; i < state->near_count && sum > 0; i++)
        p[state->near[i]] = (float)near[i] / sum;
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
