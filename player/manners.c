/* Each find_ looks for one thing and says it, or nothing.  What touches stones is named
   by what it touches and no further; else the open board: peeps, corners, then how it
   lies to the nearest stones of both sides.  All of it is geometry, so that it is true
   whatever reading thinks of the move.  */
#include <config.h>

#include "player/manners.h"

#include <stdlib.h>

#include "player/beside.h"

/* A move as it is looked at: AT is still empty, OWN plays there.  */
struct stance {
    struct board const *board;
    point at;
    enum color own, enemy;
    struct reasons *reasons;
};

static bool is(struct stance const *stance, int p, enum color color)
{
    return board_color(stance->board, (point)p) == color;
}

static char const *name(point p, char text[static POINT_TEXT])
{
    return point_format(p, text);
}

/* ---------------------------------------------------------------- lines */

static int line_of(int coordinate, int size)
{
    return coordinate * 2 <= size + 1 ? coordinate : size + 1 - coordinate;
}

/* How far P is from the edge it is nearest to: 1 on the first line.  */
static int line_from_edge(struct board const *board, point p)
{
    int const across = line_of(point_column(p), board->width);
    int const up = line_of(point_row(p), board->height);
    return across < up ? across : up;
}

static char const *ordinal(int line)
{
    static char const *const words[] = {"",       "first", "second", "third",
                                        "fourth", "fifth", "sixth",  "seventh",
                                        "eighth", "ninth", "tenth"};
    int const known = sizeof words / sizeof *words;
    assert(line > 0);
    return line < known ? words[line] : "middle";
}

/* ---------------------------------------------------------------- touching */

/* Two chains of the enemy beside the move, across the corner where a stone of ours
   stands: they cannot join any more here.  */
static bool find_cut(struct stance const *stance)
{
    static int const turn[4][2] = {{0, 1}, {1, 3}, {3, 2}, {2, 0}};
    struct board const *const board = stance->board;
    char one[POINT_TEXT], other[POINT_TEXT];
    for (int i = 0; i < 4; i++) {
        int const step = neighbour[turn[i][0]], side = neighbour[turn[i][1]];
        point const p = (point)(stance->at + step), q = (point)(stance->at + side);
        if (!is(stance, p, stance->enemy) || !is(stance, q, stance->enemy) ||
            board->slot[p] == board->slot[q] ||
            !is(stance, stance->at + step + side, stance->own))
            continue;
        reasons_say(stance->reasons, "cuts %s from %s", name(p, one), name(q, other));
        return true;
    }
    return false;
}

/* A stone of ours diagonally behind, a stone of theirs in the one corner between, and
   nothing in the other.  */
static bool find_hane(struct stance const *stance)
{
    char one[POINT_TEXT], other[POINT_TEXT];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            int const step = neighbour[i], side = neighbour[j];
            if (abs(step) == abs(side) ||
                !is(stance, stance->at + step, stance->enemy) ||
                !is(stance, stance->at + side, EMPTY) ||
                !is(stance, stance->at + step + side, stance->own))
                continue;
            reasons_say(stance->reasons, "plays hane from %s around %s",
                        name((point)(stance->at + step + side), one),
                        name((point)(stance->at + step), other));
            return true;
        }
    return false;
}

/* Beside a stone of ours, FRIEND, along a stone of theirs, ENEMY.  */
static void find_push(struct stance const *stance, point friend, point enemy)
{
    struct board const *const board = stance->board;
    int const back = friend - stance->at, aside = enemy - stance->at;
    int const line = line_from_edge(board, stance->at);
    int const theirs = line_from_edge(board, enemy);
    char one[POINT_TEXT], other[POINT_TEXT];
    bool const along = is(stance, stance->at + back + aside, stance->enemy);
    name(friend, one);
    name(enemy, other);
    if (back == -aside)
        reasons_say(stance->reasons, "bumps into %s from %s", other, one);
    else if (along && line <= 3 && theirs > line &&
             line_from_edge(board, friend) == line)
        reasons_say(stance->reasons, "crawls along the %s line from %s, under %s",
                    ordinal(line), one, other);
    else if (along && line_from_edge(board, friend) == line && theirs < line)
        reasons_say(stance->reasons, "pushes along from %s, over %s", one, other);
    else if (along)
        reasons_say(stance->reasons, "pushes along from %s, beside %s", one, other);
    else if (is(stance, stance->at + back + aside, stance->own))
        reasons_say(stance->reasons, "blocks %s", other);
    else
        reasons_say(stance->reasons, "turns from %s against %s", one, other);
}

static point beside(struct stance const *stance, enum color color)
{
    for (int i = 0; i < 4; i++)
        if (is(stance, stance->at + neighbour[i], color))
            return (point)(stance->at + neighbour[i]);
    return NOWHERE;
}

