#include <config.h>

#include "engine/reading/race_count.h"

#include "engine/reading/eyes.h"

#include <assert.h>
#include <string.h>

enum {
    FIRM = 3,  /* a chain of so many liberties is not caught while others race */
    FLEES = 3, /* whoever gains so many is out of the race */
};

static struct points liberties_but(struct chain const *one, struct chain const *other)
{
    struct points left = one->liberties;
    points_part(&left, &other->liberties);
    return left;
}

int race_gain(struct board const *board, point stone, point p)
{
    struct chain const *const own = board_chain(board, stone);
    enum color const color = board_color(board, stone);
    int gain = 0;
    for (int i = 0; i < 4; i++) {
        point const q = (point)(p + neighbour[i]);
        if (board->color[q] == EMPTY) {
            gain += !points_have(&own->liberties, q);
        } else if (board->color[q] == color && board_chain(board, q) != own) {
            struct points const more = liberties_but(board_chain(board, q), own);
            gain += points_count(&more);
        }
    }
    return gain;
}

/* The chains of the other side around that of STONE, but for RIVAL and what lies in
   its EYES, have liberties enough.  */
static bool walls_are_firm(struct board const *board, point stone, point rival,
                           struct points const *eyes)
{
    enum color const enemy = opponent(board_color(board, stone));
    point p = stone;
    do {
        for (int i = 0; i < 4; i++) {
            point const q = (point)(p + neighbour[i]);
            if (board->color[q] == enemy && board->slot[q] != board->slot[rival] &&
                board_liberties(board, q) < FIRM && !points_have(eyes, q))
                return false;
        }
        p = board->next[p];
    } while (p != stone);
    return true;
}

/* The chains beside P, a liberty of the chains of STONE and RIVAL or of one of them,
   but for these two: filling P catches or threatens none of them.  */
static bool are_firm_beside(struct board const *board, point p, point stone,
                            point rival)
{
    for (int i = 0; i < 4; i++) {
        point const q = (point)(p + neighbour[i]);
        if ((board->color[q] == BLACK || board->color[q] == WHITE) &&
            board->slot[q] != board->slot[stone] &&
            board->slot[q] != board->slot[rival] && board_liberties(board, q) < FIRM)
            return false;
    }
    return true;
}

/* How many stones the largest chain of COLOR beside P has.  */
static int touches(struct board const *board, point p, enum color color)
{
    int most = 0;
    for (int i = 0; i < 4; i++) {
        point const q = (point)(p + neighbour[i]);
        if (board->color[q] == color && board_chain(board, q)->stone_count > most)
            most = board_chain(board, q)->stone_count;
    }
    return most;
}

/* The space around P that is closed in by the chain of STONE alone.  */
struct hollow {
    int size, stones;
    struct points points;
    bool closed;
};

static void explore(struct board const *board, point p, point stone, point rival,
                    struct hollow *hollow)
{
    enum color const own = board_color(board, stone);
    point stack[EYE_MAX];
    int depth = 0;
    *hollow = (struct hollow){.closed = true};
    points_add(&hollow->points, p);
    stack[depth++] = p;
    while (depth) {
        point const at = stack[--depth];
        hollow->size++;
        hollow->stones += board->color[at] != EMPTY;
        for (int i = 0; i < 4; i++) {
            point const q = (point)(at + neighbour[i]);
            if (board->color[q] == EDGE || points_have(&hollow->points, q))
                continue;
            if (board->slot[q] == board->slot[stone])
                continue;
            if (board->color[q] == own || board->slot[q] == board->slot[rival] ||
                hollow->size + depth == EYE_MAX) {
                hollow->closed = false;
                return;
            }
            points_add(&hollow->points, q);
            stack[depth++] = q;
        }
    }
}

/* Moves that it takes to fill an eye of so many points, none of them taken yet.  */
static int const eye_moves[EYE_MAX + 1] = {0, 1, 2, 3, 5, 8, 12, 17};

/* What a hollow is worth to its owner.  */
enum hollow_eyes { NOT_SETTLED, ONE_EYE, TWO_EYES };

/* VITAL is where that is decided, or NOWHERE.  */
static enum hollow_eyes eyes_in(struct board const *board, struct hollow const *hollow,
                                point *vital)
{
    point shape[EYE_MAX];
    int const size = points_list(&hollow->points, shape);
    *vital = eyes_vital(shape, size);
    if (*vital != NOWHERE && board->color[*vital] == EMPTY)
        return NOT_SETTLED;
    bool const one = size <= 2 || *vital != NOWHERE || eyes_is_nakade(shape, size);
    *vital = NOWHERE;
    return one ? ONE_EYE : hollow->stones ? NOT_SETTLED : TWO_EYES;
}

/* P is no way in from outside: what it is in, into RACER, and its points into EYES;
   false when it is no eye, or not yet said how many.  */
