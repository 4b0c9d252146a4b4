#include <config.h>

#include "patterns/playouts/nearby.h"

#include "engine/go/symmetry.h"
#include "engine/reading/eyes.h"

#include <assert.h>
#include <endian.h>
#include <string.h>

/* ---------------------------------------------------------------- codes */

bool nearby_is_sensible(unsigned around, unsigned sides)
{
    bool breath = false, open = false;
    for (int i = 0; i < 4; i++) {
        unsigned const color = sides >> 4 * i & 3, state = sides >> (4 * i + 2) & 3;
        open |= color == EMPTY || color == WHITE;
        breath |= color == EMPTY || (color == BLACK && !(state & 1)) ||
                  (color == WHITE && (state & 1));
    }
    if (!breath || open)
        return breath;
    unsigned edge = 0, hostile = 0;
    static int const corner_bit[4] = {0, 4, 10, 14};
    for (int i = 0; i < 4; i++) {
        unsigned const color = around >> corner_bit[i] & 3;
        edge += color == EDGE;
        hostile += color == WHITE;
    }
    return hostile > (edge ? 0 : 1);
}

int nearby_place(struct board const *board, point p)
{
    assert(board->color[p] != EDGE);
    int x = point_column(p) - 1, y = point_row(p) - 1;
    x = x < board->width - 1 - x ? x : board->width - 1 - x;
    y = y < board->height - 1 - y ? y : board->height - 1 - y;
    int const low = x < y ? x : y, high = x < y ? y : x;
    return 8 * (low < 7 ? low : 7) + (high < 7 ? high : 7);
}

/* Where in around_step what stands at I is when turned: the eight steps are those
   of a square of nine places, row by row from the top, without its middle.  */
static int turned(int i, int symmetry)
{
    int const place = i < 4 ? i : i + 1;
    struct offset const step = {place % 3 - 1, 1 - place / 3};
    struct offset const to = offset_turned(step, symmetry);
    int const there = 3 * (1 - to.rows) + to.columns + 1;
    return there < 4 ? there : there - 1;
}

static unsigned canonical_around(unsigned code)
{
    unsigned least = code;
    for (int s = 1; s < SYMMETRIES; s++) {
        unsigned other = 0;
        for (int i = 0; i < 8; i++)
            other |= (code >> 2 * i & 3) << 2 * turned(i, s);
        least = other < least ? other : least;
    }
    return least;
}

/* Which side is which is left to the 3x3 code.  */
static unsigned canonical_sides(unsigned code)
{
    unsigned count[16] = {0}, sorted = 0;
    for (int i = 0; i < 4; i++)
        count[code >> 4 * i & 15]++;
    for (unsigned side = 0; side < 16; side++)
        for (; count[side]; count[side]--)
            sorted = sorted << 4 | side;
    return sorted;
}

uint32_t nearby_canonical(uint32_t feature)
{
    assert(feature < NEARBY_FEATURES);
    uint32_t const code = feature % NEARBY_CODES;
    if (feature >= FEATURE_PLACE)
        return feature;
    if (feature >= FEATURE_SIDES && feature < FEATURE_TOUCH)
        return feature - code + canonical_sides(code);
    return feature - code + canonical_around(code);
}

/* ---------------------------------------------------------------- marks */

struct marking {
    struct board const *board;
    struct nearby_mark *marks;
    int count;
};

static void mark(struct marking *marking, point at, uint32_t feature)
{
    if (marking->board->color[at] == EMPTY && marking->count < NEARBY_MARKS_MAX)
        marking->marks[marking->count++] = (struct nearby_mark){at, feature};
}

/* Of the empty point P, which is straight beside the last move or diagonal to it.  */
static uint32_t touch(struct board const *board, point p, bool straight)
{
    unsigned const code = board->around[p];
    return (straight ? 0u : NEARBY_CODES) +
           (board->to_move == WHITE ? nearby_swap_around(code) : code);
}

static void mark_touching(struct marking *marking, point last)
{
    unsigned mask = nearby_touching(marking->board, last);
    for (; mask; mask &= mask - 1) {
        int const bit = __builtin_ctz(mask);
        bool const straight = AROUND_CROSS >> bit & 1;
        point const p = (point)(last + around_step[bit / 2]);
        mark(marking, p, FEATURE_TOUCH + touch(marking->board, p, straight));
    }
}

