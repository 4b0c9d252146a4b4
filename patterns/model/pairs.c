#include <config.h>

#include "patterns/model/pairs.h"

#include <assert.h>

#include "engine/base/clones.h"

CLONES float pairs_sum(struct factors const *table, uint32_t const *list, int count,
                       struct factors *sum)
{
    assert(count >= 0 && count <= PLAIN_MAX);
    struct factors all = {{0}}, squares = {{0}};
    float pairs = 0;

    for (int i = 0; i < count; i++) {
        if (list[i] >= PLAIN_SINGLE)
            continue;
        float const *const of = table[list[i]].of;
        for (int k = 0; k < FACTORS; k++) {
            all.of[k] += of[k];
            squares.of[k] += of[k] * of[k];
        }
    }
    for (int k = 0; k < FACTORS; k++)
        pairs += all.of[k] * all.of[k] - squares.of[k];
    *sum = all;
    return pairs * 0.5f;
}