/* Does it touch anything?  What is said then; a TERSE one names joins and cuts.  */
static bool find_contacts(struct stance const *stance, bool terse)
{
    struct wanted_chains const ours = {stance->own, 1, ANY_LIBERTIES};
    struct wanted_chains const theirs = {stance->enemy, 1, ANY_LIBERTIES};
    point friends[4], enemies[4];
    char text[PLACES_TEXT];
    int const joined = chains_beside(stance->board, stance->at, ours, friends);
    int const touched = chains_beside(stance->board, stance->at, theirs, enemies);
    if (joined > 1)
        reasons_say(stance->reasons, "joins %s", places_name(friends, joined, text));
    if (find_cut(stance) || terse || joined + touched == 0 || joined > 1)
        return joined + touched > 0;
    if (touched > 1)
        reasons_say(stance->reasons, "comes between %s",
                    places_name(enemies, touched, text));
    else if (joined && touched)
        find_push(stance, beside(stance, stance->own), beside(stance, stance->enemy));
    else if (joined)
        reasons_say(stance->reasons, "extends from %s", places_name(friends, 1, text));
    else if (!find_hane(stance))
        reasons_say(stance->reasons, "attaches to %s", places_name(enemies, 1, text));
    return true;
}

/* ---------------------------------------------------------------- peeping */

/* Have the chains of P and Q no liberty in common but AT?  */
static bool meet_only_at(struct board const *board, point p, point q, point at)
{
    struct points const *const of_p = &board_chain(board, p)->liberties;
    struct points const *const of_q = &board_chain(board, q)->liberties;
    for (point r = board_first_point(); r; r = board_next_point(board, r))
        if (r != at && points_have(of_p, r) && points_have(of_q, r))
            return false;
    return true;
}

/* A point beside the move where two chains of the enemy meet, and nowhere else: the
   next stone there would part them.  */
static bool find_peep(struct stance const *stance)
{
    struct wanted_chains const theirs = {stance->enemy, 1, ANY_LIBERTIES};
    point list[4];
    char where[POINT_TEXT], text[PLACES_TEXT];
    for (int i = 0; i < 4; i++) {
        point const q = (point)(stance->at + neighbour[i]);
        if (!is(stance, q, EMPTY) ||
            chains_beside(stance->board, q, theirs, list) != 2 ||
            !meet_only_at(stance->board, list[0], list[1], q))
            continue;
        reasons_say(stance->reasons, "peeps at %s, where %s would join", name(q, where),
                    places_name(list, 2, text));
        return true;
    }
    return false;
}

/* ---------------------------------------------------------------- open board */

/* The nearest stone of COLOR, or NOWHERE, and how many steps it is away.  */
static point nearest_stone(struct stance const *stance, enum color color, int *away)
{
    struct board const *const board = stance->board;
    point nearest = NOWHERE;
    *away = 2 * BOARD_MAX;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (is(stance, p, color) && point_steps(p, stance->at) < *away) {
            *away = point_steps(p, stance->at);
            nearest = p;
        }
    return nearest;
}

static bool is_corner_empty(struct stance const *stance)
{
    struct board const *const board = stance->board;
    int const half_columns = board->width / 2, half_rows = board->height / 2;
    bool const right = point_column(stance->at) > half_columns;
    bool const top = point_row(stance->at) > half_rows;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (!is(stance, p, EMPTY) && (point_column(p) > half_columns) == right &&
            (point_row(p) > half_rows) == top)
            return false;
    return true;
}

static bool find_corner(struct stance const *stance)
{
    enum { CORNER = 7, ROOMY = 13 };
    struct board const *const board = stance->board;
    int const across = line_of(point_column(stance->at), board->width);
    int const up = line_of(point_row(stance->at), board->height);
    int const low = across < up ? across : up, high = across < up ? up : across;
    if (board->width < ROOMY || board->height < ROOMY || high > CORNER ||
        !is_corner_empty(stance))
        return false;
    reasons_say(stance->reasons, "takes an empty corner on its %d-%d point", low, high);
    return true;
}

/* Are all points strictly inside the rectangle that the move and P span empty?  Its
   other corners are of it.  */
static bool is_free_between(struct stance const *stance, point p)
{
    int const column = point_column(stance->at), row = point_row(stance->at);
    int const left = point_column(p) < column ? point_column(p) : column;
    int const low = point_row(p) < row ? point_row(p) : row;
    int const wide = abs(point_column(p) - column), high = abs(point_row(p) - row);
    for (int x = left; x <= left + wide; x++)
        for (int y = low; y <= low + high; y++) {
            point const q = point_at(x, y);
            if (q != p && !is(stance, q, EMPTY))
                return false;
        }
    return true;
}

