/* Any bytes at all are opened as a container; odd inputs get their table's
   checksum mended first, so that what lies behind it is reached as well.  */
#include <config.h>

#include "engine/base/chunkfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size);

static volatile uint64_t touched; /* every byte a chunk claims to have was read */

static void mend(unsigned char *bytes, size_t size)
{
    memcpy(bytes, "HISHI\r\n\032FUZZ\1\0\0\0", 16);
    put_le64(bytes + 24, size);
    size_t const summed = 32 + 32 * (size_t)(bytes[16] % (CHUNKS_MAX + 1));
    put_le32(bytes + 16, bytes[16] % (CHUNKS_MAX + 1));
    if (summed + 8 <= size)
        put_le64(bytes + summed, chunk_checksum(bytes, summed));
}

int LLVMFuzzerTestOneInput(uint8_t const *data, size_t size)
{
    unsigned char *const bytes = malloc(size + 1);
    memcpy(bytes, data, size);
    if (size > 40 && data[0] % 2)
        mend(bytes, size);
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
