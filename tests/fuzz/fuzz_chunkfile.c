/* Any bytes at all are opened as a container; odd inputs get their checksums mended
   first, so that what lies behind them, packed chunks too, is reached as well. Every
   eighth input is rows of numbers, which are packed and must come back.  */
#include <config.h>

#include "tests/fuzz/mend.h"

#include "engine/base/packing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size);

static volatile uint64_t touched; /* every byte a chunk claims to have was read */

static void call_it_ours(unsigned char *bytes, size_t size)
{
    memcpy(bytes, "HISHI\r\n\032FUZZ\1\0\0\0", 16);
    put_le32(bytes + 16, bytes[16] % (CHUNKS_MAX + 1));
    mend(bytes, size);
}

/* The first byte says how many columns there are.  */
static void pack_and_unpack(uint8_t const *data, size_t size)
{
    int const columns = data[0] / 8 % (PACKING_COLUMNS + 1);
    size_t const unit = columns ? 4 * (size_t)columns : 1;
    size_t const whole = (size - 1) / unit * unit;
    size_t packed;
    uint32_t word;
    struct failure why;
    unsigned char *const rows = malloc(whole + 1);
    unsigned char *const bytes =
        packing_pack(data + 1, whole, columns, &word, &packed, &why);
    if (!bytes || packing_size(bytes, packed, word) != whole ||
        !packing_unpack(bytes, packed, word, rows, &why) ||
        memcmp(rows, data + 1, whole) != 0)
        abort();
    free(rows);
    free(bytes);
}

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size)
{
    if (size && data[0] % 8 == 0)
        pack_and_unpack(data, size);
    unsigned char *const bytes = malloc(size + 1);
    memcpy(bytes, data, size);
    if (size > 40 && data[0] % 2)
        call_it_ours(bytes, size);
    int const fd = memfd_create("fuzz", 0);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (fd < 0 || write(fd, bytes, size) != (ssize_t)size)
        abort();
    struct failure why;
    struct chunk chunk;
    struct chunkfile *const file = chunkfile_open(path, "FUZZ", 1, &why);
    if (file) {
        chunkfile_verify(file, &why);
        if (chunkfile_find(file, "DATA", 1, &chunk, &why))
            touched = chunk_checksum(chunk.data, chunk.size);
    }
    chunkfile_close(file);
    close(fd);
    free(bytes);
    return 0;
}
