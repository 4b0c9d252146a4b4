#include <config.h>

#include "books/sequences/suffix.h"

#include <assert.h>
#include <divsufsort.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "text and suffixes are mapped as they are");

_Static_assert((int)SYMBOL_LIMIT < 1 << KEY_BITS && (int)PLAIN_LIMIT < 1 << KEY_BITS &&
                   KEY_SYMBOLS * KEY_BITS <= 64,
               "the symbols of every code fit into a key");

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

/* How many keys there are on a LEVEL above the fine ones, which are level 0.  */
static uint32_t level_size(uint32_t fine, int level)
{
    int const shift = KEY_FAN_BITS * level;
    return (uint32_t)(((uint64_t)fine + (1ull << shift) - 1) >> shift);
}

/* The first level that fits into one line.  */
static int top_level(uint32_t fine)
{
    int const bits = 64 - __builtin_clzll(fine > 1 ? (uint64_t)fine - 1 : 1);
    return (bits + KEY_FAN_BITS - 1) / KEY_FAN_BITS - 1;
}

/* Where the fine keys begin.  */
static uint32_t fine_start(uint32_t fine)
{
    uint32_t start = 0;
    for (int level = top_level(fine); level > 0; level--)
        start += level_size(fine, level);
    return start;
}

uint32_t key_count(uint32_t count)
{
    uint32_t const fine = fine_keys(count);
    return fine_start(fine) + fine;
}

uint64_t *suffix_keys(struct suffixes const *suffixes)
{
    uint32_t const fine = fine_keys(suffixes->count);
    uint64_t *const keys = xnmalloc(key_count(suffixes->count), sizeof *keys);
    uint64_t *to = keys;
    for (int level = top_level(fine); level >= 0; level--)
        for (uint32_t i = 0; i < level_size(fine, level); i++) {
            uint64_t const rank = ((uint64_t)i << KEY_FAN_BITS * level) * KEY_STRIDE;
            *to++ = make_key(suffixes->text + suffixes->suffix[rank], KEY_SYMBOLS,
                             SYMBOL_END);
        }
    return keys;
}

/* Does the suffix of rank K share so much that it, too, has the symbol behind it?  */
static bool has_room(struct suffixes const *suffixes, uint32_t k, unsigned shared)
{
    return suffixes->suffix[k] < suffixes->count &&
           shared < suffixes->count - suffixes->suffix[k];
}

static bool keys_rise(struct suffixes const *suffixes)
{
    uint32_t const fine = fine_keys(suffixes->count);
    uint64_t const *keys = suffixes->keys;
    for (int level = top_level(fine); level >= 0; level--) {
        uint32_t const size = level_size(fine, level);
        for (uint32_t i = 1; i < size; i++)
            if (keys[i] < keys[i - 1])
                return false;
        keys += size;
    }
    return true;
}

bool suffix_check(struct suffixes const *suffixes, symbol limit, struct failure *why)
{
    uint32_t const count = suffixes->count;
    symbol highest = 0;
    for (uint32_t i = 0; i < count; i++)
        highest = suffixes->text[i] > highest ? suffixes->text[i] : highest;
    if (highest >= limit || suffixes->text[count - 1] != SYMBOL_END)
        return failed(why, "the text has an unknown symbol or no end");
    for (uint32_t k = 0; k < count; k++)
        if (!has_room(suffixes, k, suffixes->shared[k]) ||
            (k && !has_room(suffixes, k - 1, suffixes->shared[k])))
            return failed(why, "a suffix is outside of the text");
    if (suffixes->shared[0] || (suffixes->keys && !keys_rise(suffixes)))
        return failed(why, "the keys are not in order");
    return true;
}

/* Do the suffixes of ranks K - 1 and K share as much as is said, and is the first of
   them before the second?  Equal texts are in the order of their ends, which the
   sorting took for larger the further behind they are.  */
static bool is_in_order(struct suffixes const *suffixes, uint32_t k)
{
    symbol const *const a = suffixes->text + suffixes->suffix[k - 1];
    symbol const *const b = suffixes->text + suffixes->suffix[k];
    int i = 0;
    while (i < SHARED_MAX && a[i] == b[i] && a[i] != SYMBOL_END)
        i++;
    return suffixes->shared[k] == i && (i == SHARED_MAX || a[i] <= b[i]);
}