static void mark_liberties(struct marking *marking, point stone, enum answer answer)
{
    point list[AREA_MAX];
    int const count = points_list(&board_chain(marking->board, stone)->liberties, list);
    for (int i = 0; i < count; i++)
        mark(marking, list[i], FEATURE_ANSWER + (uint32_t)answer);
}

/* A liberty of an enemy chain in atari that touches the chain of P, or
   NOWHERE.  */
static point counter_capture(struct board const *board, point p)
{
    enum color const enemy = opponent(board_color(board, p));
    point q = p;
    do {
        for (int i = 0; i < 4; i++) {
            point const near = (point)(q + neighbour[i]);
            if (board->color[near] == enemy && board_liberties(board, near) == 1)
                return points_first(&board_chain(board, near)->liberties);
        }
        q = board->next[q];
    } while (q != p);
    return NOWHERE;
}

/* The last move left the chain of ours at P in atari.  */
static void mark_rescues(struct marking *marking, point p)
{
    struct board const *const board = marking->board;
    enum color const color = board_color(board, p);
    assert(board_liberties(board, p) == 1);
    point const taking = counter_capture(board, p);
    point const running = points_first(&board_chain(board, p)->liberties);
    struct points all;
    if (taking != NOWHERE)
        mark(marking, taking, FEATURE_ANSWER + ANSWER_SAVE);
    if (running != taking)
        mark(marking, running,
             FEATURE_ANSWER + (board_liberties_after(board, running, color, &all) > 1
                                   ? ANSWER_RUN
                                   : ANSWER_RUN_VAIN));
}

/* The sides of P that are empty.  */
static inline unsigned open_sides(struct board const *board, point p)
{
    return nearby_touching(board, p) & AROUND_CROSS;
}

/* The step to the first of SIDES.  */
static inline int side_step(unsigned sides)
{
    return around_step[__builtin_ctz(sides) / 2];
}

/* No larger eye space has a vital point; and whoever has many liberties besides
   is in no danger.  */
enum { VITAL_MAX = 6, SAFE_LIBERTIES = 9 };

/* Can the empty point with AROUND be in an eye space of 2 to VITAL_MAX points, where
   the stones of MOVER, the other side (0 or 1), are not?  What is empty straight
   beside it is of the same space, and so is what is empty beside that.  */
static bool may_be_eye(unsigned around, int mover)
{
    unsigned const filled = around | around >> 1;
    unsigned const hostile = around >> mover & ~(around >> (1 - mover));
    unsigned const straight = ~filled & AROUND_CROSS;
    unsigned const upright = straight & 0x1004; /* above and below */
    unsigned const left = straight & 0x0040, right = straight & 0x0100;
    unsigned const corners =
        upright >> 2 | upright << 2 | left >> 6 | left << 4 | right >> 4 | right << 6;
    return straight && !(hostile & (corners | AROUND_CROSS)) &&
           __builtin_popcount(straight | (~filled & corners)) < VITAL_MAX;
}

/* Is the empty point P one of two that have no other empty point beside them?  Two
   have no vital point.  */
static bool is_pair(struct board const *board, point p)
{
    unsigned const open = open_sides(board, p);
    if (!open || open & (open - 1))
        return false;
    unsigned const there = open_sides(board, (point)(p + side_step(open)));
    return !(there & (there - 1));
}

/* What is near a point: those around it, and those two steps away.  In a mask of them
   each row has five bits, the lowest that of two columns to the left and two rows
   below; near_step leads to where a bit is.  */
static int near_step(int bit)
{
    return bit % 5 - 2 + (bit / 5 - 2) * PITCH;
}

/* Which of those near MIDDLE are empty.  Two rows below the lowest and above the
   highest there is no memory, and two columns beside the widest board is another row
   (see point.h).  */
static unsigned near_empty(struct board const *board, point middle)
{
    uint64_t const each = 0x0101010101u, gather = 0x0102040810204080u;
    int const x = point_column(middle), y = point_row(middle);
    unsigned const missing = (unsigned)(x < 2) | (unsigned)(x >= board->width) << 4;
    unsigned mask = 0;
    assert(board->color[middle] != EDGE);
    for (int i = 0; i < 5; i++) {
        if ((unsigned)(y + i - 3) >= board->height)
            continue;
        uint64_t row;
        memcpy(&row, &board->color[middle - 2 + (i - 2) * PITCH], sizeof row);
        row = le64toh(row);
        row = ~(row | row >> 1) & each;
        mask |= ((unsigned)(row * gather >> 56) & ~missing & 31) << 5 * i;
    }
    return mask;
}

