#include <config.h>

#include "books/sequences/imprint.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

#include "engine/base/clones.h"

/* A variant as places from its lowest and leftmost one on.  */
struct mold {
    struct variant shape;
    int offset[SHAPE_CELLS]; /* of each cell */
};

/* A sighting in the block that is being searched.  */
struct spot {
    uint16_t game, moment; /* the game's number in the block */
    uint8_t mold, column, row;
};

/* From moment FROM to before TO a shape stands.  */
struct imprint_run {
    uint32_t from, to;
};

struct runs {
    struct imprint_run *list;
    size_t room;
    int count;
};

/* A tile with games that had the stones: the memory it is in is asked for when it is
   found, and it is looked at some tiles later.  */
struct pending {
    struct spot spot;
    uint8_t tile, games;
};

enum { PENDING = 16 };

struct imprint_search {
    struct imprint const *imprint;
    struct corpus const *corpus;
    struct mold *molds;
    int mold_count;
    uint32_t block;
    struct spot *spots, *sorted;
    size_t spot_room, sorted_room;
    size_t spot_count;
    struct runs runs, next;
    struct pending pending[PENDING]; /* a ring: those to be looked at next */
    unsigned pushed, popped;
};

static void add_run(struct runs *runs, uint32_t from, uint32_t to)
{
    if (from >= to)
        return;
    if ((size_t)runs->count == runs->room)
        runs->list = x2nrealloc(runs->list, &runs->room, sizeof *runs->list);
    runs->list[runs->count++] = (struct imprint_run){from, to};
}

/* ---------------------------------------------------------------- one game */

/* Keep of the runs what lies in FROM ... TO, as a part of the next ones.  */
static void cut_runs(struct imprint_search *search, uint32_t from, uint32_t to)
{
    for (int i = 0; i < search->runs.count; i++) {
        struct imprint_run const run = search->runs.list[i];
        add_run(&search->next, run.from > from ? run.from : from,
                run.to < to ? run.to : to);
    }
}

