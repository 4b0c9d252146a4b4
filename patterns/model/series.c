/* Two passes over the moves of a position.

   Finding a shape in the lexicon costs a fetch from memory that is in no cache, and
   most moves need the first few sizes of each series and no more.  So scout_see makes
   the keys of the EARLY sizes of all moves and asks the processor to fetch what they
   lead to; when scout_find comes to the first move, its memory is there.  Only a
   move whose early sizes are all known has its larger shapes looked at, one by one,
   from the words that the smaller ones left (struct series_growth).

   Most moves lie far from the last two; what they share of the series around those
   is found once for all of them (find_far).  */
#include <config.h>

#include "patterns/model/series.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Of each series: its place in the keys, how many sizes it has, how many of
   them are asked for so often that they are found at once, whether the last
   moves are marked in it, and what makes its keys its own.  */
enum { EARLY = 4, EARLY_AROUND = 3, FAR = INT8_MAX };

static struct {
    uint8_t first, sizes, early;
    bool marked;
    uint64_t kind;
} const rows[SERIES] = {
    [SERIES_NESTED] = {0, KEY_SIZES, EARLY, false, 0},
    [SERIES_MARKED] = {7, KEY_MARKED_SIZES, EARLY, true, 16},
    [SERIES_LIBERTY] = {12, KEY_LIBERTY_SIZES, KEY_LIBERTY_SIZES, false, 32},
    [SERIES_LIBERTY_MARKED] = {14, KEY_LIBERTY_SIZES, KEY_LIBERTY_SIZES, true, 33},
    [SERIES_SQUARE] = {16, 1, 1, false, 40},
    [SERIES_SQUARE_MARKED] = {17, 1, 1, true, 41},
    [SERIES_ANSWER] = {18, ANSWER_SIZES, EARLY_AROUND, false, 64},
    [SERIES_FOLLOW] = {23, FOLLOW_SIZES, EARLY_AROUND, false, 128},
};

/* Ways to mark: the last moves around a move, a move around them.  */
enum { MARK_LAST, MARK_ANSWER = 2 };

static bool is_point(point p)
{
    return p > NOWHERE;
}

/* ---------------------------------------------------------------- around the
   last moves */

static uint64_t around_key(struct scout const *scout, int which, int size,
                           struct key_words const *mark)
{
    return keys_marked(&scout->around[which][size + 1], mark) + scout->kind[which] +
           (uint64_t)size;
}

static void find_far(struct scout *scout, struct lexicon const *lexicon)
{
    static struct key_words const nothing = {{0}};
    scout->far.count = 0;
    for (int which = 0; which < 2; which++) {
        enum series const series = SERIES_ANSWER + (unsigned)which;
        scout->far.known[series] = 0;
        for (int size = 0; size < rows[series].sizes && is_point(scout->last[which]) &&
                           scout->series >> series & 1;
             size++) {
            uint32_t const slot =
                lexicon_find(lexicon, around_key(scout, which, size, &nothing));
            if (slot == LEXICON_NONE)
                break;
            scout->far.slot[scout->far.count++] = slot;
            assert(scout->far.count <= ANSWER_SIZES + FOLLOW_SIZES);
            scout->far.known[series]++;
        }
    }
}

void scout_set(struct scout *scout, struct lexicon const *lexicon,
               struct situation const *situation)
{
    struct board const *const board = situation->board;
    view_set(&scout->view, board);
    for (int which = 0; which < 2; which++) {
        point const last = which < situation->move_count
                               ? situation->moves[situation->move_count - 1 - which].at
                               : NOWHERE;
        scout->last[which] = last;
        if (!is_point(last))
            continue;
        int const at = view_index(last);
        struct key_words *const around = scout->around[which];
        keys_liberty(&scout->view, at, &around[1]);
        keys_grow_liberty(&scout->view, at, ANSWER_SIZES, &around[2], around);
        scout->kind[which] =
            rows[SERIES_ANSWER + which].kind + 8 * (uint64_t)scout->view.liberty[at];
    }
    if (lexicon)
        find_far(scout, lexicon);
}