bool suffix_is_sorted(struct suffixes const *suffixes, struct failure *why)
{
    uint32_t const count = suffixes->count;
    uint64_t *const met = xcalloc(count / 64 + 1, sizeof *met);
    bool good = true;
    for (uint32_t k = 0; k < count && good; k++) {
        uint32_t const at = suffixes->suffix[k];
        good = !(met[at / 64] >> at % 64 & 1) && (!k || is_in_order(suffixes, k));
        met[at / 64] |= (uint64_t)1 << at % 64;
    }
    free(met);
    return good || failed(why, "the suffixes are not in order");
}

/* What the array of ranks and of shared lengths has for the keys from AT on will
   be needed next.  */
static void fetch_ranks(struct suffixes const *suffixes, uint32_t at)
{
    size_t const rank = (size_t)at * KEY_STRIDE;
    for (int i = 0; i < KEY_FAN * KEY_STRIDE; i += 16)
        __builtin_prefetch(suffixes->suffix + rank + i);
    __builtin_prefetch(suffixes->shared + rank);
    __builtin_prefetch(suffixes->shared + rank + KEY_FAN * KEY_STRIDE - 1);
}

/* How many of COUNT neighbouring keys are below KEY.  */
static uint32_t line_below(uint64_t const *keys, uint32_t count, uint64_t key)
{
    uint32_t below = 0;
    if (count >= KEY_FAN)
        for (int i = 0; i < KEY_FAN; i++)
            below += keys[i] < key;
    else
        for (uint32_t i = 0; i < count; i++)
            below += keys[i] < key;
    return below;
}

/* How many of the fine keys are below each of COUNT keys, into BELOW; BEGIN gets where
   these are.  On each level the last one below leads to the next; the first of those
   it leads to is itself.  All go down level by level together, so that waiting for
   the memory of one is waiting for that of all.  */
static void all_keys_below(struct suffixes const *suffixes, uint64_t const keys[],
                           int count, uint32_t below[], uint64_t const **begin)
{
    uint32_t const fine = fine_keys(suffixes->count);
    uint64_t const *line = suffixes->keys;
    for (int i = 0; i < count; i++)
        below[i] = 0;
    for (int level = top_level(fine); level > 0; level--) {
        uint32_t const size = level_size(fine, level);
        for (int i = 0; i < count; i++) {
            uint32_t const from = below[i];
            uint32_t const under = line_below(line + from, size - from, keys[i]);
            below[i] = (under ? from + under - 1 : 0) * KEY_FAN;
            __builtin_prefetch(line + size + below[i]);
        }
        line += size;
    }
    for (int i = 0; i < count; i++)
        fetch_ranks(suffixes, below[i]);
    for (int i = 0; i < count; i++) {
        uint32_t const from = below[i];
        uint32_t const under = line_below(line + from, fine - from, keys[i]);
        below[i] = under ? from + under : 0;
    }
    *begin = line;
}

static uint32_t keys_below(struct suffixes const *suffixes, uint64_t key,
                           uint64_t const **begin)
{
    uint32_t below;
    all_keys_below(suffixes, &key, 1, &below, begin);
    return below;
}

/* A query, with its first symbols as they lie in memory.  */
struct suffix_query {
    symbol const *text;
    int length;
    uint64_t head[2];
    uint64_t mask[2]; /* which of their bits count */
};

enum { HEAD = 8 }; /* symbols in HEAD */

static struct suffix_query make_query(symbol const *text, int length)
{
    struct suffix_query query = {.text = text, .length = length};
    size_t const size = (size_t)(length < HEAD ? length : HEAD) * sizeof *text;
    memcpy(query.head, text, size);
    memset(query.mask, 0xff, size);
    return query;
}

/* Below 0, 0 or above as the suffix at AT is before, begins with, or is after
   QUERY.  The first symbols are compared at once.  */
static int compare(struct suffixes const *suffixes, uint32_t at,
                   struct suffix_query const *query)
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
static uint32_t find_bound(struct suffixes const *suffixes,
                           struct suffix_query const *query, bool after, uint32_t low,
                           uint32_t high)
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
static uint32_t find_end(struct suffixes const *suffixes,
                         struct suffix_query const *query, uint32_t low)
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
    uint64_t const *fine;
    uint32_t const high = key_rank(suffixes, keys_below(suffixes, last + 1, &fine));
    return find_bound(suffixes, query, true, end, high);
}

