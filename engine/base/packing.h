/* engine/base/packing.h -- rows of numbers, made small.

   A table of 32-bit numbers is mostly small numbers, or rising ones, so that of the
   four bytes of each only one or two say anything new. Packed, a column is four planes:
   the lowest bytes of all its numbers, then the next ones, up to the highest, so that
   like stands beside like; where a quick try comes out smaller, of the differences
   between neighbours (modulo 2^32) instead of the numbers. zstd takes the planes from
   there: what never changes vanishes, and what changes costs about as much as it
   surprises.

   What is packed:

    offset  size  meaning
         0     8  size of the rows, in bytes
         .     8  size of what follows: the first column
         .     .  a zstd frame of its planes; then the next column, to the end

   A packing's word, kept beside it, says how to read that: byte 0 is 1 (0: not packed),
   byte 1 the number of columns in a row, the upper half a bit for each column that is
   of differences. With no columns at all the bytes are one frame as they are: texts.
   The same rows make the same bytes, by the same version of libzstd.  */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "engine/base/failure.h"

enum { PACKING_COLUMNS = 8, PACKING_HEAD = 8 };

/* SIZE bytes, COLUMNS little-endian numbers of 32 bits to a row, or bytes when COLUMNS
   is 0.  Returns what they are packed, *PACKED bytes to be freed, and *WORD; or NULL
   with a reason, when there is no memory.  */
unsigned char *packing_pack(void const *rows, size_t size, int columns, uint32_t *word,
                            size_t *packed, struct failure *why);

/* How large will the SIZE bytes at DATA be?  UINT64_MAX if WORD is none, or if nothing
   can have been packed like this.  */
uint64_t packing_size(void const *data, size_t size, uint32_t word);
/* All of that to ROWS, which has room for it; false with a reason if it is damaged, or
   there is no memory.  */
bool packing_unpack(void const *data, size_t size, uint32_t word, void *rows,
                    struct failure *why);

/* The word of rows of COLUMNS, before it is known which are of differences.  */
static inline uint32_t packing_word(int columns)
{
    return 1 | (uint32_t)columns << 8;
}

static inline int packing_columns(uint32_t word)
{
    return (int)(word >> 8 & 0xff);
}
