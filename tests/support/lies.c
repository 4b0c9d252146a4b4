#include "tests/support/lies.h"

#include "tests/support/testing.h"

#include "engine/base/chunkfile.h"

/* Change some neighbouring bytes of DATA: to all ones, to nothing, by chance, or by
   one.  */
static void spoil(unsigned char *data, size_t size, struct rng *rng)
{
    size_t const at = rng_below(rng, (uint32_t)size);
    uint32_t const width = 1u << rng_below(rng, 3), how = rng_below(rng, 4);
    for (size_t i = at; i < at + width && i < size; i++)
        data[i] = how == 0   ? 0xff
                  : how == 1 ? 0
                  : how == 2 ? (unsigned char)rng_below(rng, 256)
                             : (unsigned char)(data[i] + (i == at));
}

static int count_chunks(struct chunkfile const *file)
{
    int count = 0;
    while (chunkfile_row(file, count))
        count++;
    return count;
}

void lie_about(char const *path, char const *copy, struct rng *rng)
{
    struct failure why;
    struct chunkfile *const file = chunkfile_open(path, NULL, 0, &why);
    assert_non_null(file);
    struct chunk_writer *const writer =
        chunk_writer_new(copy, chunkfile_kind(file), chunkfile_version(file), &why);
    assert_non_null(writer);
    int const count = count_chunks(file);
    int const lying = (int)rng_below(rng, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        char const *const name = chunkfile_row(file, i)->name;
        struct chunk chunk;
        assert_true(chunkfile_find(file, name, 1, &chunk, &why));
        unsigned char *const data = malloc(chunk.size + 1);
        assert_non_null(data);
        memcpy(data, chunk.data, chunk.size);
        if (i == lying && chunk.size)
            spoil(data, chunk.size, rng);
        chunk_writer_begin(writer, name);
        chunk_writer_write(writer, data, chunk.size);
        free(data);
    }
    assert_true(chunk_writer_finish(writer, &why));
    chunkfile_close(file);
}
