#include <config.h>

#include "player/reasons.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- words */

static void say(struct reasons *reasons, char const *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(struct reasons *reasons, char const *format, ...)
{
    va_list args;
    if (reasons->count == REASONS_MAX)
        return;
    va_start(args, format);
    vsnprintf(reasons->text[reasons->count++], REASON_TEXT, format, args);
    va_end(args);
}

/* "the stone", "3 stones".  */
static char const *stones(int count, char text[static 16])
{
    if (count == 1)
        snprintf(text, 16, "the stone");
    else
        snprintf(text, 16, "%d stones", count);
    return text;
}

/* The chains of COLOR next to AT, each by one of its stones: LIST has room for four;
   only those with at most so many LIBERTIES.  */
static int neighbours_of(struct board const *board, point at, enum color color,
                         int liberties, point list[static 4])
{
    int count = 0;
    for (int i = 0; i < 4; i++) {
        point const p = (point)(at + neighbour[i]);
        bool known = false;
        if (board_color(board, p) != color || board_liberties(board, p) > liberties)
            continue;
        for (int k = 0; k < count; k++)
            known |= board->slot[list[k]] == board->slot[p];
        if (!known)
            list[count++] = p;
    }
    return count;
}

enum { ANY_LIBERTIES = AREA_MAX, PLACES_TEXT = 64 };

/* "K10", "K10 and M10", "K10, M10 and L9".  */
static char const *places(point const list[], int count, char text[static PLACES_TEXT])
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < count && used < PLACES_TEXT; i++) {
        char name[POINT_TEXT];
        used += (size_t)snprintf(text + used, PLACES_TEXT - used, "%s%s",
                                 !i              ? ""
                                 : i < count - 1 ? ", "
                                                 : " and ",
                                 point_format(list[i], name));
    }
    return text;
}

/* " at K10 and M10", or nothing when there are none to name.  */
static char const *at_places(point const list[], int count,
                             char text[static PLACES_TEXT + 8])
{
    char names[PLACES_TEXT];
    text[0] = '\0';
    if (count)
        snprintf(text, PLACES_TEXT + 8, " at %s", places(list, count, names));
    return text;
}

/* ---------------------------------------------------------------- facts */

/* Whose chains beside the move a fact is about.  */
enum whose { NOBODYS, OURS, THEIRS };

/* %s is for the stones and where they are, if the row is about any.  */
struct wording {
    enum fact fact;
    enum whose whose;
    int liberties; /* of the chains meant, at most */
    char const *format;
};

/* The order is that of importance.  */
static struct wording const wordings[] = {
    {FACT_CAPTURE_SAVES, THEIRS, 1, "captures %s%s and so saves its own stones"},
    {FACT_ESCAPES, OURS, 1, "saves %s%s from being captured"},
    {FACT_CAPTURE_LIVE, THEIRS, 1, "captures %s%s that could still have escaped"},
    {FACT_VITAL_OWN, NOBODYS, 0, "is the vital point of its own eye space"},
    {FACT_VITAL_ENEMY, NOBODYS, 0, "is the vital point of the enemy's eye space"},
    {FACT_RACE_TURN, NOBODYS, 0,
     "wins a race to capture that the enemy would win if he moved first"},
    {FACT_SNAPBACK, THEIRS, ANY_LIBERTIES, "catches %s%s in a snapback"},
    {FACT_ATARI_CATCHES, THEIRS, 2, "puts %s%s into atari without escape"},
    {FACT_NET, THEIRS, 3, "catches %s%s in a net"},
    {FACT_DEFENDS, OURS, 2, "keeps %s%s from being caught"},
    {FACT_TAKES_KO, NOBODYS, 0, "takes the ko"},
    {FACT_DOUBLE_ATARI, THEIRS, 2, "gives a double atari to %s%s"},
    {FACT_ESCAPES_KO, OURS, 1, "saves %s%s if it wins the ko"},
    {FACT_ATARI_KO, THEIRS, 2, "puts %s%s into atari and starts a ko"},
    {FACT_DEFENDS_KO, OURS, 2, "makes the enemy fight a ko for %s%s"},
    {FACT_NAKADE, NOBODYS, 0,
     "throws stones in so that their captor gets one eye at most"},
    {FACT_RACE_WON, NOBODYS, 0, "takes a liberty in a race to capture that is won"},
    {FACT_ATARI_LOOSE, THEIRS, 2, "puts %s%s into atari"},
    {FACT_SPOILS_EYE, NOBODYS, 0, "plays inside the enemy's eye space"},
    {FACT_THROW_IN, NOBODYS, 0, "throws a stone in"},
    {FACT_CAPTURE_DEAD, THEIRS, 1, "takes off %s%s, which could not escape"},
    {FACT_RACE_LOST, NOBODYS, 0, "takes a liberty in a race to capture that is lost"},
    {FACT_RUNS_IN_VAIN, OURS, 1, "extends %s%s, which is lost all the same"},
    {FACT_BREAKS_SEKI, NOBODYS, 0, "gives up a seki"},
    {FACT_SELF_ATARI, NOBODYS, 0, "puts its own stones into atari"},
    {FACT_RISKY, NOBODYS, 0, "leaves its own stones where they can be caught"},
    {FACT_FILLS_EYE, NOBODYS, 0, "fills an eye of its own"},
};

