#include <config.h>

#include "books/suffix.h"

#include <divsufsort.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "text and suffixes are mapped as they are");

static void swap_bytes(symbol *text, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        text[i] = __builtin_bswap16(text[i]);
}

/* Of the suffixes of a text of bytes, those that begin at a whole symbol stand
   in the order of the symbols when the high byte comes first.  */
static uint32_t keep_even(int32_t const *bytes, uint32_t count, uint32_t *suffix)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (bytes[i] % 2 == 0)
            suffix[kept++] = (uint32_t)bytes[i] / 2;
    return kept;
}

/* Kärkkäinen, Manzini and Puglisi 2009: go through the text, not through the
   ranks, since the common prefix loses at most one symbol a step.  BEFORE has
   room for a number a symbol.  */
static void measure_shared(symbol const *text, uint32_t count, uint32_t const *suffix,
                           uint32_t *before, uint8_t *shared)
{
    before[suffix[0]] = count;
    for (uint32_t k = 1; k < count; k++)
        before[suffix[k]] = suffix[k - 1];

    uint32_t length = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t const j = before[i];
        if (j == count) {
            length = 0;
        } else {
            while (text[i + length] == text[j + length] &&
                   text[i + length] != SYMBOL_END)
                length++;
        }
        before[i] = length < SHARED_MAX ? length : SHARED_MAX;
        length -= length > 0;
    }
    for (uint32_t k = 0; k < count; k++)
        shared[k] = (uint8_t)before[suffix[k]];
}

bool suffix_sort(symbol *text, uint32_t count, uint32_t **suffix, uint8_t **shared,
                 struct failure *why)
{
    if (count == 0 || text[count - 1] != SYMBOL_END)
        return failed(why, "the text to be sorted does not end with an end");
    if (count >= 1u << 30)
        return failed(why, "a text of %u moves is too long to be sorted", count);

    int32_t *const bytes = xnmalloc(count, 2 * sizeof *bytes);
    swap_bytes(text, count);
    int const refused = divsufsort((sauchar_t *)text, bytes, (saidx_t)(2 * count));
    swap_bytes(text, count);
    if (refused) {
        free(bytes);
        return failed(why, "libdivsufsort gave up (%d)", refused);
    }

    /* The even suffixes take the lower half of the array; the upper is spare.  */
    uint32_t *const sorted = (uint32_t *)bytes;
    keep_even(bytes, 2 * count, sorted);
    *shared = xmalloc(count);
    measure_shared(text, count, sorted, sorted + count, *shared);
    *suffix = xnrealloc(sorted, count, sizeof *sorted);
    return true;
}

/* ---------------------------------------------------------------- searching */

/* The first symbols of TEXT, at most LENGTH and not beyond its end, followed by
   PADDING in the place of others.  */
static uint64_t make_key(symbol const *text, int length, uint64_t padding)
{
    uint64_t key = 0;
    bool ended = false;
    for (int i = 0; i < KEY_SYMBOLS; i++) {
        ended = ended || i >= length;
        key = key << KEY_BITS | (ended ? padding : text[i]);
        ended = ended || text[i] == SYMBOL_END;
    }
    return key;
}

static uint32_t divide_up(uint32_t a, uint32_t b)
{
    return (a + b - 1) / b;
}

static uint32_t fine_keys(uint32_t count)
{
    return divide_up(count, KEY_STRIDE);
}

static uint32_t pages(uint32_t count)
{
    return divide_up(fine_keys(count), KEY_PAGE);
}

uint32_t key_count(uint32_t count)
{
    return pages(count) + fine_keys(count);
}

uint64_t *suffix_keys(struct suffixes const *suffixes)
{
    uint32_t const count = suffixes->count;
    uint64_t *const keys = xnmalloc(key_count(count), sizeof *keys);
    uint64_t *const fine = keys + pages(count);
    for (uint32_t i = 0; i < fine_keys(count); i++)
        fine[i] = make_key(suffixes->text + suffixes->suffix[i * KEY_STRIDE],
                           KEY_SYMBOLS, SYMBOL_END);
    for (uint32_t i = 0; i < pages(count); i++)
        keys[i] = fine[i * KEY_PAGE];
    return keys;
}

/* How many of the rising KEYS are below KEY; without a branch to guess.  */
static uint32_t lower_bound(uint64_t const *keys, uint32_t count, uint64_t key)
{
    uint64_t const *base = keys;
    while (count > 1) {
        uint32_t const half = count / 2;
        base += base[half - 1] < key ? half : 0;
        count -= half;
    }
    return (uint32_t)(base - keys) + (count == 1 && *base < key);
}

/* How many of the fine keys are below KEY.  */
static uint32_t keys_below(struct suffixes const *suffixes, uint64_t key)
{
    uint32_t const page_count = pages(suffixes->count);
    uint32_t const page = lower_bound(suffixes->keys, page_count, key);
    if (page == 0)
        return 0;
    /* The first key that is not below is in the page before, or begins PAGE.  */
    uint32_t const start = (page - 1) * KEY_PAGE;
    uint32_t const left = fine_keys(suffixes->count) - start;
    uint64_t const *const fine = suffixes->keys + page_count + start;
    for (int i = 0; i < KEY_PAGE * KEY_STRIDE; i += 16)
        __builtin_prefetch(suffixes->suffix + (size_t)start * KEY_STRIDE + i);
    return start + lower_bound(fine, left < KEY_PAGE ? left : KEY_PAGE, key);
}

