/* How weights follow a move without a look at the whole board.

   A weight depends on the 3x3 code of its point, on the colours and liberties (one,
   two or more) at its four sides, and on its place, which never changes.  So a move
   concerns the points around the new stone, the liberties of chains that have one or
   two or had them before, and what is taken with the points around it.  The old
   liberties are noted before the move (look_ahead), as afterwards nobody knows them.

   The codes that a weight was made from are kept beside it: a point that is looked at
   twice, or in vain, costs little.  Weights are whole numbers, so that the
   sums of rows, changed a hundred thousand times, are still exact;
   point_weights_check compares them with weights made afresh.  */
#include <config.h>

#include "patterns/playouts/point_weights.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <xalloc.h>

enum { NONE = 0xffff }; /* the code of a stone: no board is edges alone */

/* ---------------------------------------------------------------- factors */

static struct brief shorten(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (struct brief){(uint16_t)((bits + 0x8000) >> 16)};
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
    return !nearby_is_sensible(around, sides) && !(~sides & SIDES_EACH);
}

static bool is_suicide(unsigned sides)
{
    enum { HOSTILE = 0xaaaa }; /* all around, so that this is no eye */
    return !nearby_is_sensible(HOSTILE, sides);
}

void local_factors_set(struct local_factors *factors,
                       struct local_weights const *weights, float sharpness)
{
    for (uint32_t code = 0; code < NEARBY_CODES; code++) {
        struct brief const around =
            shorten(is_eye(code) ? 0
                                 : gamma_of(weights, FEATURE_AROUND + code, sharpness) *
                                       WEIGHT_ONE);
        struct brief const sides = shorten(
            is_suicide(code) ? 0 : gamma_of(weights, FEATURE_SIDES + code, sharpness));
        factors->around[code].of[0] = factors->around[nearby_swap_around(code)].of[1] =
            around;
        factors->sides[code].of[0] = factors->sides[nearby_swap_sides(code)].of[1] =
            sides;
        for (uint32_t kind = 0; kind < 2; kind++)
            factors->touch[kind * NEARBY_CODES + code] = shorten(gamma_of(
                weights, FEATURE_TOUCH + kind * NEARBY_CODES + code, sharpness));
    }
    for (uint32_t feature = FEATURE_PLACE; feature < NEARBY_FEATURES; feature++)
        factors->small[feature - FEATURE_PLACE] = gamma_of(weights, feature, sharpness);
}

/* ---------------------------------------------------------------- weights */

/* WEIGHT as it is kept, 0 for what no playout plays.  */
static inline uint32_t rounded(float weight)
{
    float const most = WEIGHT_MAX / 2;
    uint32_t const least =
        (uint32_t)(weight > 0) * (uint32_t)(local_least * WEIGHT_ONE);
    return (uint32_t)(int32_t)(weight < most ? weight : most) + least;
}

/* The weights of the empty point P, for both sides, by its codes.  */
static inline void weigh(struct point_weights *weights, point p, unsigned around,
                         unsigned sides)
{
    struct local_factors const *const factors = weights->factors;
    assert(around < NEARBY_CODES && sides < NEARBY_CODES);
    weights->around[p] = (uint16_t)around;
    weights->sides[p] = (uint16_t)sides;
    for (int side = 0; side < 2; side++)
        point_weights_set(weights, side, p,
                          rounded(lengthen(factors->around[around].of[side]) *
                                  lengthen(factors->sides[sides].of[side]) *
                                  weights->placed[p][side]));
}

/* Look at the empty point P anew.  */
static inline void refresh(struct point_weights *weights, struct board const *board,
                           point p)
{
    unsigned const around = board->around[p], sides = nearby_sides(board, p);
    if (weights->around[p] != around || weights->sides[p] != sides)
        weigh(weights, p, around, sides);
}

/* There is a stone on P now.  */
static inline void drop(struct point_weights *weights, point p)
{
    weights->around[p] = NONE;
    point_weights_set(weights, 0, p, 0);
    point_weights_set(weights, 1, p, 0);
}

static void set_places(struct point_weights *weights, struct board const *board)
{
    weights->width = board->width;
    weights->height = board->height;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        weights->place[p] = local_small(
            weights->factors, FEATURE_PLACE + (uint32_t)nearby_place(board, p));
}

/* What is favoured, or nothing any more.  */
static void set_placed(struct point_weights *weights, struct board const *board,
                       struct favour const *favour)
{
    weights->favour = favour;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        for (int side = 0; side < 2; side++)
            weights->placed[p][side] =
                weights->place[p] * (favour ? favour->of[p][side] : 1);
}

