#include <config.h>

#include "patterns/caselearning/casenaming.h"

#include <assert.h>
#include <stdlib.h>
#include <xalloc.h>

/* The games of a node, one after the other in OFFERED, up to where the next begin.  */
struct offer {
    size_t first;
    bool cites; /* a game that is named */
};

struct casenaming {
    uint32_t games;
    struct memory_source *offered;
    struct offer *offers;
    size_t offered_count, offered_room, count, room;
    uint32_t *citers; /* of each game: offers that cite no named one so far */
    bool *named;
};

/* The offers of each game, those of game G from START[G] to START[G + 1]; and the games
   that a number of offers wait for, as chains: the first of each number and the next of
   each game, plus 1, 0 at their ends.  */
struct naming_order {
    size_t *start, *offer;
    uint32_t *head, *next;
};

struct casenaming *casenaming_new(uint32_t games)
{
    struct casenaming *const naming = xzalloc(sizeof *naming);
    naming->games = games;
    naming->citers = xcalloc((size_t)games + 1, sizeof *naming->citers);
    naming->named = xcalloc((size_t)games + 1, sizeof *naming->named);
    return naming;
}

void casenaming_free(struct casenaming *naming)
{
    if (!naming)
        return;
    free(naming->offered);
    free(naming->offers);
    free(naming->citers);
    free(naming->named);
    free(naming);
}

void casenaming_offer(struct casenaming *naming,
                      struct memory_source const list[CASE_SOURCES], int count)
{
    if (naming->count == naming->room)
        naming->offers =
            x2nrealloc(naming->offers, &naming->room, sizeof *naming->offers);
    naming->offers[naming->count++] = (struct offer){naming->offered_count, false};
    for (int i = 0; i < count; i++) {
        if (list[i].game >= naming->games)
            continue;
        if (naming->offered_count == naming->offered_room)
            naming->offered = x2nrealloc(naming->offered, &naming->offered_room,
                                         sizeof *naming->offered);
        naming->offered[naming->offered_count++] = list[i];
        naming->citers[list[i].game]++;
    }
}

static size_t offer_end(struct casenaming const *naming, size_t number)
{
    return number + 1 < naming->count ? naming->offers[number + 1].first
                                      : naming->offered_count;
}

/* ---------------------------------------------------------------- choosing */

/* Which offers each game is in.  */
static void sort_offers(struct casenaming const *naming, struct naming_order *order)
{
    order->start = xcalloc((size_t)naming->games + 2, sizeof *order->start);
    order->offer = xnmalloc(naming->offered_count + 1, sizeof *order->offer);
    size_t *const start = order->start;
    for (size_t i = 0; i < naming->offered_count; i++)
        start[naming->offered[i].game + 2]++;
    for (uint32_t game = 0; game < naming->games; game++)
        start[game + 1] += start[game];
    for (size_t number = 0; number < naming->count; number++)
        for (size_t i = naming->offers[number].first; i < offer_end(naming, number);
             i++)
            order->offer[start[naming->offered[i].game + 1]++] = number;
}

static void wait_in_line(struct casenaming const *naming, struct naming_order *order,
                         uint32_t game)
{
    uint32_t *const head = &order->head[naming->citers[game]];
    order->next[game] = *head;
    *head = game + 1;
}

/* GAME is named: those who can cite it wait for no other any more.  */
static void name(struct casenaming *naming, struct naming_order const *order,
                 uint32_t game)
{
    naming->named[game] = true;
    for (size_t i = order->start[game]; i < order->start[game + 1]; i++) {
        size_t const number = order->offer[i];
        if (naming->offers[number].cites)
            continue;
        naming->offers[number].cites = true;
        for (size_t j = naming->offers[number].first; j < offer_end(naming, number);
             j++)
            naming->citers[naming->offered[j].game]--;
    }
}

/* Numbers only fall, so a game that stands with too large a one goes to its own.  */
static void name_by_number(struct casenaming *naming, struct naming_order *order,
                           uint32_t number, uint32_t most)
{
    uint32_t named = 0;
    for (; number > 0; number--)
        while (order->head[number]) {
            uint32_t const game = order->head[number] - 1;
            order->head[number] = order->next[game];
            assert(naming->citers[game] <= number);
            if (naming->citers[game] < number)
                wait_in_line(naming, order, game);
            else if (named++ < most)
                name(naming, order, game);
            else
                return;
        }
}

void casenaming_choose(struct casenaming *naming, uint32_t most)
{
    uint32_t largest = 0;
    struct naming_order order;
    sort_offers(naming, &order);
    for (uint32_t game = 0; game < naming->games; game++)
        largest = naming->citers[game] > largest ? naming->citers[game] : largest;
    order.head = xcalloc((size_t)largest + 1, sizeof *order.head);
    order.next = xcalloc((size_t)naming->games + 1, sizeof *order.next);
    for (uint32_t game = naming->games; game-- > 0;)
        wait_in_line(naming, &order, game);
    name_by_number(naming, &order, largest, most);
    free(order.start);
    free(order.offer);
    free(order.head);
    free(order.next);
}

bool casenaming_is_named(struct casenaming const *naming, uint32_t game)
{
    return game < naming->games && naming->named[game];
}

bool casenaming_source(struct casenaming const *naming, size_t number,
                       struct memory_source *source)
{
    assert(number < naming->count);
    for (size_t i = naming->offers[number].first; i < offer_end(naming, number); i++)
        if (naming->named[naming->offered[i].game]) {
            *source = naming->offered[i];
            return true;
        }
    return false;
}