/* The first change of PLACE in GAME, or of a later place.  */
static uint32_t find_changes(struct imprint_changes const *changes, uint32_t game,
                             int place)
{
    uint32_t low = changes->first[game], high = changes->first[game + 1];
    while (low < high) {
        uint32_t const middle = low + (high - low) / 2;
        if (change_place(changes->list[middle]) < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Keep of the runs the moments at which PLACE has COLOR.  */
static void keep_color(struct imprint_search *search, uint32_t game, int place,
                       enum color color)
{
    struct imprint_changes const *const changes = &search->imprint->changes;
    uint32_t const end = changes->first[game + 1];
    enum color now = EMPTY;
    uint32_t since = 0;
    search->next.count = 0;
    for (uint32_t i = find_changes(changes, game, place);
         i < end && change_place(changes->list[i]) == place; i++) {
        if (now == color)
            cut_runs(search, since, changes->list[i].moment);
        now = change_color(changes->list[i]);
        since = changes->list[i].moment;
    }
    if (now == color)
        cut_runs(search, since, NEVER_TAKEN);
    struct runs const kept = search->next;
    search->next = search->runs;
    search->runs = kept;
}

static void add_spot(struct imprint_search *search, struct spot const *spot)
{
    if (search->spot_count == search->spot_room)
        search->spots =
            x2nrealloc(search->spots, &search->spot_room, sizeof *search->spots);
    search->spots[search->spot_count++] = *spot;
}

/* The place of a spot's lowest and leftmost point.  */
static int base_of(struct spot const *spot)
{
    return (spot->row - 1) * CODE_BOARD + spot->column - 1;
}

/* Points of the shape change again: the others tell in which moments it can stand,
   these in which of them it does.  */
static void look_at_changes(struct imprint_search *search,
                            struct imprint_block const *block, struct spot spot)
{
    struct mold const *const mold = &search->molds[spot.mold];
    struct variant const *const shape = &mold->shape;
    octet const *const taken = block->taken[spot.game / TILE_GAMES] + base_of(&spot);
    uint32_t const game = search->block * BLOCK_GAMES + spot.game;
    uint32_t from = 1, to = NEVER_TAKEN;
    int changing[SHAPE_CELLS], count = 0;
    for (int i = 0; i < shape->count; i++) {
        uint16_t const at = taken[mold->offset[i]][spot.game % TILE_GAMES];
        if (at == CHANGES_AGAIN)
            changing[count++] = i;
        else if (i < shape->stones)
            from = at > from ? at : from;
        else
            to = at < to ? at : to;
    }
    search->runs.count = 0;
    add_run(&search->runs, from - 1, to - 1);
    for (int i = 0; i < count && search->runs.count; i++)
        keep_color(search, game, base_of(&spot) + mold->offset[changing[i]],
                   (enum color)shape->cells[changing[i]].color);
    for (int i = 0; i < search->runs.count; i++) {
        spot.moment = (uint16_t)search->runs.list[i].from;
        add_spot(search, &spot);
    }
}

/* ---------------------------------------------------------------- eight games */

/* What looking at a tile told: the number of the last stone, and whether an empty
   point was taken before it, or some point changes again: a lane for each game, all
   ones for true.  */
struct imprint_verdict {
    octet from, gone, again;
};

static bool all_gone(octet gone)
{
    uint64_t half[2];
    memcpy(half, &gone, sizeof half);
    return (half[0] & half[1]) == UINT64_MAX;
}

/* Points that change again have the number 0, which is behind no stone and, less
   1, before none.  */
static struct imprint_verdict look_at_tile(struct mold const *mold, octet const *taken)
{
    enum { STEP = 4 };
    struct variant const *const shape = &mold->shape;
    struct imprint_verdict verdict = {.from = {0}};
    for (int i = 0; i < shape->stones; i++) {
        octet const at = taken[mold->offset[i]];
        octet const later = (octet)(at > verdict.from);
        verdict.from = (at & later) | (verdict.from & ~later);
        verdict.again |= (octet)(at == CHANGES_AGAIN);
    }
    for (int i = shape->stones; i < shape->count;) {
        int const end = i + STEP < shape->count ? i + STEP : shape->count;
        for (; i < end; i++) {
            octet const at = taken[mold->offset[i]];
            verdict.gone |= (octet)(at - 1 < verdict.from);
            verdict.again |= (octet)(at == CHANGES_AGAIN);
        }
        if (all_gone(verdict.gone))
            break;
    }
    return verdict;
}

static void look_at_next(struct imprint_search *search,
                         struct imprint_block const *block)
{
    struct pending const *const next = &search->pending[search->popped++ % PENDING];
    struct spot spot = next->spot;
    struct imprint_verdict const verdict = look_at_tile(
        &search->molds[spot.mold], block->taken[next->tile] + base_of(&spot));
    for (unsigned games = next->games; games; games &= games - 1) {
        int const lane = __builtin_ctz(games);
        if (verdict.gone[lane])
            continue;
        spot.game = (uint16_t)(next->tile * TILE_GAMES + lane);
        spot.moment = (uint16_t)(verdict.from[lane] - 1);
        if (verdict.again[lane])
            look_at_changes(search, block, spot);
        else
            add_spot(search, &spot);
    }
}

/* GAMES of the tile, a bit each, had all the stones at some time.  */
static void push_tile(struct imprint_search *search, struct imprint_block const *block,
                      struct spot spot, int tile, unsigned games)
{
    enum { FETCHED = 8 }; /* cells; the others are near them or need no look */
    struct mold const *const mold = &search->molds[spot.mold];
    octet const *const taken = block->taken[tile] + base_of(&spot);
    if (search->pushed - search->popped == PENDING)
        look_at_next(search, block);
    search->pending[search->pushed++ % PENDING] =
        (struct pending){spot, (uint8_t)tile, (uint8_t)games};
    for (int i = 0; i < mold->shape.count && i < FETCHED; i++)
        __builtin_prefetch(taken + mold->offset[i]);
}

/* ---------------------------------------------------------------- one block */

static inline bool any_game(game_set const *set)
{
    uint64_t any = 0;
    for (int i = 0; i < GAME_WORDS; i++)
        any |= (*set)[i];
    return any;
}

/* Keep the games that ever had all stones of the shape at BASE; false when none is
   left.  */
static inline bool keep_with_stones(struct mold const *mold,
                                    struct imprint_block const *block, int base,
                                    game_set *set)
{
    struct variant const *const shape = &mold->shape;
    *set = block->had[shape->cells[0].color - BLACK][base + mold->offset[0]];
    for (int i = 1; i < shape->stones; i++) {
        *set &= block->had[shape->cells[i].color - BLACK][base + mold->offset[i]];
        if (!any_game(set))
            return false;
    }
    return true;
}

/* Throw out the games that took one of the empty points before the stage's moment and
   one of the stones not before; false when none is left.  */
static inline bool keep_in_order(struct mold const *mold,
                                 struct imprint_block const *block, int base, int stage,
                                 game_set *set)
{
    struct variant const *const shape = &mold->shape;
    game_set const *const before = block->before[stage] + base;
    game_set const *const again = block->again + base;
    game_set stones = *set, empties = {0};
    for (int i = 0; i < shape->stones; i++)
        stones &= before[mold->offset[i]] | again[mold->offset[i]];
    for (int i = shape->stones; i < shape->count; i++)
        empties |= before[mold->offset[i]];
    *set &= stones | ~empties;
    return any_game(set);
}

/* The games that are worth a look; false for none.  */
CLONES static bool choose_games(struct mold const *mold,
                                struct imprint_block const *block, int base,
                                game_set *set)
{
    if (!keep_with_stones(mold, block, base, set))
        return false;
    for (int stage = 0; stage < STAGES; stage++)
        if (!keep_in_order(mold, block, base, stage, set))
            return false;
    return true;
}

static void search_place(struct imprint_search *search,
                         struct imprint_block const *block, struct spot spot)
{
    struct mold const *const mold = &search->molds[spot.mold];
    game_set set;
    if (!choose_games(mold, block, base_of(&spot), &set))
        return;
    for (int k = 0; k < GAME_WORDS; k++)
        for (uint64_t word = set[k]; word;) {
            int const byte = __builtin_ctzll(word) / TILE_GAMES;
            push_tile(search, block, spot, 64 / TILE_GAMES * k + byte,
                      word >> TILE_GAMES * byte & 0xff);
            word &= ~(0xffull << TILE_GAMES * byte);
        }
}

static void search_mold(struct imprint_search *search,
                        struct imprint_block const *block, int number)
{
    struct variant const *const shape = &search->molds[number].shape;
    for (int row = shape->first_row; row <= shape->last_row; row++)
        for (int column = shape->first_column; column <= shape->last_column; column++)
            search_place(search, block,
                         (struct spot){.mold = (uint8_t)number,
                                       .column = (uint8_t)column,
                                       .row = (uint8_t)row});
}

/* ---------------------------------------------------------------- telling */

/* By game; within one, by moment, and then as they were found.  */
static void sort_spots(struct imprint_search *search)
{
    uint32_t end[BLOCK_GAMES + 1] = {0};
    for (size_t i = 0; i < search->spot_count; i++)
        end[search->spots[i].game + 1]++;
    for (int i = 1; i <= BLOCK_GAMES; i++)
        end[i] += end[i - 1];
    if (search->sorted_room < search->spot_room) {
        search->sorted_room = search->spot_room;
        search->sorted =
            xnrealloc(search->sorted, search->sorted_room, sizeof *search->sorted);
    }
    uint32_t start[BLOCK_GAMES];
    memcpy(start, end, sizeof start);
    for (size_t i = 0; i < search->spot_count; i++) {
        struct spot const spot = search->spots[i];
        uint32_t at = end[spot.game]++;
        for (; at > start[spot.game] && search->sorted[at - 1].moment > spot.moment;
             at--)
            search->sorted[at] = search->sorted[at - 1];
        search->sorted[at] = spot;
    }
}

/* The place in the text of the game's move number MOMENT, in one of its SEGMENTS;
   false when there are not so many.  */
static bool find_move(struct corpus const *corpus, uint32_t game, uint32_t moment,
                      struct segment const **segment, uint32_t *at)
{
    uint32_t const end = game + 1 < corpus->record_count
                             ? corpus->records[game + 1].segment
                             : corpus->segment_count;
    for (uint32_t i = corpus->records[game].segment; i < end; i++) {
        uint32_t const next = i + 1 < corpus->segment_count
                                  ? corpus->segments[i + 1].text
                                  : corpus->text_count;
        uint32_t const moves = next - corpus->segments[i].text - 1;
        *segment = &corpus->segments[i];
        *at = corpus->segments[i].text + (moment < moves ? moment : moves - 1);
        if (moment < moves)
            return true;
        moment -= moves;
    }
    return false;
}

static void tell_spot(struct imprint_search const *search, struct spot const *spot,
                      shape_watch *watch, void *context)
{
    struct corpus const *const corpus = search->corpus;
    struct variant const *const shape = &search->molds[spot->mold].shape;
    uint32_t const game = search->block * BLOCK_GAMES + spot->game;
    struct segment const *segment = NULL;
    uint32_t at = 0;
    bool const followed = find_move(corpus, game, spot->moment, &segment, &at);
    if (!segment)
        return; /* only where the file lies */
    struct sighting sighting = {
        .game = game,
        .number = (uint16_t)(segment->move + (at - segment->text) + !followed),
        .followed = followed,
        .color = corpus_color(segment, at),
        .cell = -1,
    };
    sighting.by_x = (sighting.color == WHITE) == shape->swapped;
    if (followed)
        sighting.cell =
            variant_cell_at(shape, spot->column, spot->row, corpus_point(corpus, at));
    watch(context, &sighting);
}

static void search_block(struct imprint_search *search, shape_watch *watch,
                         void *context)
{
    struct imprint_block const *const block = &search->imprint->blocks[search->block];
    search->spot_count = 0;
    for (int i = 0; i < search->mold_count; i++)
        search_mold(search, block, i);
    while (search->popped != search->pushed)
        look_at_next(search, block);
    sort_spots(search);
    for (size_t i = 0; i < search->spot_count; i++)
        tell_spot(search, &search->sorted[i], watch, context);
}

/* ---------------------------------------------------------------- all */

static void make_molds(struct imprint_search *search, struct shape const *shape)
{
    struct variant *const variants = xcalloc(VARIANTS_MAX, sizeof *variants);
    search->mold_count = shape_variants(shape, variants);
    search->molds = xcalloc((size_t)search->mold_count, sizeof *search->molds);
    for (int i = 0; i < search->mold_count; i++) {
        struct mold *const mold = &search->molds[i];
        mold->shape = variants[i];
        for (int k = 0; k < mold->shape.count; k++)
            mold->offset[k] =
                mold->shape.cells[k].row * CODE_BOARD + mold->shape.cells[k].column;
    }
    free(variants);
}

void imprint_find(struct imprint const *imprint, struct corpus const *corpus,
                  struct shape const *shape, shape_watch *watch, void *context)
{
    struct imprint_search *const search = xzalloc(sizeof *search);
    search->imprint = imprint;
    search->corpus = corpus;
    make_molds(search, shape);
    for (; search->block < imprint->block_count; search->block++)
        search_block(search, watch, context);
    free(search->molds);
    free(search->spots);
    free(search->sorted);
    free(search->runs.list);
    free(search->next.list);
    free(search);
}
