#include <config.h>

#include "engine/search/candidate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void candidates_clear(struct candidates *candidates)
{
    for (int i = 0; i < candidates->count; i++)
        candidates->index[candidates->list[i].at] = 0;
    candidates->count = 0;
}

struct candidate *candidates_at(struct candidates *candidates, point at)
{
    if (!candidates->index[at]) {
        struct candidate *const added = &candidates->list[candidates->count++];
        memset(added, 0, sizeof *added);
        added->at = at;
        candidates->index[at] = (uint16_t)candidates->count;
    }
    return &candidates->list[candidates->index[at] - 1];
}

void candidates_propose(struct candidates *candidates, enum voice voice, point at,
                        float weight, float alike)
{
    struct candidate *const candidate = candidates_at(candidates, at);
    candidate->voices = (uint8_t)(candidate->voices | 1u << voice);
    candidate->weight[voice] = weight;
    candidate->alike[voice] = alike;
}

void candidates_raise(struct candidates *candidates, point at, float raise)
{
    candidates_at(candidates, at)->raise += raise;
}

void candidates_mix(struct candidates *candidates)
{
    bool modelled = false;
    for (int i = 0; i < candidates->count; i++)
        modelled |= candidates->list[i].voices >> VOICE_MODEL & 1;
    for (int i = 0; i < candidates->count; i++) {
        struct candidate *const candidate = &candidates->list[i];
        candidate->p = modelled ? candidate->weight[VOICE_MODEL] : 0;
        for (int voice = 0; voice < VOICES && !modelled; voice++)
            candidate->p += candidate->weight[voice] * candidate->alike[voice];
        if (candidate->raise != 0)
            candidate->p *= expf(candidate->raise);
    }
}

static int more_probable(void const *left, void const *right)
{
    struct candidate const *const a = left, *const b = right;
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

char const *voice_name(enum voice voice)
{
    static char const *const names[VOICES] = {"shapes",  "windows", "joseki",
                                              "opening", "tactics", "model"};
    return names[voice];
}