/* What players call a stone so many lines away both ways; NULL for what has no name. */
static char const *name_of_jump(point p, point q)
{
    static struct {
        int less, more;
        char const *name;
    } const rows[] = {
        {0, 2, "jumps one space"},
        {0, 3, "jumps two spaces"},
        {1, 1, "plays the diagonal move"},
        {1, 2, "plays the knight's move"},
        {1, 3, "plays the large knight's move"},
    };
    int const across = abs(point_column(p) - point_column(q));
    int const up = abs(point_row(p) - point_row(q));
    int const less = across < up ? across : up, more = across < up ? up : across;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].less == less && rows[i].more == more)
            return rows[i].name;
    return NULL;
}

/* From the stone of ours that is nearest in this way.  */
static bool find_jump(struct stance const *stance)
{
    enum { REACH = 3 };
    struct board const *const board = stance->board;
    point best = NOWHERE;
    char text[POINT_TEXT];
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (is(stance, p, stance->own) && point_steps(p, stance->at) <= REACH + 1 &&
            name_of_jump(p, stance->at) && is_free_between(stance, p) &&
            (best == NOWHERE ||
             point_steps(p, stance->at) < point_steps(best, stance->at)))
            best = p;
    if (best == NOWHERE)
        return false;
    reasons_say(stance->reasons, "%s from %s", name_of_jump(best, stance->at),
                name(best, text));
    return true;
}

/* Along the third or fourth line from a stone of ours there, with nothing near the edge
   between.  */
static bool find_extension(struct stance const *stance)
{
    enum { LOW = 3, HIGH = 4, LONG = 6 };
    struct board const *const board = stance->board;
    int const line = line_from_edge(board, stance->at);
    char text[POINT_TEXT];
    if (line < LOW || line > HIGH)
        return false;
    for (int i = 0; i < 4; i++)
        for (int far = 2; far <= LONG; far++) {
            int const p = stance->at + far * neighbour[i];
            if (p < 0 || p >= POINTS || is(stance, p, EDGE) ||
                is(stance, p, stance->enemy))
                break;
            if (!is(stance, p, stance->own))
                continue;
            if (line_from_edge(board, (point)p) != line)
                break;
            reasons_say(stance->reasons, "extends along the %s line from %s",
                        ordinal(line), name((point)p, text));
            return true;
        }
    return false;
}

/* Near the edge below a stone of the enemy; or diagonally above, or two lines above,
   one on the third to fifth line.  */
static bool find_under_or_over(struct stance const *stance, point enemy)
{
    enum { LOW = 3, HIGH = 5, UNDER = 2, CLOSE = 3 };
    struct board const *const board = stance->board;
    int const theirs = line_from_edge(board, enemy);
    int const above = line_from_edge(board, stance->at) - theirs;
    int const across = abs(point_column(enemy) - point_column(stance->at));
    int const up = abs(point_row(enemy) - point_row(stance->at));
    char text[POINT_TEXT];
    if (above < 0 && theirs + above <= UNDER && across + up <= CLOSE) {
        reasons_say(stance->reasons, "reaches under %s on the %s line",
                    name(enemy, text), ordinal(theirs + above));
        return true;
    }
    if (theirs < LOW || theirs > HIGH || !is_free_between(stance, enemy))
        return false;
    if (across == 1 && up == 1 && above == 1)
        reasons_say(stance->reasons, "plays a shoulder hit on %s", name(enemy, text));
    else if (across + up == 2 && above == 2)
        reasons_say(stance->reasons, "caps %s", name(enemy, text));
    else
        return false;
    return true;
}

/* Where nothing touches the move.  */
static void find_place(struct stance const *stance)
{
    enum { CLOSE = 5, FAR = 7 };
    int friend_away, enemy_away;
    char text[POINT_TEXT];
    point const friend = nearest_stone(stance, stance->own, &friend_away);
    point const enemy = nearest_stone(stance, stance->enemy, &enemy_away);
    if (find_corner(stance))
        return;
    if (friend_away > FAR && enemy_away > FAR) {
        reasons_say(stance->reasons, "plays on the %s line, where no stone is near",
                    ordinal(line_from_edge(stance->board, stance->at)));
        return;
    }
    bool const jumps = find_jump(stance) || find_extension(stance);
    bool const over = enemy != NOWHERE && find_under_or_over(stance, enemy);
    if (!over && enemy_away <= CLOSE)
        reasons_say(stance->reasons, "approaches %s", name(enemy, text));
    else if (!jumps && !over && friend_away <= FAR)
        reasons_say(stance->reasons, "works together with %s", name(friend, text));
}

void manners_find(struct board const *board, point at, bool terse,
                  struct reasons *reasons)
{
    struct stance const stance = {
        .board = board,
        .at = at,
        .own = (enum color)board->to_move,
        .enemy = opponent((enum color)board->to_move),
        .reasons = reasons,
    };
    assert(board_color(board, at) == EMPTY);
    if (find_contacts(&stance, terse)) {
        if (!terse)
            find_peep(&stance);
    } else if (!terse) {
        find_peep(&stance);
        find_place(&stance);
    }
}
