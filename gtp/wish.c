#include <config.h>

#include "gtp/wish.h"

#include <c-ctype.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/* The words that are still to be read, and what they are read into.  */
struct wishing {
    struct live_wish *wish;
    struct arguments args;
    int at;
    struct board const *board;
    bool allowed[3], avoided; /* there was such a key, for a color */
    struct failure *why;
};

static bool has_words(struct wishing const *w, int count)
{
    return w->args.count - w->at >= count;
}

static bool read_interval(struct wishing *w)
{
    double centiseconds;
    if (!arguments_number(&w->args, w->at++, &centiseconds, w->why))
        return false;
    if (centiseconds < 0)
        return failed(w->why, "an interval is no less than 0");
    w->wish->interval_ms = centiseconds > 0 ? 10 * centiseconds : INFINITY;
    return true;
}

static bool read_count(struct wishing *w, int *count)
{
    return arguments_int(&w->args, w->at++, 0, INT_MAX, count, w->why);
}

static bool read_flag(struct wishing *w, bool *flag)
{
    char const *const word = w->args.word[w->at++];
    *flag = strcmp(word, "true") == 0;
    return *flag || strcmp(word, "false") == 0 ||
           failed(w->why, "'%.20s' is not true or false", word);
}

/* ------------------------------------------------------------ moves to leave out */

/* One vertex, or all points of a rectangle, into CHOSEN.  */
static bool read_vertex(struct wishing const *w, char *text, bool chosen[POINTS])
{
    int const width = w->board->width, height = w->board->height;
    char *const colon = strchr(text, ':');
    point from, to;
    if (colon)
        *colon = '\0';
    if (!point_parse(text, width, height, &from, w->why))
        return false;
    chosen[from] = true;
    if (!colon)
        return true;
    if (!point_parse(colon + 1, width, height, &to, w->why))
        return false;
    if (from == PASS || to == PASS)
        return failed(w->why, "a pass is no corner");
    for (point p = board_first_point(); p; p = board_next_point(w->board, p))
        if ((point_column(p) - point_column(from)) *
                    (point_column(p) - point_column(to)) <=
                0 &&
            (point_row(p) - point_row(from)) * (point_row(p) - point_row(to)) <= 0)
            chosen[p] = true;
    return true;
}

/* "D4,Q16,pass"; the words of a request may be taken apart.  */
static bool read_vertices(struct wishing const *w, char *list, bool chosen[POINTS])
{
    char *vertex;
    while ((vertex = strsep(&list, ",")))
        if (*vertex && !read_vertex(w, vertex, chosen))
            return false;
    return true;
}

/* Whether a move is CHOSEN must be as it is WANTED, or it is left out; for COLOR.  */
static bool read_limits(struct wishing *w, bool wanted, enum color *color)
{
    bool chosen[POINTS] = {false};
    int depth;
    if (!has_words(w, 3))
        return failed(w->why, "COLOR VERTEX,VERTEX... DEPTH is missing");
    if (!arguments_color(&w->args, w->at, color, w->why) ||
        !read_vertices(w, w->args.word[w->at + 1], chosen) ||
        !arguments_int(&w->args, w->at + 2, 1, UINT16_MAX, &depth, w->why))
        return false;
    w->at += 3;
    for (point p = 0; p < POINTS; p++)
        if (chosen[p] != wanted && w->wish->limits.until[*color][p] < depth)
            w->wish->limits.until[*color][p] = (uint16_t)depth;
    w->wish->limited = true;
    return true;
}

static bool refuse_both(struct wishing *w)
{
    return failed(w->why, "allow goes with no other allow for its color, and no avoid");
}

/* Once a color: LizGoban has one for each where somebody has drawn a rectangle.  */
static bool read_allow(struct wishing *w)
{
    enum color color;
    if (w->avoided)
        return refuse_both(w);
    if (!read_limits(w, true, &color))
        return false;
    if (w->allowed[color])
        return refuse_both(w);
    w->allowed[color] = true;
    return true;
}

static bool read_avoid(struct wishing *w)
{
    enum color color;
    if (w->allowed[BLACK] || w->allowed[WHITE])
        return refuse_both(w);
    w->avoided = true;
    return read_limits(w, false, &color);
}

/* ------------------------------------------------------------ keys */

enum wish_kind { WISH_INTERVAL, WISH_COUNT, WISH_FLAG, WISH_ALLOW, WISH_AVOID };

static struct live_key {
    char const *name;
    enum wish_kind kind;
    bool more; /* only KataGo has it */
    size_t offset;
} const keys[] = {
    {"interval", WISH_INTERVAL, false, 0},
    {"minmoves", WISH_COUNT, false, offsetof(struct live_wish, min_moves)},
    {"maxmoves", WISH_COUNT, false, offsetof(struct live_wish, max_moves)},
    {"allow", WISH_ALLOW, false, 0},
    {"avoid", WISH_AVOID, false, 0},
    {"rootInfo", WISH_FLAG, true, offsetof(struct live_wish, root)},
    {"ownership", WISH_FLAG, true, offsetof(struct live_wish, owners)},
    {"pvVisits", WISH_FLAG, true, offsetof(struct live_wish, line_visits)},
    /* In a tree an edge has been visited as often as what it leads to.  */
    {"pvEdgeVisits", WISH_FLAG, true, offsetof(struct live_wish, edge_visits)},
};

static bool read_value(struct wishing *w, struct live_key const *key)
{
    void *const field = (char *)w->wish + key->offset;
    if (!has_words(w, 1))
        return failed(w->why, "%s needs a value", key->name);
    switch (key->kind) {
    case WISH_INTERVAL:
        return read_interval(w);
    case WISH_COUNT:
        return read_count(w, field);
    case WISH_FLAG:
        return read_flag(w, field);
    case WISH_ALLOW:
        return read_allow(w);
    case WISH_AVOID:
        return read_avoid(w);
    }
    return false;
}

static bool read_key(struct wishing *w, bool more)
{
    char const *const word = w->args.word[w->at++];
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(word, keys[i].name) == 0 && (more || !keys[i].more))
            return read_value(w, &keys[i]);
    return failed(w->why, "there is no option '%.40s' here", word);
}

bool wish_parse(struct live_wish *wish, struct arguments const *args,
                struct board const *board, bool more, struct failure *why)
{
    struct wishing w = {.wish = wish, .args = *args, .board = board, .why = why};
    *wish = (struct live_wish){.color = (enum color)board->to_move,
                               .interval_ms = INFINITY,
                               .max_moves = INT_MAX};
    if (has_words(&w, 1) && color_parse(args->word[0], &wish->color, NULL))
        w.at++;
    if (has_words(&w, 1) && c_isdigit(*args->word[w.at]) && !read_interval(&w))
        return false;
    while (has_words(&w, 1))
        if (!read_key(&w, more))
            return false;
    return true;
}
