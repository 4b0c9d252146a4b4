#include <config.h>

#include "patterns/lexicon.h"

#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

void lexicon_init(struct lexicon *lexicon, uint32_t bucket_count)
{
    size_t const size = (size_t)bucket_count * LEXICON_BUCKET * sizeof *lexicon->tags;
    lexicon->bucket_count = bucket_count;
    lexicon->tags = aligned_alloc(64, size);
    if (!lexicon->tags)
        xalloc_die();
    memset(lexicon->tags, 0, size);
}

void lexicon_release(struct lexicon *lexicon)
{
    free(lexicon->tags);
    lexicon->tags = NULL;
}

uint32_t lexicon_add(struct lexicon *lexicon, uint64_t key)
{
    uint16_t const tag = lexicon_tag(key);
    uint32_t const slot = lexicon_find(lexicon, key);
    uint32_t bucket = lexicon_bucket(lexicon, key);

    if (slot != LEXICON_NONE)
        return slot;
    for (int tries = 0; tries < 2; tries++) {
        uint16_t *const tags = lexicon->tags + (size_t)bucket * LEXICON_BUCKET;
        for (uint32_t i = 0; i < LEXICON_BUCKET; i++)
            if (!tags[i]) {
                tags[i] = tag;
                return bucket * LEXICON_BUCKET + i;
            }
        bucket = bucket + 1 < lexicon->bucket_count ? bucket + 1 : 0;
    }
    return LEXICON_NONE;
}
