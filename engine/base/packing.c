#include <config.h>

#include "engine/base/packing.h"

#include "engine/base/chunkfile.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { LEVEL = 19, LEVEL_TRIED = 1, PACKED = 1, NUMBER = 4 };

/* ---------------------------------------------------------------- planes */

/* Column AT of ROWS as planes, of differences if told so.  */
static void split(unsigned char const *rows, size_t count, int columns, int at,
                  bool differ, unsigned char *planes)
{
    uint32_t last = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t const x = get_le32(rows + NUMBER * (i * (size_t)columns + (size_t)at));
        uint32_t const kept = differ ? x - last : x;
        last = x;
        for (int b = 0; b < NUMBER; b++)
            planes[(size_t)b * count + i] = (unsigned char)(kept >> 8 * b);
    }
}

static inline uint32_t joined(unsigned char const *planes, size_t count, size_t i)
{
    return planes[i] | (uint32_t)planes[count + i] << 8 |
           (uint32_t)planes[2 * count + i] << 16 |
           (uint32_t)planes[3 * count + i] << 24;
}

/* One column fills ROWS: what most are, and what the compiler makes fast.  */
static void join_single(unsigned char const *planes, size_t count, unsigned char *rows)
{
    for (size_t i = 0; i < count; i++)
        put_le32(rows + NUMBER * i, joined(planes, count, i));
}

static void join(unsigned char const *planes, size_t count, int columns, int at,
                 unsigned char *rows)
{
    if (columns == 1) {
        join_single(planes, count, rows);
        return;
    }
    for (size_t i = 0; i < count; i++)
        put_le32(rows + NUMBER * (i * (size_t)columns + (size_t)at),
                 joined(planes, count, i));
}

/* Differences become the numbers again.  */
static void add_up(unsigned char *rows, size_t count, int columns, int at)
{
    uint32_t x = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned char *const number =
            rows + NUMBER * (i * (size_t)columns + (size_t)at);
        put_le32(number, x += get_le32(number));
    }
}

/* ---------------------------------------------------------------- packing */

/* What is packed so far, and what to pack by.  */
struct packer {
    ZSTD_CCtx *zstd;
    unsigned char *out, *planes;
    size_t size, room; /* of OUT: what is packed, and for each frame */
};

/* SIZE bytes at FROM as a frame, behind what is packed; 0 when there is no memory.  */
static size_t squeeze(struct packer *packer, void const *from, size_t size, int level)
{
    size_t const packed = ZSTD_compressCCtx(
        packer->zstd, packer->out + packer->size + 8, packer->room, from, size, level);
    return ZSTD_isError(packed) ? 0 : packed;
}

static bool append(struct packer *packer, void const *from, size_t size)
{
    size_t const packed = squeeze(packer, from, size, LEVEL);
    put_le64(packer->out + packer->size, packed);
    packer->size += 8 + packed;
    return packed;
}

/* Append column AT, in whichever way a quick try makes smaller.  */
static bool pack_column(struct packer *packer, void const *rows, size_t count,
                        int columns, int at, uint32_t *word)
{
    size_t tried[2];
    for (int differ = 0; differ < 2; differ++) {
        split(rows, count, columns, at, differ, packer->planes);
        tried[differ] = squeeze(packer, packer->planes, NUMBER * count, LEVEL_TRIED);
    }
    bool const differ = tried[1] < tried[0];
    if (!differ)
        split(rows, count, columns, at, false, packer->planes);
    *word |= (uint32_t)differ << (16 + at);
    return tried[0] && tried[1] && append(packer, packer->planes, NUMBER * count);
}

static bool pack_all(struct packer *packer, void const *rows, size_t size, int columns,
                     uint32_t *word)
{
    *word = packing_word(columns);
    put_le64(packer->out, size);
    packer->size = PACKING_HEAD;
    if (!columns)
        return append(packer, rows, size);
    bool good = true;
    for (int at = 0; at < columns && good; at++)
        good = pack_column(packer, rows, size / NUMBER / (size_t)columns, columns, at,
                           word);
    return good;
}

