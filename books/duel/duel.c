#include <config.h>

#include "books/duel/duel.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

void contestant_init(struct contestant *contestant, struct book const *book)
{
    contestant->book = book;
    links_make(&contestant->links, book);
}

void contestant_release(struct contestant *contestant)
{
    links_release(&contestant->links);
}

/* ------------------------------------------------------------ lists */

static void add(struct arrivals *arrivals, struct arrival arrival)
{
    if (arrivals->count == arrivals->room)
        arrivals->list =
            x2nrealloc(arrivals->list, &arrivals->room, sizeof *arrivals->list);
    arrivals->list[arrivals->count++] = arrival;
}

/* The most probable way to a position first; the rest only to have an order.  */
static int by_key(void const *left, void const *right)
{
    struct arrival const *const a = left, *const b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    if (a->probability != b->probability)
        return a->probability < b->probability ? 1 : -1;
    if (a->position != b->position)
        return a->position < b->position ? -1 : 1;
    return a->answer - b->answer;
}

/* Make one arrival of all at the same position: the ways there add up.  */
static void meet(struct arrivals *arrivals)
{
    size_t kept = 0;
    if (arrivals->count > 1)
        qsort(arrivals->list, arrivals->count, sizeof *arrivals->list, by_key);
    for (size_t i = 0; i < arrivals->count; i++)
        if (kept && arrivals->list[kept - 1].key == arrivals->list[i].key)
            arrivals->list[kept - 1].probability += arrivals->list[i].probability;
        else
            arrivals->list[kept++] = arrivals->list[i];
    arrivals->count = kept;
}

/* What PROBABILITY adds to an entropy in bits.  */
static double bits(double probability)
{
    return probability > 0 ? -probability * log2(probability) : 0;
}

static double entropy_of(struct arrivals const *arrivals)
{
    double sum = 0;
    for (size_t i = 0; i < arrivals->count; i++)
        sum += bits(arrivals->list[i].probability);
    return sum;
}

/* ------------------------------------------------------------ playing */

/* Share what arrived among what the book of the side to move answers; false when it
   has nothing to play.  */
static bool answer(struct duel const *duel, struct arrival const *at,
                   struct arrivals *next)
{
    int const side = at->ply % 2;
    struct contestant const *const mover = duel->side[side];
    struct book_position const *const position = book_find(mover->book, at->key);
    double const weight = position ? book_weight(position) : 0;
    if (weight <= 0)
        return false;
    uint32_t const number = (uint32_t)(position - mover->book->positions);
    for (int i = 0; i < position->count; i++)
        if (position->answers[i].probability > 0)
            add(next, (struct arrival){
                          .key = mover->links.after[number][i],
                          .probability = at->probability *
                                         position->answers[i].probability / weight,
                          .ply = at->ply + 1,
                          .side = side,
                          .position = number,
                          .answer = i,
                      });
    return true;
}

/* One ply: where games are, HERE, and what comes of it, NEXT.  GONE is the entropy of
   the games that have left before.  */
static void play_ply(struct duel *duel, struct arrivals const *here,
                     struct arrivals *next, double *gone)
{
    int const ply = here->list[0].ply;
    duel->entropies[ply] = *gone + entropy_of(here);
    for (size_t i = 0; i < here->count; i++) {
        struct arrival const *const at = &here->list[i];
        add(&duel->met, *at);
        if (answer(duel, at, next)) {
            duel->stays[ply] += at->probability;
            continue;
        }
        add(&duel->left, *at);
        duel->leaves[ply]++;
        *gone += bits(at->probability);
    }
    meet(next);
}

void duel_play(struct duel *duel, struct contestant const *first,
               struct contestant const *second)
{
    assert(first->book->facts.size == second->book->facts.size &&
           first->book->facts.handicap == second->book->facts.handicap);
    struct arrivals here = {.list = NULL}, next = {.list = NULL};
    double gone = 0;
    *duel = (struct duel){.side = {first, second}};
    add(&here, (struct arrival){.key = book_start(first->book), .probability = 1});
    for (; here.count && duel->plies < DUEL_PLIES; duel->plies++) {
        next.count = 0;
        play_ply(duel, &here, &next, &gone);
        struct arrivals const swap = here;
        here = next;
        next = swap;
    }
    for (size_t i = 0; i < here.count; i++)
        duel->endless += here.list[i].probability;
    free(here.list);
    free(next.list);
    meet(&duel->met);
    meet(&duel->left);
    duel->entropy = entropy_of(&duel->left);
    for (int ply = duel->plies; ply <= DUEL_PLIES; ply++)
        duel->entropies[ply] = gone;
}

void duel_release(struct duel *duel)
{
    free(duel->met.list);
    free(duel->left.list);
}

/* ------------------------------------------------------------ positions */

struct way duel_way(struct duel const *duel, struct arrival const *arrival,
                    point moves[static WAY_MAX + 1])
{
    if (arrival->ply == 0)
        return (struct way){.moves = moves};
    struct book const *const book = duel->side[arrival->side]->book;
    struct trail *const trail = book_trail(book);
    struct way const way = book_way_after(trail, &book->positions[arrival->position],
                                          arrival->answer, moves);
    trail_free(trail);
    return way;
}

/* Put ARRIVAL into LIST, which has COUNT of room for the most probable ones.  */
static void insert(struct arrival list[], int count, int *used,
                   struct arrival const *arrival)
{
    int at = *used < count ? (*used)++ : count - 1;
    if (at == count - 1 && *used == count && list[at].probability > 0 &&
        list[at].probability >= arrival->probability)
        return;
    for (; at > 0 && list[at - 1].probability < arrival->probability; at--)
        list[at] = list[at - 1];
    list[at] = *arrival;
}

int duel_never_met(struct duel const *duel, struct duel const *other, int count,
                   struct arrival list[])
{
    int used = 0;
    size_t k = 0;
    for (int i = 0; i < count; i++)
        list[i] = (struct arrival){.probability = 0};
    for (size_t i = 0; count && i < duel->met.count; i++) {
        struct arrival const *const met = &duel->met.list[i];
        while (k < other->met.count && other->met.list[k].key < met->key)
            k++;
        if (k == other->met.count || other->met.list[k].key != met->key)
            insert(list, count, &used, met);
    }
    return used;
}
