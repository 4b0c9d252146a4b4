/* engine/go/board.h -- stones, chains, liberties, ko and captures.

   A board is a flat value: `copy = *board' is a complete board of its own,
   and board_copy does the same faster by leaving out what is unused.  The
   struct is open because everything hot reads it, but only board.c changes
   it.  What each field means, and what always holds, is written down at the
   top of board.c.

   A chain is named by a small number, its slot.  It keeps the exact set of
   its liberties, one bit a point, so that atari, the last liberty and the
   number of liberties are always known and two chains are joined by OR.

   The board knows the rules of capture, suicide and the simple ko.  Which of
   them apply, and superko, is the business of rules.h.  */
#pragma once

#include <assert.h>

#include "engine/go/points.h"
#include "engine/go/zobrist.h"

#include <stddef.h>

enum {
    NO_CHAIN = 0, /* the slot of what is not a stone */
    SPARE_SLOTS = 16,
    CHAIN_MAX = 1 + AREA_MAX + SPARE_SLOTS, /* more than any position can have */
};

/* The 3x3 code of a point: two bits of colour for each point around it, those
   of around_step[i] at bits 2i and 2i + 1:

       0 1 2
       3 . 4
       5 6 7

   A mask of sides or corners has the lower bit of each.  */
enum { AROUND_CROSS = 0x1144, AROUND_CORNERS = 0x4411 };

/* At which bit of such a mask neighbour[i] stands.  */
static int const side_bit[4] = {2, 6, 8, 12};

struct chain {
    struct points liberties;
    uint16_t liberty_count;
    uint16_t stone_count;
    point stone; /* one of its stones */
};

struct board {
    uint64_t hash; /* of the stones alone */
    uint8_t width, height;
    uint8_t to_move;       /* BLACK or WHITE */
    uint8_t passes;        /* in a row, up to now */
    point ko;              /* where TO_MOVE may not retake, or NOWHERE */
    point last;            /* the last move, NOWHERE when there was none */
    uint16_t moves;        /* played so far, passes included */
    uint16_t prisoners[3]; /* [c]: stones of colour c taken off the board */
    uint16_t stones[3];    /* [c]: stones of colour c on the board */
    uint16_t empty_count;
    uint16_t slots_used;     /* no chain has a slot at or above this */
    uint16_t free_slots;     /* how many below it are free, listed in free_slot */
    uint8_t color[POINTS];   /* enum color */
    point empty[AREA_MAX];   /* the empty points in no particular order */
    uint16_t place[POINTS];  /* where in EMPTY an empty point stands */
    uint16_t slot[POINTS];   /* the chain of a stone, NO_CHAIN for the rest */
    uint16_t around[POINTS]; /* the colours of the 8 points around it */
    point next[POINTS];      /* the next stone of the same chain, in a ring */
    uint16_t free_slot[CHAIN_MAX];
    struct chain chain[CHAIN_MAX]; /* last: board_copy stops at slots_used */
};

/* A move as board_undo needs to know it.  */
struct undo {
    unsigned char facts[offsetof(struct board, color)]; /* the board's, before */
    point at;
    uint8_t color;
    uint8_t joins, lifts; /* how many there are below */
    uint16_t place;       /* where in EMPTY the point stood */
    uint16_t fresh, slot; /* of its own, and of the chain it came to first */
    point friend;         /* the stone before it in the ring */
    point next;           /* what the point's own next was */
    uint8_t gained[4];    /* is neighbour[i] a liberty new to that chain? */
    struct {
        uint16_t keep, drop;
        struct chain large, small;
    } join[3];
    struct {
        uint16_t slot;
        uint8_t color;
        struct chain chain;
    } lift[4];
};

void board_init(struct board *board, int width, int height);
void board_copy(struct board *to, struct board const *from);

/* Whether COLOR may put a stone at P, by the rules of capture and the simple
   ko alone; SUICIDE says whether suicide (of more than one stone) counts as
   legal.  P may be PASS, which always is.  */
bool board_is_legal(struct board const *board, point p, enum color color, bool suicide);

/* Would the stone, and all it connects to, be without a liberty, capturing
   nothing?  P is empty.  */
bool board_is_suicide(struct board const *board, point p, enum color color);

/* The liberties that the chain of a stone of COLOR on P, an empty point, would have,
   into LIBERTIES; returns how many.  Of the stones that it captures only those next
   to P are among them.  */
int board_liberties_after(struct board const *board, point p, enum color color,
                          struct points *liberties);

/* Play a legal move or PASS; captures, the ko, the hash and the side to move
   follow.  Suicide removes the chain.  */
void board_play(struct board *board, point p, enum color color);

/* The same, to be taken back by board_undo, last move first, which leaves the
   board as it was.  On 19x19 a move and its undoing take 30 to 45 ns, a copy and
   a move on it 170 to 240 (`hishi bench board').  */
void board_try(struct board *board, point p, enum color color, struct undo *undo);
void board_undo(struct board *board, struct undo const *undo);

