/* tests/fuzz/mend.h -- the checksums of a changed chunk file are made right, so that
   what it holds is read.  */
#pragma once

#include "engine/base/chunkfile.h"

#include <string.h>

enum { MEND_HEADER = 32, MEND_ROW = 32 };

/* The sum of every chunk that lies inside, then of the table.  */
static inline void mend(unsigned char *bytes, size_t size)
{
    if (size < MEND_HEADER + 8)
        return;
    uint32_t const count = get_le32(bytes + 16);
    size_t const summed = MEND_HEADER + (size_t)MEND_ROW * count;
    if (count > CHUNKS_MAX || summed + 8 > size)
        return;
    memcpy(bytes, "HISHI\r\n\032", 8);
    put_le64(bytes + 24, size);
    for (uint32_t i = 0; i < count; i++) {
        unsigned char *const row = bytes + MEND_HEADER + (size_t)MEND_ROW * i;
        uint64_t const offset = get_le64(row + 8), length = get_le64(row + 16);
        if (offset <= size && length <= size - offset)
            put_le64(row + 24, chunk_checksum(bytes + offset, length));
    }
    put_le64(bytes + summed, chunk_checksum(bytes, summed));
}
