#include <config.h>

#include "patterns/model/lexicon.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <xalloc.h>

enum { HUGE_PAGE = 1 << 21 };

void *table_new(size_t count, size_t size)
{
    size_t const bytes = (count * size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    void *const table = aligned_alloc(HUGE_PAGE, bytes);
    if (!table)
        xalloc_die();
    madvise(table, bytes, MADV_HUGEPAGE); /* only a wish */
    memset(table, 0, bytes);
    return table;
}

void lexicon_init(struct lexicon *lexicon, uint32_t bucket_count)
{
    assert(bucket_count > 0);
    size_t const slots = (size_t)bucket_count * LEXICON_BUCKET;
    lexicon->bucket_count = bucket_count;
    lexicon->tags = table_new(slots, sizeof *lexicon->tags);
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
