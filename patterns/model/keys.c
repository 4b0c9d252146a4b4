#include <config.h>

#include "patterns/model/keys.h"

#include "engine/base/clones.h"
#include "engine/base/rng.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* How many points the shapes have, size by size.  */
static int const size_points[KEY_SIZES] = {8, 12, 24, 40, 60, 112, 220};

enum { CONTENTS = 4, LIBERTY_CONTENTS = 8, MARKS = KEY_MARKS };

/* Tables that are a fixed function of nothing, made at the first use.  */
static struct {
    int dx[KEY_POINTS], dy[KEY_POINTS];
    int offset[KEY_POINTS];                            /* in a view */
    int index[2 * KEY_RADIUS + 1][2 * KEY_RADIUS + 1]; /* [dy][dx] */
    int square[KEY_SQUARE_POINTS]; /* points of the 5x5 square beyond size 1 */
    struct key_words content[KEY_POINTS][CONTENTS];
    struct key_words liberty[KEY_LIBERTY_POINTS][LIBERTY_CONTENTS];
    struct key_words mark[MARKS][KEY_POINTS];
} tables;

static pthread_once_t tables_once = PTHREAD_ONCE_INIT;

/* In which size a point first appears; KEY_SIZES beyond all.  */
static int size_of(int dx, int dy)
{
    static int const radius[KEY_SIZES] = {0, 2, 3, 4, 5, 7, 10};
    int const x = abs(dx), y = abs(dy);
    if (x <= 1 && y <= 1)
        return 0;
    for (int size = 1; size < KEY_SIZES; size++)
        if (x + y <= radius[size])
            return size;
    return KEY_SIZES;
}

static void list_points(void)
{
    int count = 0;
    for (int size = 0; size < KEY_SIZES; size++)
        for (int dy = -KEY_RADIUS; dy <= KEY_RADIUS; dy++)
            for (int dx = -KEY_RADIUS; dx <= KEY_RADIUS; dx++) {
                if (size_of(dx, dy) != size || (!dx && !dy))
                    continue;
                tables.dx[count] = dx;
                tables.dy[count] = dy;
                tables.offset[count] = dy * VIEW_PITCH + dx;
                tables.index[dy + KEY_RADIUS][dx + KEY_RADIUS] = count++;
                assert(count <= size_points[size] &&
                       "sizes grow as their picture says");
            }
}

/* Point I of the list under a symmetry.  */
static int turned(int i, int symmetry)
{
    struct offset const to =
        offset_turned((struct offset){tables.dx[i], tables.dy[i]}, symmetry);
    return tables.index[to.rows + KEY_RADIUS][to.columns + KEY_RADIUS];
}

static void list_square(void)
{
    int count = 0;
    for (int i = 0; i < KEY_POINTS; i++)
        if (abs(tables.dx[i]) <= 2 && abs(tables.dy[i]) <= 2 &&
            abs(tables.dx[i]) + abs(tables.dy[i]) > 2)
            tables.square[count++] = i;
}

static uint64_t random_word(int kind, int i, int content)
{
    return rng_mix(rng_mix((uint64_t)(kind * 1000 + content)) + (uint64_t)i);
}

static void make_tables(void)
{
    list_points();
    list_square();
    for (int i = 0; i < KEY_POINTS; i++)
        for (int s = 0; s < SYMMETRIES; s++) {
            int const j = turned(i, s);
            for (int c = 1; c < CONTENTS; c++)
                tables.content[i][c].of[s] = random_word(1, j, c);
            for (int c = 1; c < LIBERTY_CONTENTS && i < KEY_LIBERTY_POINTS; c++)
                tables.liberty[i][c].of[s] = random_word(2, j, c);
            for (int which = 0; which < MARKS; which++)
                tables.mark[which][i].of[s] = random_word(3, j, which);
        }
}

