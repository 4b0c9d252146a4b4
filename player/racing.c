#include <config.h>

#include "player/racing.h"

#include <stdio.h>

#include "engine/reading/race.h"
#include "player/beside.h"

/* Positions to look at for each race and side; of chains that a race is spoken of
   unread, stones enough to matter and liberties few enough to count.  */
enum { RACE_BUDGET = 300, RACERS = 3, FEW_LIBERTIES = 5 };

/* ---------------------------------------------------------------- races that turn */

/* The stone of the chain of STONE that is nearest to AT, as people would name it.  */
static point nearest(struct board const *board, point stone, point at)
{
    point best = stone, p = stone;
    int least = 2 * BOARD_MAX;
    do {
        int const far = point_steps(p, at);
        if (far < least || (far == least && p < best)) {
            least = far;
            best = p;
        }
        p = board->next[p];
    } while (p != stone);
    return best;
}

static bool wins_by(struct race const *race, point at)
{
    for (int i = 0; i < race->move_count; i++)
        if (race->move[i] == at)
            return true;
    return false;
}

/* The race of most stones that turns on AT, or NULL.  */
static struct race const *find_turn(struct board const *board, point at,
                                    struct race const list[], int count)
{
    struct race const *best = NULL;
    for (int i = 0; i < count; i++)
        if (wins_by(&list[i], at) &&
            (!best || race_stake(board, &list[i]) > race_stake(board, best)))
            best = &list[i];
    return best;
}

/* Is it only a matter of filling, AT being one of the enemy's liberties?  Then numbers
   say who wins.  */
static bool is_told_by_numbers(struct board const *board, struct race const *race,
                               point at)
{
    struct race_count const *const count = &race->count;
    enum color const own = (enum color)board->to_move;
    struct chain const *const enemy =
        board_chain(board, count->racer[opponent(own)].stone);
    return count->plain && !count->shared && !count->racer[BLACK].eyes &&
           !count->racer[WHITE].eyes && points_have(&enemy->liberties, at);
}

static void tell_turn(struct board const *board, point at, struct race const *race,
                      struct reasons *reasons)
{
    enum color const own = (enum color)board->to_move, enemy = opponent(own);
    point const ours = nearest(board, race->count.racer[own].stone, at);
    point const theirs = nearest(board, race->count.racer[enemy].stone, at);
    int const have = board_liberties(board, ours),
              leave = board_liberties(board, theirs);
    char us[POINT_TEXT], them[POINT_TEXT];
    point_format(ours, us);
    point_format(theirs, them);
    if (race->loser[own] == EMPTY)
        reasons_say(reasons,
                    "keeps %s (%d liberties) from losing its race with %s (%d)", us,
                    have, them, leave);
    else if (race->loser[enemy] == EMPTY)
        reasons_say(reasons,
                    "captures %s (%d liberties) in its race with %s (%d), which nobody "
                    "wins if %s moves first",
                    them, leave, us, have, own == BLACK ? "White" : "Black");
    else if (is_told_by_numbers(board, race, at))
        reasons_say(reasons, "wins the race of %s with %s by a liberty: %d against %d",
                    us, them, have, leave - 1);
    else
        reasons_say(reasons,
                    "wins the race of %s (%d liberties) with %s (%d), which goes to "
                    "whoever moves first",
                    us, have, them, leave);
}

void racing_find_turn(struct board const *board, point at, struct reasons *reasons)
{
    struct race list[RACES_MAX];
    struct board copy;
    board_copy(&copy, board);
    int const count = races_find(&copy, RACE_BUDGET, list);
    struct race const *const race = find_turn(board, at, list, count);
    if (race)
        tell_turn(board, at, race, reasons);
}

/* ---------------------------------------------------------------- other liberties */

static bool is_short(struct board const *board, point p)
{
    struct chain const *const chain = board_chain(board, p);
    return chain->stone_count >= RACERS && chain->liberty_count <= FEW_LIBERTIES;
}

/* The largest chain of the other side that touches that of STONE and races with it for
   liberties other than AT, or NOWHERE.  */
static point rival(struct board const *board, point stone, point at)
{
    enum color const other = opponent(board_color(board, stone));
    point best = NOWHERE, p = stone;
    do {
        for (int i = 0; i < 4; i++) {
            point const near = (point)(p + neighbour[i]);
            if (board_color(board, near) == other && is_short(board, near) &&
                !points_have(&board_chain(board, near)->liberties, at) &&
                (best == NOWHERE || board_chain(board, near)->stone_count >
                                        board_chain(board, best)->stone_count))
                best = near;
        }
        p = board->next[p];
    } while (p != stone);
    return best;
}

/* What reading says of the race between OURS and THEIRS, to be added to its liberties.
   A move that takes a liberty from a chain that is lost all the same is told as one. */
static char const *outcome_of(struct board const *board, point ours, point theirs)
{
    enum color const own = (enum color)board->to_move, enemy = opponent(own);
    struct race race;
    struct board copy;
    board_copy(&copy, board);
    point const black = own == BLACK ? ours : theirs;
    if (!race_read(&copy, black, own == BLACK ? theirs : ours, RACE_BUDGET, &race) ||
        !race_is_sure(&race) || race_is_urgent(&race))
        return "";
    return race.loser[own] == enemy ? ", won whoever moves first"
           : race.loser[own] == own ? ", lost whoever moves first"
                                    : ", in which nobody is captured";
}

/* A race is told with its liberties, so that who reads may judge.  */
void racing_find_liberty(struct board const *board, point at,
                         struct move_facts const *facts, struct reasons *reasons)
{
    static uint64_t const told =
        FACT_BIT(FACT_RACE_TURN) | FACT_BIT(FACT_RACE_WON) | FACT_BIT(FACT_RACE_LOST);
    struct wanted_chains const enemies = {opponent((enum color)board->to_move), 2,
                                          FEW_LIBERTIES};
    point list[4];
    char name[POINT_TEXT], other[POINT_TEXT];
    if (!(facts->claims & told))
        return;
    int const count = chains_beside(board, at, enemies, list);
    for (int i = 0; i < count; i++) {
        point const ours =
            is_short(board, list[i]) ? rival(board, list[i], at) : NOWHERE;
        if (ours == NOWHERE)
            continue;
        reasons_say(reasons,
                    "takes a liberty from %s (%d) in its race with %s (%d liberties)%s",
                    point_format(list[i], name), board_liberties(board, list[i]),
                    point_format(ours, other), board_liberties(board, ours),
                    outcome_of(board, ours, list[i]));
        return;
    }
}
