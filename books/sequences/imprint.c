#include <config.h>

#include "books/sequences/imprint.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

_Static_assert(sizeof(struct imprint_block) == 508288, "the layout of SEEN");
_Static_assert(sizeof(struct change) == 4, "the layout of CHNG");
_Static_assert(BLOCK_PLACES < 1 << PLACE_BITS, "places fit into a change");

uint16_t const stage_moments[STAGES] = {80, 144, 32};

/* ---------------------------------------------------------------- making */

/* A game that is being played through.  */
struct imprint_tracing {
    struct record_walk walk;
    uint8_t color[BLOCK_PLACES]; /* at the last moment */
    uint16_t prisoners;          /* of both, at the last moment */
    struct change *events;       /* everything that happened */
    size_t event_room;
    int event_count;
    uint8_t times[BLOCK_PLACES]; /* that a place changed; 2 is many */
};

static int place_of(point p)
{
    return (point_row(p) - 1) * CODE_BOARD + point_column(p) - 1;
}

static void note(struct imprint_tracing *tracing, point p, uint16_t moment)
{
    int const place = place_of(p);
    uint8_t const color = (uint8_t)board_color(&tracing->walk.board, p);
    if (color == tracing->color[place])
        return;
    if ((size_t)tracing->event_count == tracing->event_room)
        tracing->events =
            x2nrealloc(tracing->events, &tracing->event_room, sizeof *tracing->events);
    tracing->color[place] = color;
    tracing->times[place] += tracing->times[place] < 2;
    tracing->events[tracing->event_count++] =
        (struct change){moment, (uint16_t)(place | color << PLACE_BITS)};
}

/* What is new at this moment: the point of the last move, unless stones were taken off
   or set up.  */
static void look(struct imprint_tracing *tracing, point last, bool edited,
                 uint16_t moment)
{
    struct board const *const board = &tracing->walk.board;
    uint16_t const prisoners =
        (uint16_t)(board->prisoners[BLACK] + board->prisoners[WHITE]);
    if (!edited && prisoners == tracing->prisoners) {
        if (last)
            note(tracing, last, moment);
        return;
    }
    tracing->prisoners = prisoners;
    for (point p = board_first_point(); p; p = board_next_point(board, p))
        note(tracing, p, moment);
}

static void trace(struct imprint_tracing *tracing, struct corpus const *corpus,
                  uint32_t game)
{
    point last = 0;
    uint16_t moment = 0;
    memset(tracing->color, EMPTY, sizeof tracing->color);
    memset(tracing->times, 0, sizeof tracing->times);
    tracing->prisoners = 0;
    tracing->event_count = 0;
    record_start(&tracing->walk, corpus, game);
    while (record_next(&tracing->walk)) {
        look(tracing, last, tracing->walk.edited, moment++);
        last = tracing->walk.steps.move.at;
    }
    if (!tracing->walk.failed)
        look(tracing, last, false, moment);
}

static void add_game(game_set *set, uint32_t number)
{
    (*set)[number / 64] |= 1ull << number % 64;
}

static int by_place(void const *left, void const *right)
{
    struct change const *const a = left, *const b = right;
    int const places = change_place(*a) - change_place(*b);
    return places ? places : a->moment - b->moment;
}

/* Enter what was traced as game NUMBER of BLOCK; what changes again goes to CHANGES
   too.  */
static void enter(struct imprint_tracing const *tracing, uint32_t number,
                  struct imprint_block *block, struct imprint_changes *changes,
                  size_t *room)
{
    uint32_t const first = changes->count;
    for (int i = 0; i < tracing->event_count; i++) {
        struct change const event = tracing->events[i];
        int const place = change_place(event);
        enum color const color = change_color(event);
        if (color != EMPTY)
            add_game(&block->had[color - BLACK][place], number);
        uint16_t *const taken =
            (uint16_t *)&block->taken[number / TILE_GAMES][place] + number % TILE_GAMES;
        *taken = (uint16_t)(event.moment + 1);
        for (int stage = 0; stage < STAGES && tracing->times[place] == 1; stage++)
            if (event.moment < stage_moments[stage])
                add_game(&block->before[stage][place], number);
        if (tracing->times[place] == 1)
            continue;
        *taken = CHANGES_AGAIN;
        add_game(&block->again[place], number);
        if (changes->count == *room)
            changes->list = x2nrealloc(changes->list, room, sizeof *changes->list);
        changes->list[changes->count++] = event;
    }
    if (changes->count > first)
        qsort(changes->list + first, changes->count - first, sizeof *changes->list,
              by_place);
}

static void clear_block(struct imprint_block *block)
{
    memset(block, 0, sizeof *block);
    memset(block->taken, 0xff, sizeof block->taken);
}

struct imprint_changes imprint_make(struct corpus const *corpus,
                                    void (*take)(void *context,
                                                 struct imprint_block const *block),
                                    void *context, struct listener const *listener)
{
    uint32_t const games = corpus->record_count;
    struct imprint_changes changes = {.first = xnmalloc((size_t)games + 1, 4)};
    struct imprint_tracing *const tracing = xzalloc(sizeof *tracing);
    struct imprint_block *const block = xmalloc(sizeof *block);
    size_t room = 0;
    clear_block(block);
    for (uint32_t game = 0; game < games; game++) {
        tell_stage(listener, "3 of 3: playing the games through for their shapes", game,
                   games);
        changes.first[game] = changes.count;
        trace(tracing, corpus, game);
        enter(tracing, game % BLOCK_GAMES, block, &changes, &room);
        if (game % BLOCK_GAMES == BLOCK_GAMES - 1 || game + 1 == games) {
            take(context, block);
            clear_block(block);
        }
    }
    changes.first[games] = changes.count;
    free(block);
    free(tracing->events);
    free(tracing);
    return changes;
}

void imprint_changes_release(struct imprint_changes *changes)
{
    free(changes->list);
    free(changes->first);
    *changes = (struct imprint_changes){0};
}

/* Has the last block no games but the first COUNT?  */
static bool ends_after(struct imprint_block const *block, uint32_t count)
{
    for (int color = 0; color < 2; color++)
        for (int place = 0; place < BLOCK_PLACES; place++)
            for (uint32_t i = count; i < BLOCK_GAMES; i++)
                if (block->had[color][place][i / 64] >> i % 64 & 1)
                    return false;
    return true;
}

bool imprint_is_sound(struct imprint const *imprint, uint32_t games)
{
    struct imprint_changes const *const changes = &imprint->changes;
    if (imprint->block_count != (games + BLOCK_GAMES - 1) / BLOCK_GAMES ||
        changes->first[0] != 0 || changes->first[games] != changes->count)
        return false;
    for (uint32_t i = 0; i < games; i++)
        if (changes->first[i] > changes->first[i + 1])
            return false;
    return games % BLOCK_GAMES == 0 ||
           ends_after(&imprint->blocks[imprint->block_count - 1], games % BLOCK_GAMES);
}