void view_set(struct view *view, struct board const *board)
{
    pthread_once(&tables_once, make_tables);
    uint8_t content[4] = {0, 0, 0, 3};
    content[board->to_move] = 1;
    content[opponent((enum color)board->to_move)] = 2;
    memset(view->content, 3, sizeof view->content);
    memset(view->liberty, 7, sizeof view->liberty);
    for (point p = board_first_point(); p; p = board_next_point(board, p)) {
        int const at = view_index(p);
        uint8_t const there = content[board->color[p]];
        view->content[at] = there;
        view->liberty[at] = 0;
        if (there) {
            int const liberties = board_liberties(board, p);
            view->liberty[at] =
                (uint8_t)(3 * (there - 1) + (liberties < 3 ? liberties : 3));
        }
    }
}

static inline void add_words(struct key_words *sum, struct key_words const *more)
{
    for (int s = 0; s < SYMMETRIES; s++)
        sum->of[s] ^= more->of[s];
}

static inline uint64_t key_of(struct key_words const *words)
{
    uint64_t sum = 0;
    for (int s = 0; s < SYMMETRIES; s++)
        sum += words->of[s];
    return rng_mix(sum);
}

CLONES void keys_grow(struct view const *view, int at, int first, int last,
                      struct key_words words[static KEY_SIZES],
                      uint64_t keys[static KEY_SIZES])
{
    assert(first >= 0 && first <= last && last < KEY_SIZES);
    uint8_t const *const middle = view->content + at;
    struct key_words sum = {{0}};
    int i = 0;
    if (first) {
        sum = words[first - 1];
        i = size_points[first - 1];
    }
    for (int size = first; size <= last; size++) {
        for (; i < size_points[size]; i++)
            add_words(&sum, &tables.content[i][middle[tables.offset[i]]]);
        words[size] = sum;
        keys[size] = key_of(&sum) + (uint64_t)size;
    }
}

CLONES void keys_square(struct view const *view, int at, struct key_words *words)
{
    uint8_t const *const middle = view->content + at;
    struct key_words sum = *words;
    for (int i = 0; i < KEY_SQUARE_POINTS; i++) {
        int const j = tables.square[i];
        add_words(&sum, &tables.content[j][middle[tables.offset[j]]]);
    }
    *words = sum;
}

void keys_mark(struct key_words *words, int which, int dx, int dy)
{
    assert(which >= 0 && which < MARKS && (dx || dy));
    int const i = tables.index[dy + KEY_RADIUS][dx + KEY_RADIUS];
    add_words(words, &tables.mark[which][i]);
}

CLONES uint64_t keys_marked(struct key_words const *words, struct key_words const *mark)
{
    struct key_words sum = *words;
    add_words(&sum, mark);
    return key_of(&sum);
}

CLONES uint64_t keys_marked_at(struct key_words const *words, int which, int dx, int dy)
{
    struct key_words sum = *words;
    add_words(&sum,
              &tables.mark[which][tables.index[dy + KEY_RADIUS][dx + KEY_RADIUS]]);
    return key_of(&sum);
}

CLONES void keys_liberty(struct view const *view, int at,
                         struct key_words words[static KEY_LIBERTY_SIZES])
{
    uint8_t const *const middle = view->liberty + at;
    struct key_words sum = {{0}};
    int i = 0;
    for (int size = 0; size < KEY_LIBERTY_SIZES; size++) {
        for (; i < size_points[size + 1]; i++)
            add_words(&sum, &tables.liberty[i][middle[tables.offset[i]]]);
        words[size] = sum;
    }
}

CLONES void keys_grow_liberty(struct view const *view, int at, int last,
                              struct key_words const *inner,
                              struct key_words words[static KEY_SIZES])
{
    uint8_t const *const middle = view->content + at;
    struct key_words sum = *inner;
    int i = KEY_LIBERTY_POINTS;
    for (int size = KEY_LIBERTY_SIZES + 1; size <= last; size++) {
        for (; i < size_points[size]; i++)
            add_words(&sum, &tables.content[i][middle[tables.offset[i]]]);
        words[size] = sum;
    }
}
