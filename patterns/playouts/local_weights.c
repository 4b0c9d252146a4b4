#include <config.h>

#include "patterns/playouts/local_weights.h"

#include "engine/base/chunkfile.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <xalloc.h>

enum { VERSION_NOW = 1, HEAD_SIZE = 16, ROW_SIZE = 8, UNITS = 1024 };

static int in_units(float weight)
{
    float const x = roundf(weight * UNITS);
    assert(!isnan(x) && "learning has gone well");
    return x > INT16_MAX ? INT16_MAX : x < INT16_MIN ? INT16_MIN : (int)x;
}

bool local_weights_write(char const *path, struct local_weights const *weights,
                         struct provenance const *made, struct failure *why)
{
    struct chunk_writer *const writer =
        chunk_writer_new(path, "PLAY", VERSION_NOW, why);
    if (!writer)
        return false;
    unsigned char head[HEAD_SIZE];
    put_le32(head, NEARBY_FEATURES);
    put_le32(head + 4, UNITS);
    put_le64(head + 8, (uint64_t)weights->games);
    chunk_writer_begin(writer, "HEAD");
    chunk_writer_write(writer, head, sizeof head);
    chunk_writer_begin(writer, "WGHT");
    for (uint32_t feature = 0; feature < NEARBY_FEATURES; feature++) {
        int const units = in_units(weights->of[feature]);
        unsigned char row[ROW_SIZE];
        if (!units)
            continue;
        put_le32(row, feature);
        put_le32(row + 4, (uint32_t)units & 0xffff);
        chunk_writer_write(writer, row, sizeof row);
    }
    provenance_write(made, writer);
    return chunk_writer_finish(writer, why);
}

static bool read_rows(struct chunkfile const *file, struct chunk const *rows,
                      struct local_weights *weights, struct failure *why)
{
    unsigned char const *const data = rows->data;
    uint32_t least = 0;
    for (size_t i = 0; i < rows->size; i += ROW_SIZE) {
        uint32_t const feature = get_le32(data + i), units = get_le32(data + i + 4);
        if (feature < least || feature >= NEARBY_FEATURES || units > UINT16_MAX ||
            nearby_canonical(feature) != feature)
            return failed(why, "%s: weight %zu is not of a feature of this program",
                          chunkfile_path(file), i / ROW_SIZE);
        weights->of[feature] = (float)(int16_t)units / UNITS;
        least = feature + 1;
    }
    return true;
}

static bool read_file(struct chunkfile const *file, struct local_weights *weights,
                      struct failure *why)
{
    struct chunk head, rows;
    if (!chunkfile_verify(file, why) ||
        !chunkfile_find(file, "HEAD", HEAD_SIZE, &head, why) ||
        !chunkfile_find(file, "WGHT", ROW_SIZE, &rows, why))
        return false;
    unsigned char const *const number = head.data;
    if (head.size != HEAD_SIZE || get_le32(number) != NEARBY_FEATURES ||
        get_le32(number + 4) != UNITS)
        return failed(why, "%s: the weights are not those of this program's playouts",
                      chunkfile_path(file));
    weights->games = (long)get_le64(number + 8);
    return read_rows(file, &rows, weights, why);
}

struct local_weights *local_weights_open(char const *path, struct failure *why)
{
    struct chunkfile *const file = chunkfile_open(path, "PLAY", VERSION_NOW, why);
    if (!file)
        return NULL;
    struct local_weights *weights = xzalloc(sizeof *weights);
    if (!read_file(file, weights, why)) {
        free(weights);
        weights = NULL;
    }
    chunkfile_close(file);
    return weights;
}