/* ---------------------------------------------------------------- the moves */

static int absolute(int x)
{
    return x < 0 ? -x : x;
}

/* Where P lies from the last two moves; mark them when they are near.  */
static void relate(struct scout const *scout, point p, struct glimpse *seen)
{
    static int const reach[2] = {7, 5};
    seen->near = false;
    seen->mark = (struct key_words){{0}};
    for (int which = 0; which < 2; which++) {
        point const last = scout->last[which];
        seen->dx[which] = FAR;
        if (!is_point(last))
            continue;
        int const dx = point_column(p) - point_column(last);
        int const dy = point_row(p) - point_row(last);
        int const distance = absolute(dx) + absolute(dy);
        if (distance <= KEY_RADIUS && distance) {
            seen->dx[which] = (int8_t)dx;
            seen->dy[which] = (int8_t)dy;
        }
        if (distance <= reach[which] && distance) {
            keys_mark(&seen->mark, MARK_LAST + which, -dx, -dy);
            seen->near = true;
        }
    }
}

static uint64_t sized_key(struct key_words const *words, struct key_words const *mark,
                          enum series series, int size)
{
    return keys_marked(words, mark) + rows[series].kind + (uint64_t)size;
}

/* Keys of the sizes FIRST .. LAST - 1 of a series around the last moves.  */
static void answer_keys(struct scout const *scout, struct glimpse const *seen,
                        int which, int first, int last, uint64_t *key)
{
    assert(seen->dx[which] != FAR && first < last);
    for (int size = first; size < last; size++)
        key[size] = keys_marked_at(&scout->around[which][size + 1], MARK_ANSWER + which,
                                   seen->dx[which], seen->dy[which]) +
                    scout->kind[which] + (uint64_t)size;
}

/* Is the series meaningful for this move, apart from those that all moves far
   away share?  */
static bool has_series(struct glimpse const *seen, enum series series)
{
    if (series >= SERIES_ANSWER)
        return seen->dx[series - SERIES_ANSWER] != FAR;
    return !rows[series].marked || seen->near;
}

/* The early keys of the shapes in the middle of which the move lies.  */
static void early_keys(struct scout const *scout, int at, struct glimpse *seen)
{
    static struct key_words const nothing = {{0}};
    struct key_words words[KEY_SIZES], liberty[KEY_LIBERTY_SIZES], square;
    uint64_t *const key = seen->key;

    keys_grow(&scout->view, at, 0, EARLY - 1, words, key);
    keys_liberty(&scout->view, at, liberty);
    square = words[1];
    keys_square(&scout->view, at, &square);
    seen->words = words[EARLY - 1];
    seen->marks = seen->near ? keys_marked(&nothing, &seen->mark) : 0;
    for (int i = 0; i < (seen->near ? 2 : 1); i++) {
        struct key_words const *const mark = i ? &seen->mark : &nothing;
        enum series const with_liberties = SERIES_LIBERTY + (unsigned)i;
        enum series const in_square = SERIES_SQUARE + (unsigned)i;
        for (int size = 0; size < KEY_LIBERTY_SIZES; size++)
            key[rows[with_liberties].first + size] =
                sized_key(&liberty[size], mark, with_liberties, 2 * size);
        key[rows[in_square].first] = sized_key(&square, mark, in_square, 0);
    }
    for (int size = 0; size < EARLY && seen->near; size++)
        key[rows[SERIES_MARKED].first + size] =
            sized_key(&words[size], &seen->mark, SERIES_MARKED, size);
}

