#include <config.h>

#include "books/suffix.h"

#include <divsufsort.h>
#include <stdlib.h>
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
