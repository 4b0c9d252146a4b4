/* patterns/model/lexicon.h -- which shapes are known, as small numbers.

   A fixed set of keys in buckets of 32 tags of two bytes, one cache line
   each.  A key is found by its bucket and tag and is named by its slot, the
   place where the tag stands, so that whatever is to be known of a shape (its
   weight, how often it was played) is an array over the slots.

   A bucket that overflows goes on in the next.  A key that was never added is
   taken for a known one once in some thousand questions; learning and playing
   make the same mistakes.  Lookups may run in parallel.  */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LEXICON_BUCKET = 32 };

#define LEXICON_NONE UINT32_MAX

struct lexicon {
    uint16_t *tags; /* bucket_count * LEXICON_BUCKET, 0 for a free slot */
    uint32_t bucket_count;
};

/* Zeroed memory for a table that is read here and there, in huge pages where
   the system has them; to be freed.  */
void *table_new(size_t count, size_t size);

/* Empty, with room for about 7/8 of BUCKET_COUNT * LEXICON_BUCKET keys.  */
void lexicon_init(struct lexicon *lexicon, uint32_t bucket_count);
void lexicon_release(struct lexicon *lexicon);

/* The slot of KEY, which is added if need be and if there is room.  */
uint32_t lexicon_add(struct lexicon *lexicon, uint64_t key);

static inline uint32_t lexicon_bucket(struct lexicon const *lexicon, uint64_t key)
{
    return (uint32_t)((key >> 32) * lexicon->bucket_count >> 32);
}

static inline uint16_t lexicon_tag(uint64_t key)
{
    uint16_t const tag = (uint16_t)key;
    return tag ? tag : 1;
}

/* The slot of KEY in one bucket, or LEXICON_NONE.  */
static inline uint32_t lexicon_seek(struct lexicon const *lexicon, uint32_t bucket,
                                    uint16_t tag)
{
    uint16_t const *const tags = lexicon->tags + (size_t)bucket * LEXICON_BUCKET;
    uint16_t found = 0;
    for (uint16_t i = 0; i < LEXICON_BUCKET; i++)
        found |= (uint16_t)(tags[i] == tag ? i + 1 : 0);
    return found ? bucket * LEXICON_BUCKET + found - 1 : LEXICON_NONE;
}

static inline void lexicon_prefetch(struct lexicon const *lexicon, uint64_t key)
{
    __builtin_prefetch(lexicon->tags +
                       (size_t)lexicon_bucket(lexicon, key) * LEXICON_BUCKET);
}

/* The slot of KEY, or LEXICON_NONE.  */
static inline uint32_t lexicon_find(struct lexicon const *lexicon, uint64_t key)
{
    uint32_t const bucket = lexicon_bucket(lexicon, key);
    uint32_t const slot = lexicon_seek(lexicon, bucket, lexicon_tag(key));
    if (slot != LEXICON_NONE ||
        !lexicon->tags[(size_t)bucket * LEXICON_BUCKET + LEXICON_BUCKET - 1])
        return slot;
    uint32_t const next = bucket + 1 < lexicon->bucket_count ? bucket + 1 : 0;
    return lexicon_seek(lexicon, next, lexicon_tag(key));
}