/* The first key above KEY, of which number AT is the first that is not below.  */
static uint32_t skip_equal(struct suffixes const *suffixes, uint64_t const *fine,
                           uint32_t at, uint64_t key)
{
    enum { NEIGHBOURS = 8 };
    uint32_t const count = fine_keys(suffixes->count);
    for (int i = 0; i < NEIGHBOURS; i++, at++)
        if (at == count || fine[at] != key)
            return at;
    return keys_below(suffixes, key + 1, &fine);
}

/* How many symbols the different keys A and B have in common.  */
static int keys_share(uint64_t a, uint64_t b)
{
    enum { SPARE = 64 - KEY_SYMBOLS * KEY_BITS };
    return (__builtin_clzll(a ^ b) - SPARE) / KEY_BITS;
}

/* The suffix before LOW is before the query and shares COMMON symbols with it.
   What neighbours share then tells without a look at the text where those up to
   HIGH stand, but for the ones that share just as much with the one before:

       shares more     as that one, it is before the query
       shares less     it is after, and so are all that follow
       as much         the next symbol tells  */
static struct span find_within(struct suffixes const *suffixes,
                               struct suffix_query const *query, uint32_t low,
                               uint32_t high, int common)
{
    for (uint32_t k = low; k < high; k++)
        if (suffixes->shared[k] == common)
            __builtin_prefetch(suffixes->text + suffixes->suffix[k]);
    for (uint32_t k = low; k < high; k++) {
        if (suffixes->shared[k] > common)
            continue;
        if (suffixes->shared[k] < common)
            return (struct span){k, k};
        symbol const *const text = suffixes->text + suffixes->suffix[k];
        while (common < query->length && text[common] == query->text[common])
            common++;
        if (common == query->length)
            return (struct span){k, find_end(suffixes, query, k)};
        if (text[common] > query->text[common])
            return (struct span){k, k};
    }
    if (high < suffixes->count && compare(suffixes, suffixes->suffix[high], query) == 0)
        return (struct span){high, find_end(suffixes, query, high)};
    return (struct span){high, high};
}

/* Among LOW ... HIGH, by looking at the text.  */
static struct span find_among(struct suffixes const *suffixes,
                              struct suffix_query const *query, uint32_t low,
                              uint32_t high)
{
    uint32_t const found = find_bound(suffixes, query, false, low, high);
    if (found == suffixes->count ||
        compare(suffixes, suffixes->suffix[found], query) != 0)
        return (struct span){found, found};
    return (struct span){found, find_end(suffixes, query, found)};
}

/* AT_LEAST is how many fine keys are below KEY, that of QUERY.  */
static struct span find_from(struct suffixes const *suffixes,
                             struct suffix_query const *query, uint64_t key,
                             uint32_t at_least, uint64_t const *fine)
{
    /* The bound is after the last smaller key.  Up to the first larger one all
       keys are equal, which tells nothing about a longer query.  */
    uint32_t const low = at_least ? (at_least - 1) * KEY_STRIDE + 1 : 0;
    uint32_t const above = query->length > KEY_SYMBOLS
                               ? skip_equal(suffixes, fine, at_least, key)
                               : at_least;
    uint32_t const high = key_rank(suffixes, above);
    if (at_least == 0 || above > at_least)
        return find_among(suffixes, query, low, high);
    uint64_t const before = fine[at_least - 1];
    return find_within(suffixes, query, low, high, keys_share(before, key));
}

void suffix_find_all(struct suffixes const *suffixes, symbol const *const texts[],
                     int count, int length, struct span spans[])
{
    uint64_t keys[FOUND_TOGETHER];
    uint32_t below[FOUND_TOGETHER];
    uint64_t const *fine;
    assert(count <= FOUND_TOGETHER && "not too many at once");
    for (int i = 0; i < count; i++)
        keys[i] = make_key(texts[i], length, 0);
    if (length)
        all_keys_below(suffixes, keys, count, below, &fine);
    for (int i = 0; i < count; i++) {
        struct suffix_query const query = make_query(texts[i], length);
        spans[i] = length ? find_from(suffixes, &query, keys[i], below[i], fine)
                          : (struct span){0, suffixes->count};
    }
}

struct span suffix_find(struct suffixes const *suffixes, symbol const *text, int length)
{
    struct span span;
    suffix_find_all(suffixes, &text, 1, length, &span);
    return span;
}
