#include <config.h>

#include "engine/search/candidate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum { SLOTS = AREA_MAX + 1 };

void candidates_init(struct candidates *candidates, int voices)
{
    assert(voices >= 0 && voices <= VOICES_MAX);
    memset(candidates, 0, sizeof *candidates);
    candidates->voices = voices;
    candidates->opinion =
        xnmalloc((size_t)(voices ? voices : 1) * SLOTS, sizeof *candidates->opinion);
}

void candidates_release(struct candidates *candidates)
{
    free(candidates->opinion);
    candidates->opinion = NULL;
}

void candidates_clear(struct candidates *candidates)
{
    for (int i = 0; i < candidates->count; i++)
        candidates->index[candidates->list[i].at] = 0;
    candidates->count = 0;
}

struct candidate *candidates_at(struct candidates *candidates, point at)
{
    assert(at < POINTS && "PASS or a point");
    if (!candidates->index[at]) {
        assert(candidates->count < SLOTS);
        uint16_t const slot = (uint16_t)candidates->count++;
        candidates->list[slot] =
            (struct candidate){.at = at, .slot = slot, .stands = 1};
        candidates->index[at] = (uint16_t)(slot + 1);
    }
    return &candidates->list[candidates->index[at] - 1];
}

struct candidate const *candidates_find(struct candidates const *candidates, point at)
{
    assert(at < POINTS);
    uint16_t const place = candidates->index[at];
    assert(place <= candidates->count);
    return place ? &candidates->list[place - 1] : NULL;
}

struct opinion *candidates_name(struct candidates *candidates, int voice, point at,
                                float p, float alike)
{
    assert(voice >= 0 && voice < candidates->voices);
    assert(p >= 0 && p <= 1.001f && alike >= 0 && alike <= 1.001f);
    struct candidate *const candidate = candidates_at(candidates, at);
    struct opinion *const opinion =
        &candidates->opinion[voice * SLOTS + candidate->slot];
    candidate->named = (uint16_t)(candidate->named | 1u << voice);
    *opinion = (struct opinion){.p = p, .alike = alike};
    return opinion;
}

struct opinion const *candidates_opinion(struct candidates const *candidates,
                                         struct candidate const *candidate, int voice)
{
    return candidate->named >> voice & 1
               ? &candidates->opinion[voice * SLOTS + candidate->slot]
               : NULL;
}

static int more_probable(void const *left, void const *right)
{
    struct candidate const *const a = left, *const b = right;
    assert(a->p >= 0 && b->p >= 0 && "and numbers");
    if (a->p != b->p)
        return a->p > b->p ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

void candidates_sort(struct candidates *candidates)
{
    qsort(candidates->list, (size_t)candidates->count, sizeof candidates->list[0],
          more_probable);
    for (int i = 0; i < candidates->count; i++)
        candidates->index[candidates->list[i].at] = (uint16_t)(i + 1);
}
