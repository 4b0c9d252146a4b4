#include <config.h>

#include "books/opening/trail.h"
#include "engine/go/symmetry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "books/opening/aspect.h"
#include "engine/go/rules.h"

/* BOARDS[i] is the position after the first i of MOVES; one more is for trail_after.
   They are taken as ways get longer.  */
struct trail {
    struct board *boards[WAY_MAX + 2];
    point moves[WAY_MAX];
    int count;
    unsigned symmetries;
};

static struct board *board_number(struct trail *trail, int number)
{
    assert(number >= 0 && number < WAY_MAX + 2);
    if (!trail->boards[number])
        trail->boards[number] = xmalloc(sizeof **trail->boards);
    return trail->boards[number];
}

struct trail *trail_new(int size, int handicap, struct failure *why)
{
    point stones[AREA_MAX];
    if (handicap && !rules_handicap(size, size, handicap, stones, why))
        return NULL;
    struct trail *const trail = xzalloc(sizeof *trail);
    struct board *const start = board_number(trail, 0);
    board_init(start, size, size);
    for (int i = 0; i < handicap; i++)
        board_set(start, stones[i], BLACK);
    if (handicap)
        board_turn(start, WHITE);
    trail->symmetries = aspect_of(start).keeps;
    return trail;
}

void trail_free(struct trail *trail)
{
    if (!trail)
        return;
    for (int i = 0; i < WAY_MAX + 2; i++)
        free(trail->boards[i]);
    free(trail);
}

struct board const *trail_board(struct trail const *trail)
{
    return trail->boards[trail->count];
}

struct board const *trail_start(struct trail const *trail)
{
    return trail->boards[0];
}

bool trail_allows(struct trail const *trail, point p)
{
    struct board const *const board = trail_board(trail);
    return board_is_legal(board, p, (enum color)board->to_move, false);
}

struct board const *trail_after(struct trail *trail, point p)
{
    struct board const *const from = trail_board(trail);
    struct board *const to = board_number(trail, trail->count + 1);
    assert(trail_allows(trail, p));
    board_copy(to, from);
    board_play(to, p, (enum color)from->to_move);
    return to;
}

bool trail_go(struct trail *trail, struct way way, struct failure *why)
{
    int common = 0;
    while (common < trail->count && common < way.count &&
           trail->moves[common] == way.moves[common])
        common++;
    for (trail->count = common; trail->count < way.count; trail->count++) {
        point const p = way.moves[trail->count];
        char text[POINT_TEXT];
        if (trail->count == WAY_MAX)
            return failed(why, "a line of more than %d moves", WAY_MAX);
        if (!trail_allows(trail, p))
            return failed(why, "move %d, %s, is illegal", trail->count + 1,
                          point_format(p, text));
        trail_after(trail, p);
        trail->moves[trail->count] = p;
    }
    return true;
}

bool trail_read(struct trail *trail, char *text, struct way *way, struct failure *why)
{
    int const size = trail_start(trail)->width;
    way->count = 0;
    for (char *word; (word = strsep(&text, " \t"));) {
        if (!*word)
            continue;
        if (way->count == WAY_MAX)
            return failed(why, "a line of more than %d moves", WAY_MAX);
        if (!point_parse(word, size, size, &way->moves[way->count++], why))
            return false;
    }
    return trail_go(trail, *way, why);
}

void trail_straighten(struct trail const *trail, struct way way)
{
    unsigned symmetries = trail->symmetries;
    int const size = trail_start(trail)->width;
    point at;
    for (int i = 0; i < way.count && (symmetries & (symmetries - 1)); i++)
        symmetries = aspect_right_and_up(symmetries, size, way.moves[i], &at);
    assert(symmetries && "nothing is always a symmetry");
    int const symmetry = __builtin_ctz(symmetries);
    for (int i = 0; symmetry && i < way.count; i++)
        if (way.moves[i] != PASS)
            way.moves[i] = point_turned(way.moves[i], size, symmetry);
}

void way_write(struct way way, FILE *out)
{
    char text[POINT_TEXT];
    for (int i = 0; i < way.count; i++)
        fprintf(out, " %s", point_format(way.moves[i], text));
}

int way_compare(struct way a, struct way b)
{
    int const least = a.count < b.count ? a.count : b.count;
    for (int i = 0; i < least; i++)
        if (a.moves[i] != b.moves[i])
            return (a.moves[i] > b.moves[i]) - (a.moves[i] < b.moves[i]);
    return (a.count > b.count) - (a.count < b.count);
}