void scout_see(struct scout *scout, struct lexicon const *lexicon, int i, point p)
{
    struct glimpse *const seen = &scout->seen[i];
    relate(scout, p, seen);
    early_keys(scout, view_index(p), seen);
    for (enum series series = SERIES_NESTED; series < SERIES; series++) {
        uint64_t *const keys = seen->key + rows[series].first;
        if (!has_series(seen, series))
            continue;
        if (series >= SERIES_ANSWER)
            answer_keys(scout, seen, series - SERIES_ANSWER, 0, EARLY_AROUND, keys);
        for (int size = 0; size < rows[series].early && lexicon; size++)
            lexicon_prefetch(lexicon, keys[size]);
    }
}

/* A move whose keys beyond the early ones are found as they are needed.  */
struct series_growth {
    struct scout const *scout;
    struct glimpse *seen;
    int at, grown; /* sizes whose words and keys are known */
    struct key_words words[KEY_SIZES];
};

static void start_growth(struct series_growth *growth, struct scout *scout, int i,
                         point p)
{
    assert(i >= 0 && i < AREA_MAX);
    growth->scout = scout;
    growth->seen = &scout->seen[i];
    growth->at = view_index(p);
    growth->grown = EARLY;
    growth->words[EARLY - 1] = growth->seen->words;
}

static uint64_t key_of(struct series_growth *growth, enum series series, int size)
{
    assert(size < rows[series].sizes);
    struct glimpse *const seen = growth->seen;
    uint64_t *const keys = seen->key + rows[series].first;
    if (size < rows[series].early)
        return keys[size];
    if (series >= SERIES_ANSWER) {
        answer_keys(growth->scout, seen, series - SERIES_ANSWER, size, size + 1, keys);
        return keys[size];
    }
    if (size >= growth->grown) {
        keys_grow(&growth->scout->view, growth->at, growth->grown, size, growth->words,
                  seen->key);
        growth->grown = size + 1;
    }
    return series == SERIES_NESTED
               ? keys[size]
               : sized_key(&growth->words[size], &seen->mark, series, size);
}

/* What all moves far from a last move have.  */
static void add_far(struct scout const *scout, enum series series,
                    struct known_shapes *shapes)
{
    int const before = series == SERIES_FOLLOW ? scout->far.known[SERIES_ANSWER] : 0;
    assert(before + scout->far.known[series] <= scout->far.count);
    for (int i = 0; i < scout->far.known[series]; i++)
        shapes->slot[shapes->count++] = scout->far.slot[before + i];
    shapes->known[series] = scout->far.known[series];
}

void scout_find(struct scout *scout, struct lexicon const *lexicon, int i, point p,
                struct known_shapes *shapes)
{
    struct series_growth growth;
    start_growth(&growth, scout, i, p);
    *shapes = (struct known_shapes){.near = growth.seen->near};
    for (enum series series = SERIES_NESTED; series < SERIES; series++) {
        if (!(scout->series >> series & 1))
            continue;
        if (!has_series(growth.seen, series)) {
            if (series >= SERIES_ANSWER)
                add_far(scout, series, shapes);
            continue;
        }
        for (int size = 0; size < rows[series].sizes; size++) {
            uint32_t const slot = lexicon_find(lexicon, key_of(&growth, series, size));
            if (slot == LEXICON_NONE)
                break;
            shapes->slot[shapes->count++] = slot;
            shapes->known[series]++;
            assert(shapes->count <= SERIES_SLOTS);
        }
    }
}

int scout_keys(struct scout *scout, point p, uint64_t keys[static SERIES_SLOTS])
{
    static struct key_words const nothing = {{0}};
    struct series_growth growth;
    int count = 0;

    scout_see(scout, NULL, 0, p);
    start_growth(&growth, scout, 0, p);
    for (enum series series = SERIES_NESTED; series < SERIES; series++) {
        bool const has = has_series(growth.seen, series);
        int const which = series - SERIES_ANSWER;
        if (!has && (which < 0 || !is_point(scout->last[which])))
            continue;
        for (int size = 0; size < rows[series].sizes; size++)
            keys[count++] = has ? key_of(&growth, series, size)
                                : around_key(scout, which, size, &nothing);
        assert(count <= SERIES_SLOTS);
    }
    return count;
}