/* A query, with its first symbols as they lie in memory.  */
struct query {
    symbol const *text;
    int length;
    uint64_t head[2];
    uint64_t mask[2]; /* which of their bits count */
};

enum { HEAD = 8 }; /* symbols in HEAD */

static struct query make_query(symbol const *text, int length)
{
    struct query query = {.text = text, .length = length};
    size_t const size = (size_t)(length < HEAD ? length : HEAD) * sizeof *text;
    memcpy(query.head, text, size);
    memset(query.mask, 0xff, size);
    return query;
}

/* Below 0, 0 or above as the suffix at AT is before, begins with, or is after
   QUERY.  The first symbols are compared at once: what is looked at here is
   seldom in the cache, and a wrong guess at a branch would wait for it.  */
static int compare(struct suffixes const *suffixes, uint32_t at,
                   struct query const *query)
{
    symbol const *const text = suffixes->text + at;
    int i = 0;
    if (at + HEAD <= suffixes->count) {
        uint64_t head[2];
        memcpy(head, text, sizeof head);
        uint64_t const first = (head[0] ^ query->head[0]) & query->mask[0];
        uint64_t const second = (head[1] ^ query->head[1]) & query->mask[1];
        uint64_t const differ = first ? first : second;
        uint64_t const ours = first ? head[0] : head[1];
        uint64_t const theirs = first ? query->head[0] : query->head[1];
        int const shift = differ ? __builtin_ctzll(differ) & ~15 : 0;
        if (differ || query->length <= HEAD)
            return differ
                       ? (int)(ours >> shift & 0xffff) - (int)(theirs >> shift & 0xffff)
                       : 0;
        i = HEAD;
    }
    while (i < query->length && text[i] == query->text[i])
        i++;
    return i == query->length ? 0 : text[i] - query->text[i];
}

/* The first rank in LOW ... HIGH whose suffix is not before QUERY or, for AFTER,
   after all that begin with it.  */
static uint32_t find_bound(struct suffixes const *suffixes, struct query const *query,
                           bool after, uint32_t low, uint32_t high)
{
    while (low < high) {
        uint32_t const middle = low + (high - low) / 2;
        if (compare(suffixes, suffixes->suffix[middle], query) < after)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The rank of the fine key number KEY, or the end.  */
static uint32_t key_rank(struct suffixes const *suffixes, uint32_t key)
{
    return key < fine_keys(suffixes->count) ? key * KEY_STRIDE : suffixes->count;
}

/* The end of the run of suffixes from LOW that begin with QUERY: by looking at
   a few neighbours, or else by the keys.  */
static uint32_t find_end(struct suffixes const *suffixes, struct query const *query,
                         uint32_t low)
{
    enum { NEIGHBOURS = 64 };
    uint32_t const count = suffixes->count;
    uint32_t const near = count - low < NEIGHBOURS ? count : low + NEIGHBOURS;
    uint32_t end = low + 1;
    while (end < near && suffixes->shared[end] >= query->length)
        end++;
    if (end < near || end == count)
        return end;
    uint64_t const last = make_key(query->text, query->length, (1u << KEY_BITS) - 1);
    uint32_t const high = key_rank(suffixes, keys_below(suffixes, last + 1));
    return find_bound(suffixes, query, true, end, high);
}

/* The first key above KEY, of which number AT is the first that is not below.  */
static uint32_t skip_equal(struct suffixes const *suffixes, uint32_t at, uint64_t key)
{
    enum { NEIGHBOURS = 8 };
    uint64_t const *const fine = suffixes->keys + pages(suffixes->count);
    uint32_t const count = fine_keys(suffixes->count);
    for (int i = 0; i < NEIGHBOURS; i++, at++)
        if (at == count || fine[at] != key)
            return at;
    return keys_below(suffixes, key + 1);
}

struct span suffix_find(struct suffixes const *suffixes, symbol const *text, int length)
{
    if (length == 0)
        return (struct span){0, suffixes->count};
    struct query const query = make_query(text, length);
    uint64_t const key = make_key(text, length, 0);
    uint32_t const at_least = keys_below(suffixes, key);

    /* The bound is after the last smaller key.  Up to the first larger one all
       keys are equal, which tells nothing about a longer query.  */
    uint32_t low = at_least ? (at_least - 1) * KEY_STRIDE + 1 : 0;
    uint32_t const above =
        length > KEY_SYMBOLS ? skip_equal(suffixes, at_least, key) : at_least;
    uint32_t const high = key_rank(suffixes, above);
    __builtin_prefetch(&suffixes->shared[high]);
    if (high - low > KEY_STRIDE)
        low = find_bound(suffixes, &query, false, low, high);

    /* All of the few that are left, so that their symbols come at once.  */
    uint32_t const end = high - low < KEY_STRIDE ? high : low + KEY_STRIDE;
    uint32_t before = 0, equal = 0;
    for (uint32_t k = low; k < end; k++) {
        int const order = compare(suffixes, suffixes->suffix[k], &query);
        before += order < 0;
        equal += order == 0;
    }
    uint32_t const found = low + before;
    if (equal > 0 && found + equal == end)
        return (struct span){found, find_end(suffixes, &query, end - 1)};
    if (equal == 0 && found < suffixes->count && found == end &&
        compare(suffixes, suffixes->suffix[found], &query) == 0)
        return (struct span){found, find_end(suffixes, &query, found)};
    return (struct span){found, found + equal};
}
