#include <config.h>

#include "patterns/style/traits.h"

#include "engine/base/rng.h"
#include "engine/go/symmetry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* A board is young for so many moves; a quarter has a joseki in it, and a half an
   opening, as long as it holds no more stones.  */
enum { YOUNG_MOVES = 30, PART_STONES = 24, SIDES = 4 };

/* Sets of stones that are known as a whole.  */
enum stones_seen { SEEN_OWN, SEEN_ALL, SEEN_SETS };

struct trait_reader {
    struct scout scout;
    struct proximity field;
    struct scenery scene;
    bool young;
    bool square; /* a board that can be turned by a quarter */
    uint64_t whole[SEEN_SETS][SYMMETRIES];
    uint64_t quarter[4][2]; /* the corner to which it is turned, and its mirror image */
    int quarter_stones[4];
    uint64_t half[SIDES][SYMMETRIES];
    int half_stones[SIDES];
};

struct trait_reader *trait_reader_new(void)
{
    struct trait_reader *const reader =
        aligned_alloc(64, (sizeof *reader + 63) / 64 * 64);
    if (!reader)
        xalloc_die();
    memset(reader, 0, sizeof *reader);
    reader->scene.families = UINT32_MAX;
    reader->scout.series = (1u << SERIES) - 1;
    return reader;
}

void trait_reader_free(struct trait_reader *reader)
{
    free(reader);
}

/* ---------------------------------------------------------------- whole boards */

/* P on BOARD turned by SYMMETRY, as a number.  */
static uint64_t place_of(struct board const *board, point p, int symmetry)
{
    struct offset const to =
        offset_turned_in((struct offset){point_column(p), point_row(p)},
                         board->width + 1, board->height + 1, symmetry);
    return (uint64_t)(to.columns * 64 + to.rows);
}

static uint64_t stone_word(uint64_t place, bool own)
{
    return rng_mix(2 * place + own);
}

/* How many half lines P lies within the half at SIDE: 0 in the middle, less beyond.  */
static int within_half(struct board const *board, point p, int side)
{
    int const column = 2 * point_column(p) - (board->width + 1);
    int const row = 2 * point_row(p) - (board->height + 1);
    int const line = side & 2 ? row : column;
    return side & 1 ? line : -line;
}

/* Does P lie in QUARTER, which is the symmetry that brings it to the first one?  What
   is in the middle lies in several.  */
static bool lies_in(struct board const *board, point p, int quarter)
{
    return within_half(board, p, quarter & 1) >= 0 &&
           within_half(board, p, 2 | quarter >> 1) >= 0;
}

static void add_to_halves(struct trait_reader *reader, struct board const *board,
                          point p, bool own)
{
    int const symmetries = reader->square ? SYMMETRIES : SYMMETRIES / 2;
    for (int side = 0; side < SIDES; side++) {
        if (within_half(board, p, side) < 0)
            continue;
        for (int s = 0; s < symmetries; s++)
            reader->half[side][s] += stone_word(place_of(board, p, s), own);
        reader->half_stones[side]++;
    }
}

static void add_stone(struct trait_reader *reader, struct board const *board, point p)
{
    bool const own = board->color[p] == board->to_move;
    int const symmetries = reader->square ? SYMMETRIES : SYMMETRIES / 2;
    add_to_halves(reader, board, p, own);
    for (int s = 0; s < symmetries && reader->young; s++) {
        uint64_t const word = stone_word(place_of(board, p, s), own);
        reader->whole[SEEN_ALL][s] += word;
        if (own)
            reader->whole[SEEN_OWN][s] += word;
    }
    for (int quarter = 0; quarter < 4; quarter++) {
        if (!lies_in(board, p, quarter))
            continue;
        for (int mirror = 0; mirror < 1 + reader->square; mirror++)
            reader->quarter[quarter][mirror] +=
                stone_word(place_of(board, p, quarter + 4 * mirror), own);
        reader->quarter_stones[quarter]++;
    }
}

static void read_stones(struct trait_reader *reader, struct board const *board)
{
    memset(reader->whole, 0, sizeof reader->whole);
    memset(reader->quarter, 0, sizeof reader->quarter);
    memset(reader->quarter_stones, 0, sizeof reader->quarter_stones);
    memset(reader->half, 0, sizeof reader->half);
    memset(reader->half_stones, 0, sizeof reader->half_stones);
    reader->young = board->stones[BLACK] + board->stones[WHITE] <= YOUNG_MOVES;
    reader->square = board->width == board->height;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        if (board->color[p] != EMPTY)
            add_stone(reader, board, p);
}

/* ---------------------------------------------------------------- traits */

/* What a number is of, so that those of different kinds do not meet.  */
static uint32_t trait(enum trait_family family, uint64_t kind, uint64_t what)
{
    uint32_t const number = (uint32_t)(rng_mix(what + (kind << 56)) >> 32);
    return (uint32_t)family << TRAIT_BITS | number >> (32 - TRAIT_BITS);
}

/* The move AT together with stones that are known as a whole: the same, however the
   board lies.  */
static uint64_t turned_least(struct trait_reader const *reader,
                             uint64_t const stones[SYMMETRIES], point at)
{
    struct board const *const board = reader->scene.board;
    int const symmetries = reader->square ? SYMMETRIES : SYMMETRIES / 2;
    uint64_t least = UINT64_MAX;
    for (int s = 0; s < symmetries; s++) {
        uint64_t const now = rng_mix(stones[s] ^ rng_mix(place_of(board, at, s)));
        least = now < least ? now : least;
    }
    return least;
}

