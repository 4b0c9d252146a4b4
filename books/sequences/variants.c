#include <config.h>

#include "books/sequences/variants.h"

#include <assert.h>
#include <stdlib.h>
#include <xalloc.h>

#include "engine/base/rng.h"
#include "engine/go/symmetry.h"

/* A step as seen in one symmetry, scrambled.  */
static uint64_t step_hash(point from, point to, int symmetry)
{
    struct offset const step = {point_column(to) - point_column(from),
                                point_row(to) - point_row(from)};
    struct offset const seen = offset_turned(step, symmetry);
    return rng_mix((uint64_t)(seen.columns + 32) << 8 | (uint64_t)(seen.rows + 32));
}

/* Hashes of the steps so far: a polynomial, so that the first step can be taken
   off again.  */
struct rolling {
    uint64_t hash[SYMMETRIES];
    int steps;
};

enum { FACTOR = 0x2545f491 };

static void roll(struct rolling *rolling, point const *points, int length,
                 uint64_t highest)
{
    bool const full = rolling->steps == length;
    for (int s = 0; s < SYMMETRIES; s++) {
        uint64_t const gone =
            full ? step_hash(points[-length - 1], points[-length], s) : 0;
        rolling->hash[s] = (rolling->hash[s] - gone * highest) * FACTOR +
                           step_hash(points[-1], points[0], s);
    }
    rolling->steps += !full;
}

/* The shape of the LENGTH steps that begin at each place: the smallest hash of
   its symmetries; 0 where there is none.  */
static uint64_t *hash_shapes(struct suffixes const *suffixes, point const *points,
                             int length)
{
    uint64_t *const shapes = xcalloc(suffixes->count, sizeof *shapes);
    struct rolling rolling = {.steps = 0};
    uint64_t highest = 1;
    for (int i = 1; i < length; i++)
        highest *= FACTOR;
    for (uint32_t i = 0; i < suffixes->count; i++) {
        if (suffixes->text[i] < SYMBOL_NEXT) {
            rolling = (struct rolling){.steps = 0};
            continue;
        }
        roll(&rolling, points + i, length, highest);
        if (rolling.steps < length)
            continue;
        uint64_t smallest = rolling.hash[0];
        for (int s = 1; s < SYMMETRIES; s++)
            smallest = rolling.hash[s] < smallest ? rolling.hash[s] : smallest;
        shapes[i + 1 - (uint32_t)length] = smallest | 1;
    }
    return shapes;
}

static int by_value(void const *left, void const *right)
{
    uint64_t const a = *(uint64_t const *)left, b = *(uint64_t const *)right;
    return (a > b) - (a < b);
}

static uint32_t count_distinct(uint64_t *values, uint32_t count)
{
    uint32_t distinct = count > 0;
    qsort(values, count, sizeof *values, by_value);
    for (uint32_t i = 1; i < count; i++)
        distinct += values[i] != values[i - 1];
    return distinct;
}

struct variants count_variants(struct suffixes const *suffixes, point const *points,
                               int length)
{
    struct variants variants = {0};
    uint64_t *const shapes = hash_shapes(suffixes, points, length);
    uint64_t *const group = xnmalloc(suffixes->count, sizeof *group);
    for (uint32_t k = 0; k < suffixes->count;) {
        uint32_t end = k, members = 0, fresh = 0;
        do {
            uint64_t const shape = shapes[suffixes->suffix[end++]];
            if (!shape)
                continue;
            members++;
            if (fresh == 0 || group[fresh - 1] != shape)
                group[fresh++] = shape; /* mostly the same again */
        } while (end < suffixes->count && suffixes->shared[end] >= length);
        k = end;
        if (members == 0)
            continue;
        uint32_t const distinct = count_distinct(group, fresh);
        variants.strings++;
        variants.shapes += distinct;
        variants.most = distinct > variants.most ? distinct : variants.most;
    }
    free(group);
    free(shapes);
    return variants;
}

uint64_t shape_hash(point const *moves, int count)
{
    uint64_t smallest = UINT64_MAX;
    assert(count >= 1 && "a sequence has a first move");
    for (int s = 0; s < SYMMETRIES; s++) {
        uint64_t hash = (uint64_t)count;
        for (int i = 1; i < count; i++)
            hash = hash * FACTOR + step_hash(moves[i - 1], moves[i], s);
        smallest = hash < smallest ? hash : smallest;
    }
    return smallest;
}

int ranked_moves(struct ranked const *ranked, struct corpus const *corpus,
                 struct suffixes const *suffixes, point moves[RANKED_LENGTH_MAX + 1])
{
    uint32_t const at = suffixes->suffix[ranked->span.low];
    int const before = corpus->text[at] >= SYMBOL_NEXT;
    assert(ranked->length >= 1 && ranked->length <= RANKED_LENGTH_MAX);
    for (int i = 0; i < ranked->length + before; i++)
        moves[i] = corpus_point(corpus, at - (uint32_t)before + (uint32_t)i);
    return ranked->length + before;
}

/* A place of the list by its shape.  */
struct shaped {
    uint64_t shape;
    uint32_t place;
};

static int by_shape(void const *left, void const *right)
{
    struct shaped const *const a = left, *const b = right;
    if (a->shape != b->shape)
        return a->shape < b->shape ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

void ranked_keep_shapes(struct ranked_list *list, struct corpus const *corpus,
                        struct suffixes const *suffixes)
{
    struct shaped *const shaped = xnmalloc(list->count + 1, sizeof *shaped);
    bool *const again = xcalloc(list->count + 1, sizeof *again);
    for (uint32_t i = 0; i < list->count; i++) {
        point moves[RANKED_LENGTH_MAX + 1];
        int const count = ranked_moves(&list->best[i], corpus, suffixes, moves);
        shaped[i] = (struct shaped){shape_hash(moves, count), i};
    }
    qsort(shaped, list->count, sizeof *shaped, by_shape);
    for (uint32_t i = 1; i < list->count; i++)
        again[shaped[i].place] = shaped[i].shape == shaped[i - 1].shape;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++)
        if (!again[i])
            list->best[kept++] = list->best[i];
    list->count = kept;
    free(again);
    free(shaped);
}
