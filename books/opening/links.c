#include <config.h>

#include "books/opening/links.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

struct trail *book_trail(struct book const *book)
{
    struct trail *const trail = trail_new(book->facts.size, book->facts.handicap, NULL);
    assert(trail && "the book was made with such a trail");
    return trail;
}

uint64_t book_start(struct book const *book)
{
    struct trail *const trail = book_trail(book);
    uint64_t const key = aspect_of(trail_start(trail)).key;
    trail_free(trail);
    return key;
}

struct aspect book_visit(struct trail *trail, struct book_position const *position)
{
    bool const there = trail_go(trail, position->way, NULL);
    assert(there && "paths of a book are legal");
    (void)there;
    return aspect_of(trail_board(trail));
}

static uint64_t *links_of(struct trail *trail, struct book_position const *position)
{
    struct aspect const aspect = book_visit(trail, position);
    uint64_t *const after = xnmalloc((size_t)position->count + 1, sizeof *after);
    for (int i = 0; i < position->count; i++)
        after[i] =
            aspect_of(trail_after(trail, aspect_out(&aspect, position->answers[i].at)))
                .key;
    return after;
}

void links_make(struct links *links, struct book const *book)
{
    struct trail *const trail = book_trail(book);
    *links = (struct links){
        .after = xnmalloc((size_t)book->count + 1, sizeof *links->after),
        .count = book->count,
    };
    for (uint32_t i = 0; i < book->count; i++)
        links->after[i] = links_of(trail, &book->positions[i]);
    trail_free(trail);
}

void links_add(struct links *links, struct book const *book, struct trail *trail)
{
    assert(links->count + 1 == book->count);
    links->after = xnrealloc(links->after, book->count, sizeof *links->after);
    links->after[links->count] = links_of(trail, &book->positions[links->count]);
    links->count++;
}

void links_release(struct links *links)
{
    for (uint32_t i = 0; i < links->count; i++)
        free(links->after[i]);
    free(links->after);
    *links = (struct links){.after = NULL};
}

struct way book_way_after(struct trail *trail, struct book_position const *position,
                          int number, point moves[static WAY_MAX + 1])
{
    struct aspect const aspect = book_visit(trail, position);
    struct way const way = {.moves = moves, .count = position->way.count + 1};
    memcpy(moves, position->way.moves,
           (size_t)position->way.count * sizeof *position->way.moves);
    moves[way.count - 1] = aspect_out(&aspect, position->answers[number].at);
    trail_straighten(trail, way);
    return way;
}

static int by_length(void const *left, void const *right, void *context)
{
    struct book_position const *const positions = context;
    uint32_t const a = *(uint32_t const *)left, b = *(uint32_t const *)right;
    int const lengths = positions[a].way.count - positions[b].way.count;
    return lengths ? lengths : (a > b) - (a < b);
}

uint32_t *book_by_length(struct book const *book)
{
    uint32_t *const order = xnmalloc((size_t)book->count + 1, sizeof *order);
    for (uint32_t i = 0; i < book->count; i++)
        order[i] = i;
    qsort_r(order, book->count, sizeof *order, by_length, book->positions);
    return order;
}
