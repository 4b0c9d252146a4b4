#include <config.h>

#include "patterns/nearby.h"

#include "engine/eyes.h"
#include "engine/settle.h"

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
    int x = point_column(p) - 1, y = point_row(p) - 1;
    x = x < board->width - 1 - x ? x : board->width - 1 - x;
    y = y < board->height - 1 - y ? y : board->height - 1 - y;
    int const low = x < y ? x : y, high = x < y ? y : x;
    return 8 * (low < 7 ? low : 7) + (high < 7 ? high : 7);
}

/* The place in around_step of what stands there after symmetry S.  */
static int turned(int i, int s)
{
    static int const x_of[8] = {-1, 0, 1, -1, 1, -1, 0, 1};
    static int const y_of[8] = {1, 1, 1, 0, 0, -1, -1, -1};
    int x = x_of[i], y = y_of[i];
    if (s & 4) {
        int const swap = x;
        x = y;
        y = swap;
    }
    x = s & 1 ? -x : x;
    y = s & 2 ? -y : y;
    for (int j = 0; j < 8; j++)
        if (x_of[j] == x && y_of[j] == y)
            return j;
    return i;
}

static unsigned canonical_around(unsigned code)
{
    unsigned least = code;
    for (int s = 1; s < 8; s++) {
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

/* What is near, nearest first: steps and their class.  The distance is
   |x| + |y| + max(|x|, |y|), as in Coulom 2007, and the class two less.  */
#define NEAREST_ROW(x, y, kind)                                                        \
    {                                                                                  \
        x, y, kind, (x) + PITCH *(y)                                                   \
    }
/* clang-format off */
static struct {
    int8_t x, y;
    uint8_t kind;
    int16_t step;
} const nearest[] = {
    NEAREST_ROW(0, 1, 0),  NEAREST_ROW(1, 0, 0),   NEAREST_ROW(0, -1, 0),  NEAREST_ROW(-1, 0, 0),
    NEAREST_ROW(1, 1, 1),  NEAREST_ROW(1, -1, 1),  NEAREST_ROW(-1, 1, 1),  NEAREST_ROW(-1, -1, 1),
    NEAREST_ROW(0, 2, 2),  NEAREST_ROW(2, 0, 2),   NEAREST_ROW(0, -2, 2),  NEAREST_ROW(-2, 0, 2),
    NEAREST_ROW(1, 2, 3),  NEAREST_ROW(2, 1, 3),   NEAREST_ROW(1, -2, 3),  NEAREST_ROW(2, -1, 3),
    NEAREST_ROW(-1, 2, 3), NEAREST_ROW(-2, 1, 3),  NEAREST_ROW(-1, -2, 3), NEAREST_ROW(-2, -1, 3),
};
/* clang-format on */

enum { NEAREST = sizeof nearest / sizeof *nearest, NEAREST_2 = 8, NEAREST_REACH = 2 };

/* Without branches: which points are taken is what nobody can foresee.  */
static inline int mark_if_empty(struct marking const *marking, int count, int p,
                                uint32_t feature)
{
    marking->marks[count] = (struct nearby_mark){(point)p, feature};
    return count + (marking->board->color[p] == EMPTY);
}

static void mark_near(struct marking *marking, point middle, int reach, uint32_t base)
{
    struct board const *const board = marking->board;
    int count = marking->count;
    if (middle == PASS || middle == NOWHERE)
        return;
    int const x = point_column(middle), y = point_row(middle);
    bool const inside = x > NEAREST_REACH && x <= board->width - NEAREST_REACH &&
                        y > NEAREST_REACH && y <= board->height - NEAREST_REACH;
    for (int i = 0; i < reach && inside; i++)
        count = mark_if_empty(marking, count, middle + nearest[i].step,
                              base + nearest[i].kind);
    for (int i = 0; i < reach && !inside; i++) {
        unsigned const column = (unsigned)(x + nearest[i].x - 1);
        unsigned const row = (unsigned)(y + nearest[i].y - 1);
        bool const on = (column < board->width) & (row < board->height);
        count = mark_if_empty(marking, count, on ? middle + nearest[i].step : 0,
                              base + nearest[i].kind);
    }
    marking->count = count;
}

static void mark_touch(struct marking *marking, point last, bool swap)
{
    struct board const *const board = marking->board;
    for (int i = 0; i < 8; i++) {
        point const p = (point)(last + around_step[i]);
        if (board->color[p] != EMPTY)
            continue;
        unsigned const code = board->around[p];
        bool const straight = i == 1 || i == 3 || i == 4 || i == 6;
        mark(marking, p,
             FEATURE_TOUCH + (straight ? 0 : NEARBY_CODES) +
                 (swap ? nearby_swap_around(code) : code));
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
    point const taking = counter_capture(board, p);
    point const running = points_first(&board_chain(board, p)->liberties);
    if (taking != NOWHERE)
        mark(marking, taking, FEATURE_ANSWER + ANSWER_SAVE);
    if (running != taking)
        mark(marking, running,
             FEATURE_ANSWER + (settle_liberties_after(board, running, color) > 1
                                   ? ANSWER_RUN
                                   : ANSWER_RUN_VAIN));
}

/* No larger eye space has a vital point; and whoever has many liberties besides
   is in no danger.  */
enum { VITAL_MAX = 6, SAFE_LIBERTIES = 9 };

/* The empty points connected to P, in SHAPE, when they are at most VITAL_MAX and
   nothing but OWNER's stones is around them; 0 otherwise.  */
static int eye_shape(struct board const *board, point p, enum color owner,
                     point shape[VITAL_MAX])
{
    int size = 1;
    shape[0] = p;
    for (int done = 0; done < size; done++)
        for (int i = 0; i < 4; i++) {
            point const near = (point)(shape[done] + neighbour[i]);
            bool seen = board->color[near] == owner || board->color[near] == EDGE;
            for (int j = 0; j < size && !seen; j++)
                seen = shape[j] == near;
            if (seen)
                continue;
            if (board->color[near] != EMPTY || size == VITAL_MAX)
                return 0;
            shape[size++] = near;
        }
    return size;
}

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

/* The last move has made or filled an eye space: its vital point.  */
static void mark_nakade(struct marking *marking, point last)
{
    struct board const *const board = marking->board;
    point shape[VITAL_MAX];
    int const mover = board->to_move == WHITE;
    if (board_liberties(board, last) > SAFE_LIBERTIES)
        return;
    for (int i = 0; i < 4; i++) {
        point const near = (point)(last + neighbour[i]);
        if (board->color[near] != EMPTY || !may_be_eye(board->around[near], mover))
            continue;
        int const size = eye_shape(board, near, board_color(board, last), shape);
        point const vital = size >= 3 ? eyes_vital(shape, size) : NOWHERE;
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
    uint16_t done[4] = {NO_CHAIN};
    for (int i = 0; i < 4; i++) {
        point const near = (point)(last + neighbour[i]);
        uint16_t const slot = board->slot[near];
        bool seen = board->color[near] != color || board_liberties(board, near) > 2;
        for (int j = 0; j < i; j++)
            seen |= done[j] == slot;
        done[i] = slot;
        if (seen)
            continue;
        if (board_liberties(board, near) == 1)
            mark_rescues(marking, near);
        else
            mark_liberties(marking, near, ANSWER_EXTEND);
    }
    mark_nakade(marking, last);
}

int nearby_marks(struct board const *board,
                 struct nearby_mark marks[static NEARBY_MARKS_MAX])
{
    struct marking marking = {.board = board, .marks = marks};
    enum color const color = (enum color)board->to_move;
    point const last = board->last;

    mark_near(&marking, last, NEAREST, FEATURE_NEAR);
    mark_near(&marking, board->last2, NEAREST_2, FEATURE_NEAR2);
    if (last != PASS && last != NOWHERE && board->color[last] == opponent(color)) {
        mark_touch(&marking, last, color == WHITE);
        mark_answers(&marking, last, color);
    }
    return marking.count;
}