static bool count_eye(struct board const *board, point p, point rival,
                      struct racer *racer, struct points *eyes)
{
    struct hollow hollow;
    point vital;
    explore(board, p, racer->stone, rival, &hollow);
    if (!hollow.closed)
        return false;
    enum hollow_eyes const found = eyes_in(board, &hollow, &vital);
    if (vital != NOWHERE)
        racer->vital = vital;
    if (found == NOT_SETTLED)
        return false;
    int const moves = eye_moves[hollow.size] - hollow.stones;
    enum race_eye const eye = hollow.size > 3 ? EYE_BIG : EYE_SMALL;
    points_join(eyes, &hollow.points);
    racer->eyes = (uint8_t)(racer->eyes + found);
    racer->in_eye = (uint8_t)(racer->in_eye + (moves > 0 ? moves : 1));
    if (eye > racer->eye)
        racer->eye = (uint8_t)eye;
    return true;
}

/* Liberties that RACER alone has, and the points of its EYES; true when all of them are
   plain.  */
static bool count_own(struct board const *board, struct racer *racer, point rival,
                      struct points *eyes)
{
    enum color const enemy = board_color(board, rival);
    struct chain const *const chain = board_chain(board, racer->stone);
    struct points const own = liberties_but(chain, board_chain(board, rival));
    point list[RACE_LIBERTIES];
    int const count = points_list(&own, list);
    bool plain = true;
    for (int i = 0; i < count; i++) {
        if (points_have(eyes, list[i]))
            continue;
        int const gain = race_gain(board, racer->stone, list[i]);
        int const wall = touches(board, list[i], enemy);
        racer->flees |= gain >= FLEES;
        if (!gain && wall < EYE_MAX && count_eye(board, list[i], rival, racer, eyes))
            continue;
        racer->outside++;
        plain &=
            wall && gain <= 1 && are_firm_beside(board, list[i], racer->stone, rival);
    }
    return plain;
}

static bool count_shared(struct board const *board, struct race_count *count)
{
    struct chain const *const black = board_chain(board, count->racer[BLACK].stone);
    struct points const own =
        liberties_but(black, board_chain(board, count->racer[WHITE].stone));
    point list[RACE_LIBERTIES];
    int const liberties = points_list(&black->liberties, list);
    bool plain = true;
    for (int i = 0; i < liberties; i++) {
        if (points_have(&own, list[i]))
            continue;
        count->shared++;
        plain &= are_firm_beside(board, list[i], count->racer[BLACK].stone,
                                 count->racer[WHITE].stone);
        for (enum color color = BLACK; color <= WHITE; color++) {
            int const gain = race_gain(board, count->racer[color].stone, list[i]);
            plain &= !gain;
            count->racer[color].flees |= gain >= FLEES;
        }
    }
    return plain;
}

void race_count(struct board const *board, point black, point white,
                struct race_count *count)
{
    assert(board->color[black] == BLACK && board->color[white] == WHITE);
    assert(board_liberties(board, black) <= RACE_LIBERTIES &&
           board_liberties(board, white) <= RACE_LIBERTIES);
    memset(count, 0, sizeof *count);
    count->racer[BLACK].stone = black;
    count->racer[WHITE].stone = white;
    count->racer[BLACK].vital = count->racer[WHITE].vital = NOWHERE;
    struct points eyes[3] = {{{0}}};
    bool plain = count_own(board, &count->racer[BLACK], white, &eyes[BLACK]);
    plain &= count_own(board, &count->racer[WHITE], black, &eyes[WHITE]);
    plain &= count_shared(board, count);
    count->plain = plain && walls_are_firm(board, black, white, &eyes[BLACK]) &&
                   walls_are_firm(board, white, black, &eyes[WHITE]);
}

/* How far WINNER must be ahead, in liberties of its own, to capture when it moves
   first.  */
static int lead_needed(struct race_count const *count, enum color winner)
{
    int const better =
        (int)count->racer[winner].eye - (int)count->racer[opponent(winner)].eye;
    if (better)
        return better > 0 ? -count->shared : count->shared;
    bool const eyes = count->racer[winner].eye != EYE_NONE;
    return eyes || !count->shared ? count->shared : count->shared - 1;
}

enum color race_loser(struct race_count const *count, enum color mover)
{
    int own[3];
    bool lives[3];
    assert(count->plain);
    for (enum color color = BLACK; color <= WHITE; color++) {
        own[color] = count->racer[color].outside + count->racer[color].in_eye;
        lives[color] = count->racer[color].eyes > 1;
    }
    if (lives[BLACK] || lives[WHITE])
        return lives[BLACK] && lives[WHITE] ? EMPTY : lives[BLACK] ? WHITE : BLACK;
    for (enum color winner = BLACK; winner <= WHITE; winner++) {
        int const lead = own[winner] - own[opponent(winner)];
        if (lead >= lead_needed(count, winner) + (winner != mover))
            return opponent(winner);
    }
    return EMPTY;
}