static uint32_t opening_trait(struct trait_reader const *reader, point at)
{
    return trait(TRAITS_OPENING, 1, turned_least(reader, reader->whole[SEEN_ALL], at));
}

/* All stones of the quarter of AT, and AT; false when there are too many.  Whether the
   LAST move was there too, or none.  */
static bool quarter_with(struct trait_reader const *reader, point at, uint64_t *stones,
                         bool *open)
{
    struct board const *const board = reader->scene.board;
    point const last = reader->scene.last[0];
    bool few = true;
    *stones = UINT64_MAX;
    *open = false;
    for (int quarter = 0; quarter < 4; quarter++) {
        if (!lies_in(board, at, quarter))
            continue;
        few = few && reader->quarter_stones[quarter] <= PART_STONES;
        *open = *open || (last > NOWHERE && lies_in(board, last, quarter));
        for (int mirror = 0; mirror < 1 + reader->square; mirror++) {
            uint64_t const place = place_of(board, at, quarter + 4 * mirror);
            uint64_t const now =
                rng_mix(reader->quarter[quarter][mirror] ^ rng_mix(place));
            *stones = now < *stones ? now : *stones;
        }
    }
    return few;
}

/* All stones of each half that AT lies in; the smaller number first, since which side
   is which depends on how the board lies.  */
static int halves(struct trait_reader const *reader, point at, uint32_t traits[2])
{
    int count = 0;
    for (int side = 0; side < SIDES; side++)
        if (within_half(reader->scene.board, at, side) > 0 &&
            reader->half_stones[side] <= PART_STONES)
            traits[count++] =
                trait(TRAITS_OPENING, 4, turned_least(reader, reader->half[side], at));
    if (count == 2 && traits[0] > traits[1]) {
        uint32_t const larger = traits[0];
        traits[0] = traits[1];
        traits[1] = larger;
    }
    return count;
}

static int openings(struct trait_reader const *reader, point at,
                    uint32_t traits[static TRAITS_OF_OPENINGS])
{
    static uint64_t const none[SYMMETRIES];
    struct board const *const board = reader->scene.board;
    uint64_t quarter;
    bool open;
    int count = 0;
    if (reader->young) {
        uint64_t const when = (uint64_t)board->moves << 1 | (board->to_move == BLACK);
        uint64_t const place = turned_least(reader, none, at);
        traits[count++] = opening_trait(reader, at);
        traits[count++] =
            trait(TRAITS_OPENING, 2, turned_least(reader, reader->whole[SEEN_OWN], at));
        traits[count++] = trait(TRAITS_OPENING, 3, place + rng_mix(when));
    }
    count += halves(reader, at, &traits[count]);
    if (quarter_with(reader, at, &quarter, &open)) {
        traits[count++] = trait(TRAITS_QUARTER, 1, quarter);
        traits[count++] = trait(TRAITS_QUARTER, 2, quarter + open);
    }
    return count;
}

void trait_reader_set(struct trait_reader *reader, struct situation const *situation,
                      struct tactics const *facts)
{
    scout_set(&reader->scout, NULL, situation);
    proximity_set(&reader->field, situation->board);
    scenery_set(&reader->scene, situation, facts, &reader->field);
    read_stones(reader, situation->board);
}

/* Which family the key number I of COUNT is of, as scout_keys lists them: shapes around
   the move from the smallest on, marked or with liberties, then those around the last
   two moves.  */
static enum trait_family family_of_key(struct trait_reader const *reader, int i,
                                       int count)
{
    enum { SMALL_SIZES = 3 };
    point const *const last = reader->scout.last;
    int const answers =
        (last[0] > NOWHERE ? ANSWER_SIZES : 0) + (last[1] > NOWHERE ? FOLLOW_SIZES : 0);
    return i < SMALL_SIZES       ? TRAITS_SHAPE
           : i < KEY_SIZES       ? TRAITS_SURROUNDINGS
           : i < count - answers ? TRAITS_MARKED
                                 : TRAITS_ANSWER;
}

int trait_reader_list(struct trait_reader *reader, point at,
                      uint32_t traits[static TRAITS_MAX])
{
    uint64_t keys[SERIES_SLOTS];
    uint32_t plain[PLAIN_MAX];
    struct glimpse const *const seen = &reader->scout.seen[0];
    int const shapes = scout_keys(&reader->scout, at, keys);
    int const others =
        plain_features(&reader->scene, at, seen->key[0], seen->marks, plain);
    int count = 0;
    for (int i = 0; i < shapes; i++)
        traits[count++] = trait(family_of_key(reader, i, shapes), 0, keys[i]);
    for (int i = 0; i < others; i++)
        traits[count++] =
            trait(plain[i] < PLAIN_SINGLE ? TRAITS_PLAIN : TRAITS_JOINT, 0, plain[i]);
    count += openings(reader, at, &traits[count]);
    assert(count <= TRAITS_MAX);
    return count;
}

bool trait_reader_tell(struct trait_reader *reader, point at,
                       enum trait_for_people which, uint32_t *told)
{
    enum { SHAPE_OF_24 = 2 };
    uint32_t traits[TRAITS_MAX];
    uint64_t quarter;
    bool open, few;
    switch (which) {
    case PEOPLE_SHAPE:
        (void)trait_reader_list(reader, at, traits);
        *told = traits[SHAPE_OF_24];
        return true;
    case PEOPLE_QUARTER:
        few = quarter_with(reader, at, &quarter, &open);
        *told = trait(TRAITS_QUARTER, 1, quarter);
        return few;
    case PEOPLE_OPENING:
        *told = opening_trait(reader, at);
        return reader->young;
    case PEOPLE_TRAITS:
        break;
    }
    return false;
}