/* The sides of a bit of near_empty that lead farther away.  */
static unsigned outward(int bit)
{
    enum { ABOVE = 1 << 2, LEFT = 1 << 6, RIGHT = 1 << 8, BELOW = 1 << 12 };
    int const column = bit % 5, row = bit / 5;
    return (column == 0 ? LEFT : 0u) | (column == 4 ? RIGHT : 0u) |
           (row == 0 ? BELOW : 0u) | (row == 4 ? ABOVE : 0u);
}

/* The empty points connected to P, by what is near it.  */
static unsigned connected_empty(struct board const *board, point p)
{
    enum { LEFTMOST = 0x108421, RIGHTMOST = LEFTMOST << 4 };
    unsigned const empty = near_empty(board, p);
    unsigned region = 1 << 12, before;
    do {
        before = region;
        region |= ((region & ~(unsigned)RIGHTMOST) << 1 |
                   (region & ~(unsigned)LEFTMOST) >> 1 | region << 5 | region >> 5) &
                  empty;
    } while (region != before);
    return region;
}

/* The vital point of the eye space that the empty point P is in, or NOWHERE.  No
   shape that has one reaches farther than two points from any of its own.  */
static point vital_point(struct board const *board, point p, int mover)
{
    int with[5] = {0}, size = 0, degree[VITAL_MAX];
    point at[VITAL_MAX];
    for (unsigned mask = connected_empty(board, p); mask; mask &= mask - 1) {
        int const bit = __builtin_ctz(mask);
        point const q = (point)(p + near_step(bit));
        unsigned const around = board->around[q], open = open_sides(board, q);
        unsigned const hostile = around >> mover & ~(around >> (1 - mover));
        if (size == VITAL_MAX || hostile & AROUND_CROSS || open & outward(bit))
            return NOWHERE;
        at[size] = q;
        degree[size] = __builtin_popcount(open);
        with[degree[size++]]++;
    }
    int const vital = eyes_vital_degree(size, with);
    assert(size >= 1 && size <= VITAL_MAX);
    for (int i = 0; i < size; i++)
        if (vital && degree[i] == vital)
            return at[i];
    return NOWHERE;
}

/* The last move has made or filled an eye space: its vital point.  */
static void mark_nakade(struct marking *marking, point last)
{
    struct board const *const board = marking->board;
    int const mover = board->to_move == WHITE;
    if (board_liberties(board, last) > SAFE_LIBERTIES)
        return;
    for (unsigned open = open_sides(board, last); open; open &= open - 1) {
        point const near = (point)(last + side_step(open));
        if (!may_be_eye(board->around[near], mover) || is_pair(board, near))
            continue;
        point const vital = vital_point(board, near, mover);
        if (vital != NOWHERE) {
            mark(marking, vital, FEATURE_ANSWER + ANSWER_NAKADE);
            return;
        }
    }
}

static void mark_answers(struct marking *marking, point last, enum color color)
{
    struct board const *const board = marking->board;
    int const liberties = board_liberties(board, last);
    if (liberties <= 2)
        mark_liberties(marking, last, liberties == 1 ? ANSWER_CAPTURE : ANSWER_ATARI);
    uint16_t done[4];
    int count = 0;
    for (unsigned ours = nearby_short(board, last, color); ours; ours &= ours - 1) {
        point const near = (point)(last + neighbour[__builtin_ctz(ours)]);
        bool known = false;
        for (int j = 0; j < count; j++)
            known |= done[j] == board->slot[near];
        done[count++] = board->slot[near];
        if (known)
            continue;
        if (board_liberties(board, near) == 1)
            mark_rescues(marking, near);
        else
            mark_liberties(marking, near, ANSWER_EXTEND);
    }
    mark_nakade(marking, last);
}

/* Has the last move left a stone that the side to move can answer?  */
static bool is_answerable(struct board const *board)
{
    return board->last != PASS && board->last != NOWHERE &&
           board->color[board->last] == opponent((enum color)board->to_move);
}

int nearby_marks(struct board const *board,
                 struct nearby_mark marks[static NEARBY_MARKS_MAX])
{
    struct marking marking = {.board = board, .marks = marks};
    if (is_answerable(board)) {
        mark_touching(&marking, board->last);
        mark_answers(&marking, board->last, (enum color)board->to_move);
    }
    return marking.count;
}