/* A new board with the stones of COLOR on it, put down in the order of the points;
   chains without liberties may arise.  */
void board_arrange(struct board *board, int width, int height,
                   uint8_t const color[static POINTS]);

/* Put COLOR (or EMPTY) on P as an editor does: nothing is captured, chains
   without liberties may arise, move count and side to move stay.  */
void board_set(struct board *board, point p, enum color color);

/* COLOR is to move next, whoever moved last; no ko binds it.  */
void board_turn(struct board *board, enum color color);

/* The hash after COLOR plays P, which is legal, without playing it.  */
uint64_t board_hash_after(struct board const *board, point p, enum color color);

/* Exchange the empty points at places I and J of the list, which is in no
   particular order: how a player draws without repetition.  */
static inline void board_swap_empty(struct board *board, uint32_t i, uint32_t j)
{
    assert(i <= board->empty_count && j <= board->empty_count);
    point const p = board->empty[i], q = board->empty[j];
    board->empty[i] = q;
    board->empty[j] = p;
    board->place[q] = (uint16_t)i;
    board->place[p] = (uint16_t)j;
}

/* Do A and B hold the same stones?  */
bool board_same_stones(struct board const *a, struct board const *b);

/* Assert every invariant; costs a whole rebuild, for tests and debug builds.  */
void board_check(struct board const *board);

static inline enum color board_color(struct board const *board, point p)
{
    return (enum color)board->color[p];
}

/* The chain of the stone at P.  */
static inline struct chain const *board_chain(struct board const *board, point p)
{
    return &board->chain[board->slot[p]];
}

/* Has P an empty neighbour?  */
static inline bool board_touches_empty(struct board const *board, point p)
{
    unsigned const code = board->around[p];
    return ((code | code >> 1) & AROUND_CROSS) != AROUND_CROSS;
}

/* Is P an empty point without empty neighbours?  Only there can a move become legal
   or illegal by what happens far away.  */
static inline bool board_is_tight(struct board const *board, point p)
{
    return board->color[p] == EMPTY && !board_touches_empty(board, p);
}

/* How many liberties the stone at P has.  */
static inline int board_liberties(struct board const *board, point p)
{
    return board_chain(board, p)->liberty_count;
}

/* What COLOR sees around P: masks of sides and corners, the edge in both.  */
struct sight {
    unsigned own, other;
};

static inline struct sight board_look(struct board const *board, point p,
                                      enum color color)
{
    unsigned const code = board->around[p], shift = color == WHITE;
    return (struct sight){.own = code >> shift, .other = code >> (1 - shift)};
}

/* What keeps P, an empty point, from being an eye of COLOR that should not be
   filled: open or hostile sides, and hostile corners beyond the one that an
   eye away from the edge may have.  */
static inline unsigned board_eye_flaws(struct board const *board, point p,
                                       enum color color)
{
    struct sight const see = board_look(board, p, color);
    unsigned const edge = see.own & see.other & AROUND_CORNERS;
    unsigned const hostile = see.other & ~see.own & AROUND_CORNERS;
    unsigned const allowed = edge ? 0 : hostile & -hostile;
    return (~see.own & AROUND_CROSS) | (hostile ^ allowed);
}

static inline bool board_is_eye(struct board const *board, point p, enum color color)
{
    return !board_eye_flaws(board, p, color);
}

/* At which sides a stone of COLOR on P, an empty point without empty
   neighbours, would find a liberty: a friend's other one, or by a capture.  */
static inline unsigned board_breaths(struct board const *board, point p,
                                     enum color color)
{
    struct sight const see = board_look(board, p, color);
    unsigned atari = 0; /* the edge and its NO_CHAIN too */
    for (int i = 0; i < 4; i++) {
        point const near = (point)(p + neighbour[i]);
        atari |= (unsigned)(board_liberties(board, near) == 1) << side_bit[i];
    }
    return ~(atari ^ (see.other & ~see.own)) & AROUND_CROSS;
}

/* The chains of COLOR next to P, one stone of each into LIST; returns how many.  */
static inline int board_chains_beside(struct board const *board, point p,
                                      enum color color, point list[static 4])
{
    int count = 0;
    assert(color == BLACK || color == WHITE);
    for (int i = 0; i < 4; i++) {
        point const q = (point)(p + neighbour[i]);
        if (board->color[q] != color)
            continue;
        bool seen = false;
        for (int j = 0; j < count; j++)
            seen |= board->slot[list[j]] == board->slot[q];
        if (!seen)
            list[count++] = q;
    }
    return count;
}

/* for (p = first; p; p = board_next_point(board, p)): all points of the board
   in rising order.  */
static inline point board_first_point(void)
{
    return PITCH + 1;
}

static inline point board_next_point(struct board const *board, point p)
{
    if (point_column(p) < board->width)
        return (point)(p + 1);
    return point_row(p) < board->height ? point_at(1, point_row(p) + 1) : (point)0;
}