static void word(struct board const *board, point at, struct move_facts const *facts,
                 struct wording const *row, struct reasons *reasons)
{
    enum color const own = (enum color)board->to_move;
    point list[4];
    char count_text[16], where[PLACES_TEXT + 8];
    int const stake = fact_stake(facts, row->fact);
    if (row->whose == NOBODYS) {
        say(reasons, "%s", row->format);
        return;
    }
    int const count = neighbours_of(board, at, row->whose == OURS ? own : opponent(own),
                                    row->liberties, list);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    say(reasons, row->format, stake ? stones(stake, count_text) : "stones",
        at_places(list, count, where));
#pragma GCC diagnostic pop
}

static void find_facts(struct board const *board, point at,
                       struct move_facts const *facts, struct reasons *reasons)
{
    for (size_t i = 0; i < sizeof wordings / sizeof *wordings; i++)
        if (facts->claims & FACT_BIT(wordings[i].fact))
            word(board, at, facts, &wordings[i], reasons);
}

/* ---------------------------------------------------------------- chains */

static void find_contacts(struct board const *board, point at, struct reasons *reasons)
{
    enum color const own = (enum color)board->to_move;
    point friends[4], enemies[4];
    char text[PLACES_TEXT], other[PLACES_TEXT];
    int const joined = neighbours_of(board, at, own, ANY_LIBERTIES, friends);
    int const touched = neighbours_of(board, at, opponent(own), ANY_LIBERTIES, enemies);
    if (joined > 1)
        say(reasons, "joins %s", places(friends, joined, text));
    if (touched > 1)
        say(reasons, "comes between the %s stones at %s", color_name(opponent(own)),
            places(enemies, touched, text));
    else if (touched == 1 && !joined)
        say(reasons, "attaches to the %s stone at %s", color_name(opponent(own)),
            places(enemies, 1, text));
    else if (touched == 1)
        say(reasons, "presses %s from %s", places(enemies, 1, text),
            places(friends, 1, other));
    else if (joined == 1)
        say(reasons, "extends from %s", places(friends, 1, text));
}

/* ---------------------------------------------------------------- open board */

static int line_from(int coordinate, int size)
{
    return coordinate * 2 <= size + 1 ? coordinate : size + 1 - coordinate;
}

static int steps(point p, point q)
{
    return abs(point_column(p) - point_column(q)) + abs(point_row(p) - point_row(q));
}

/* The nearest stone of COLOR, or NOWHERE, and how many steps it is away.  */
static point nearest_stone(struct board const *board, point at, enum color color,
                           int *away)
{
    point nearest = NOWHERE;
    *away = 2 * BOARD_MAX;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board_color(board, p) == color && steps(p, at) < *away) {
            *away = steps(p, at);
            nearest = p;
        }
    return nearest;
}

static bool is_corner_empty(struct board const *board, point at)
{
    int const half_columns = board->width / 2, half_rows = board->height / 2;
    bool const right = point_column(at) > half_columns;
    bool const top = point_row(at) > half_rows;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board_color(board, p) != EMPTY &&
            (point_column(p) > half_columns) == right &&
            (point_row(p) > half_rows) == top)
            return false;
    return true;
}

/* Where nothing touches the move.  */
static void find_place(struct board const *board, point at, struct reasons *reasons)
{
    enum { CORNER = 7, CLOSE = 6, FAR = 7 };
    enum color const own = (enum color)board->to_move;
    int const across = line_from(point_column(at), board->width);
    int const up = line_from(point_row(at), board->height);
    int const low = across < up ? across : up, high = across < up ? up : across;
    int friend_away, enemy_away;
    char text[POINT_TEXT];
    point const friend = nearest_stone(board, at, own, &friend_away);
    point const enemy = nearest_stone(board, at, opponent(own), &enemy_away);
    bool const roomy = board->width >= 13 && board->height >= 13;
    if (roomy && high <= CORNER && is_corner_empty(board, at))
        say(reasons, "takes an empty corner on its %d-%d point", low, high);
    else if (friend_away > FAR && enemy_away > FAR)
        say(reasons, "plays where no stone is near, on the %d%s line", low,
            low == 1   ? "st"
            : low == 2 ? "nd"
            : low == 3 ? "rd"
                       : "th");
    else if (enemy_away <= CLOSE && enemy_away < friend_away)
        say(reasons, "approaches the %s stone at %s", color_name(opponent(own)),
            point_format(enemy, text));
    else if (friend_away <= CLOSE)
        say(reasons, "works together with the stone at %s", point_format(friend, text));
}

void reasons_find(struct board const *board, point at, struct move_facts const *facts,
                  struct reasons *reasons)
{
    reasons->count = 0;
    if (at == PASS)
        return;
    find_facts(board, at, facts, reasons);
    int const claimed = reasons->count;
    find_contacts(board, at, reasons);
    if (reasons->count == claimed)
        find_place(board, at, reasons);
}
