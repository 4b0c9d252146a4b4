#include <config.h>

#include "player/thinking.h"

#include "patterns/playouts/local_source.h"

#include <stdlib.h>
#include <xalloc.h>

struct thinking {
    struct local_policy *policy; /* or NULL */
    struct local_source *source; /* or NULL: with the model none is needed */
    struct search *search;
};

static bool has_model(struct source const sources[], int count)
{
    for (int i = 0; i < count; i++)
        if (sources[i].voice == VOICE_MODEL)
            return true;
    return false;
}

enum { SOURCES_MAX = 8 };

struct thinking *thinking_new(struct source const sources[], int count,
                              struct search_tuning const *tuning, uint64_t seed,
                              struct failure *why)
{
    struct thinking *const thinking = xzalloc(sizeof *thinking);
    struct source all[SOURCES_MAX];
    struct search_parts parts = {.policy = uniform_policy, .sources = all};
    for (int i = 0; i < count && i < SOURCES_MAX - 1; i++)
        all[parts.source_count++] = sources[i];
    thinking->policy = local_policy_open(NULL, local_sharpness, why);
    if (thinking->policy)
        parts.policy = local_policy_row(thinking->policy);
    if (thinking->policy && !has_model(sources, count)) {
        thinking->source = local_source_new(thinking->policy);
        all[parts.source_count++] = local_source_row(thinking->source);
    }
    thinking->search = search_new(&parts, tuning, seed);
    return thinking;
}

void thinking_free(struct thinking *thinking)
{
    if (!thinking)
        return;
    search_free(thinking->search);
    local_source_free(thinking->source);
    local_policy_free(thinking->policy);
    free(thinking);
}

struct search *thinking_search(struct thinking *thinking)
{
    return thinking->search;
}