unsigned char *packing_pack(void const *rows, size_t size, int columns, uint32_t *word,
                            size_t *packed, struct failure *why)
{
    size_t const parts = columns > 0 ? (size_t)columns : 1;
    if (columns < 0 || columns > PACKING_COLUMNS ||
        (columns && size % (NUMBER * parts))) {
        failed(why, "these rows cannot be packed");
        return NULL;
    }
    size_t const room = ZSTD_compressBound(size / parts);
    struct packer packer = {.zstd = ZSTD_createCCtx(),
                            .out = malloc(PACKING_HEAD + parts * (8 + room)),
                            .planes = malloc(size / parts + 1),
                            .room = room};
    bool const good = packer.zstd && packer.out && packer.planes &&
                      pack_all(&packer, rows, size, columns, word);
    ZSTD_freeCCtx(packer.zstd);
    free(packer.planes);
    *packed = packer.size;
    if (good)
        return packer.out;
    free(packer.out);
    failed(why, "no memory to pack %zu bytes", size);
    return NULL;
}

/* ---------------------------------------------------------------- unpacking */

uint64_t packing_size(void const *data, size_t size, uint32_t word)
{
    int const columns = packing_columns(word);
    if ((word & 0xff) != PACKED || columns > PACKING_COLUMNS ||
        word >> 16 >> columns != 0 || size < PACKING_HEAD)
        return UINT64_MAX;
    uint64_t const rows = get_le64(data);
    return columns && rows % (uint64_t)(NUMBER * columns) ? UINT64_MAX : rows;
}

/* What is still to be read, and what to read it by.  */
struct unpacker {
    ZSTD_DCtx *zstd;
    unsigned char const *from, *end;
    unsigned char *planes;
};

/* The next frame, which must be of SIZE bytes.  */
static bool next_frame(struct unpacker *unpacker, unsigned char *to, size_t size)
{
    if (unpacker->end - unpacker->from < 8)
        return false;
    uint64_t const packed = get_le64(unpacker->from);
    unpacker->from += 8;
    if (packed > (uint64_t)(unpacker->end - unpacker->from))
        return false;
    size_t const got =
        ZSTD_decompressDCtx(unpacker->zstd, to, size, unpacker->from, (size_t)packed);
    unpacker->from += packed;
    return got == size;
}

static bool unpack_all(struct unpacker *unpacker, uint32_t word, size_t size,
                       unsigned char *rows)
{
    int const columns = packing_columns(word);
    if (!columns)
        return next_frame(unpacker, rows, size);
    size_t const count = size / NUMBER / (size_t)columns;
    for (int at = 0; at < columns; at++) {
        if (!next_frame(unpacker, unpacker->planes, NUMBER * count))
            return false;
        join(unpacker->planes, count, columns, at, rows);
        if (word >> 16 >> at & 1)
            add_up(rows, count, columns, at);
    }
    return true;
}

bool packing_unpack(void const *data, size_t size, uint32_t word, void *rows,
                    struct failure *why)
{
    uint64_t const whole = packing_size(data, size, word);
    if (whole > SIZE_MAX - 1)
        return failed(why, "it is packed in a way unknown here");
    int const columns = packing_columns(word);
    struct unpacker unpacker = {
        .zstd = ZSTD_createDCtx(),
        .from = (unsigned char const *)data + PACKING_HEAD,
        .end = (unsigned char const *)data + size,
        .planes = malloc(columns ? (size_t)whole / (size_t)columns + 1 : 1),
    };
    bool const room = unpacker.zstd && unpacker.planes;
    bool const good = room && unpack_all(&unpacker, word, (size_t)whole, rows) &&
                      unpacker.from == unpacker.end;
    ZSTD_freeDCtx(unpacker.zstd);
    free(unpacker.planes);
    return good ||
           failed(why, room ? "it cannot be unpacked" : "no memory to unpack it");
}