void point_weights_begin(struct point_weights *weights,
                         struct local_factors const *factors, struct board const *board,
                         struct favour const *favour)
{
    bool const same = weights->factors == factors && weights->width == board->width &&
                      weights->height == board->height;
    weights->factors = factors;
    if (!same)
        set_places(weights, board);
    if (!same || favour || weights->favour)
        set_placed(weights, board, favour);
    memset(weights->around, 0xff, sizeof weights->around);
    memset(weights->weight, 0, sizeof weights->weight);
    memset(weights->row, 0, sizeof weights->row);
    memset(weights->total, 0, sizeof weights->total);
    for (int i = 0; i < board->empty_count; i++)
        refresh(weights, board, board->empty[i]);
}

/* ---------------------------------------------------------------- a move */

static void refresh_liberties(struct point_weights *weights, struct board const *board,
                              struct points const *liberties)
{
    for (int i = 0; i < POINT_WORDS; i++)
        for (uint64_t word = liberties->word[i]; word; word &= word - 1)
            refresh(weights, board, (point)(64 * i + __builtin_ctzll(word)));
}

/* Around the new stone at P everything has another code, and straight beside it
   other sides; what else is short of breath has been looked at.  */
static inline void refresh_around(struct point_weights *weights,
                                  struct board const *board, point p)
{
    /* By the bit of a point in the code of P: P's place in the sides of that point.  */
    static uint8_t const side_of[] = {[2] = 12, [6] = 8, [8] = 4, [12] = 0};
    unsigned const empty = nearby_touching(board, p);
    unsigned const stone = nearby_side(board, p);
    for (unsigned mask = empty & AROUND_CROSS; mask; mask &= mask - 1) {
        int const bit = __builtin_ctz(mask);
        point const q = (point)(p + around_step[bit / 2]);
        unsigned const sides = weights->sides[q] & ~(15u << side_of[bit]);
        if (weights->around[q] != board->around[q])
            weigh(weights, q, board->around[q], sides | stone << side_of[bit]);
    }
    for (unsigned mask = empty & AROUND_CORNERS; mask; mask &= mask - 1) {
        point const q = (point)(p + around_step[__builtin_ctz(mask) / 2]);
        if (weights->around[q] != board->around[q])
            weigh(weights, q, board->around[q], weights->sides[q]);
    }
}

/* Points to look at again after a move, as far as they are known before it: chains
   short of breath that gain liberties, and what is taken.  Of a large capture, which
   does not fit, nothing but that it is one.  */
enum { LOOK_MAX = 128, LOOK_STONE = 9 + 4 * 2 };

struct watched {
    int count;
    point at[LOOK_MAX];
};

static inline void look_at_liberties(struct watched *look, struct chain const *chain)
{
    assert(look->count + chain->liberty_count <= LOOK_MAX);
    look->count += points_list(&chain->liberties, &look->at[look->count]);
}

/* COLOR is about to take the chain of the stone at NEAR.  */
static void look_at_captives(struct watched *look, struct board const *board,
                             point near, enum color color)
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
static inline void look_ahead(struct watched *look, struct board const *board, point p,
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

static inline void look_again(struct point_weights *weights, struct board const *board,
                              struct watched const *look)
{
    bool const all = look->count == LOOK_MAX;
    point const *const at = all ? board->empty : look->at;
    int const count = all ? board->empty_count : look->count;
    for (int i = 0; i < count; i++)
        if (board->color[at[i]] == EMPTY)
            refresh(weights, board, at[i]);
}

/* Play P and follow what changes: the liberties of chains that have one or two, or
   had, the points around P and what was taken.  */
void point_weights_play(struct point_weights *weights, struct board *board, point p)
{
    enum color const color = (enum color)board->to_move;
    assert(board->color[p] == EMPTY && weights->around[p] == board->around[p]);
    struct watched look;
    look_ahead(&look, board, p, color, point_weights_sides(weights, p, color));
    board_play(board, p, color);

    drop(weights, p);
    look_again(weights, board, &look);
    if (board_liberties(board, p) <= 2)
        refresh_liberties(weights, board, &board_chain(board, p)->liberties);
    for (unsigned mask = nearby_short(board, p, opponent(color)); mask;
         mask &= mask - 1) {
        point const near = (point)(p + neighbour[__builtin_ctz(mask)]);
        refresh_liberties(weights, board, &board_chain(board, near)->liberties);
    }
    refresh_around(weights, board, p);
}

void point_weights_check(struct point_weights const *weights, struct board const *board)
{
    struct point_weights *const fresh = xzalloc(sizeof *fresh);
    point_weights_begin(fresh, weights->factors, board, weights->favour);
    for (int side = 0; side < 2; side++) {
        for (point p = board_first_point(); p; p = board_next_point(board, p))
            assert(fresh->weight[p][side] == weights->weight[p][side] &&
                   "the weights kept are those of the board");
        assert(!memcmp(fresh->row, weights->row, sizeof fresh->row) &&
               fresh->total[side] == weights->total[side] && "so are their sums");
    }
    free(fresh);
}
