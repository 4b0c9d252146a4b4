#include <config.h>

#include "engine/base/chunkfile.h"

#include "engine/base/checksum.h"
#include "engine/base/newfile.h"
#include "engine/base/packing.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xalloc.h>

enum {
    MAGIC_SIZE = 8,
    HEADER_SIZE = 32,
    ROW_SIZE = 32,
    SUM_SIZE = 8,
    ALIGNMENT = 64,
};

static char const magic[MAGIC_SIZE] = {'H', 'I', 'S', 'H', 'I', '\r', '\n', '\032'};

static uint64_t aligned(uint64_t offset)
{
    return (offset + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static bool is_name(char const *name)
{
    size_t const length = strlen(name);
    return length == 4 && strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "abcdefghijklmnopqrstuvwxyz0123456789") == 4;
}

struct chunkfile {
    char *path;
    unsigned char const *data; /* mapped: a copy, or the file itself */
    size_t size;
    unsigned char *unpacked; /* mapped: the packed chunks, each at a multiple of 64 */
    size_t unpacked_size;
    char kind[5];
    int count;
    struct chunk_row rows[CHUNKS_MAX];
    unsigned char const *rows_data[CHUNKS_MAX]; /* NULL: packed, and left so */
};

/* ---------------------------------------------------------------- writing */

struct chunk_writer {
    struct newfile *file;
    char kind[5];
    uint32_t version;
    uint64_t offset; /* how much is written */
    struct sum sum;  /* of the last chunk so far */
    int count;
    struct chunk_row rows[CHUNKS_MAX];
    unsigned char *held; /* the last chunk so far, when it is to be packed */
    size_t held_size, held_room;
    bool broken; /* then WHY says by what, and nothing more is written */
    struct failure why;
};

/* Note the first thing that went wrong.  */
static void broke(struct chunk_writer *writer, char const *what, char const *reason)
{
    if (!writer->broken)
        failed(&writer->why, "%s: %s: %s", newfile_path(writer->file), what, reason);
    writer->broken = true;
}

static void put(struct chunk_writer *writer, void const *data, size_t size)
{
    if (writer->broken || !size)
        return;
    if (fwrite(data, 1, size, newfile_stream(writer->file)) != size)
        broke(writer, "cannot write", strerror(errno));
    writer->offset += size;
}

static void put_zeros(struct chunk_writer *writer, uint64_t up_to)
{
    static unsigned char const zeros[ALIGNMENT];
    while (writer->offset < up_to && !writer->broken) {
        uint64_t const left = up_to - writer->offset;
        put(writer, zeros, left < ALIGNMENT ? left : ALIGNMENT);
    }
}

static void put_summed(struct chunk_writer *writer, void const *data, size_t size)
{
    if (writer->broken)
        return;
    sum_add(&writer->sum, data, size);
    put(writer, data, size);
}

/* Of all that is to be unpacked together.  */
static uint64_t unpacked_size(struct chunk_row const rows[], int count)
{
    uint64_t size = 0;
    for (int i = 0; i < count; i++)
        if (rows[i].packing)
            size += aligned(rows[i].unpacked);
    return size;
}

/* The chunk ROW, which is complete, goes out packed.  */
static void put_packed(struct chunk_writer *writer, struct chunk_row *row)
{
    struct failure why = {""};
    size_t size = 0;
    row->unpacked = writer->held_size;
    if (unpacked_size(writer->rows, writer->count) > CHUNKFILE_UNPACKED)
        broke(writer, row->name, "more than may be packed");
    unsigned char *const packed =
        writer->broken
            ? NULL
            : packing_pack(writer->held, writer->held_size,
                           packing_columns(row->packing), &row->packing, &size, &why);
    if (packed)
        put_summed(writer, packed, size);
    else
        broke(writer, row->name, why.text);
    free(packed);
    writer->held_size = 0;
}

static void end_chunk(struct chunk_writer *writer)
{
    if (!writer->count)
        return;
    struct chunk_row *const row = &writer->rows[writer->count - 1];
    assert(writer->broken || writer->offset >= row->offset);
    if (row->packing && !row->size)
        put_packed(writer, row);
    row->size = writer->offset - row->offset;
    row->sum = sum_finish(&writer->sum);
}

struct chunk_writer *chunk_writer_new(char const *path, char const *kind,
                                      uint32_t version, struct failure *why)
{
    if (!is_name(kind)) {
        failed(why, "%s: '%s' is not a kind of four letters", path, kind);
        return NULL;
    }
    struct chunk_writer *const writer = xzalloc(sizeof *writer);
    writer->file = newfile_open(path, why);
    if (!writer->file) {
        free(writer);
        return NULL;
    }
    memcpy(writer->kind, kind, 5);
    writer->version = version;
    /* The table is written last, when it is known; leave room for the largest.  */
    put_zeros(writer, aligned(HEADER_SIZE + CHUNKS_MAX * ROW_SIZE + SUM_SIZE));
    return writer;
}

void chunk_writer_begin(struct chunk_writer *writer, char const *name)
{
    end_chunk(writer);
    for (int i = 0; i < writer->count; i++)
        if (strcmp(writer->rows[i].name, name) == 0)
            broke(writer, name, "there is already a chunk of that name");
    if (!is_name(name))
        broke(writer, name, "not a chunk name of four letters");
    if (writer->count == CHUNKS_MAX)
        broke(writer, name, "too many chunks");
    if (writer->broken)
        return;
    put_zeros(writer, aligned(writer->offset));
    struct chunk_row *const row = &writer->rows[writer->count++];
    memcpy(row->name, name, 5);
    row->offset = writer->offset;
    sum_start(&writer->sum);
}

void chunk_writer_begin_rows(struct chunk_writer *writer, char const *name, int columns,
                             bool packed)
{
    chunk_writer_begin(writer, name);
    if (!packed)
        return;
    if (columns < 0 || columns > PACKING_COLUMNS)
        broke(writer, name, "cannot be packed");
    if (!writer->broken)
        writer->rows[writer->count - 1].packing = packing_word(columns);
}

static void hold(struct chunk_writer *writer, void const *data, size_t size)
{
    while (writer->held_room - writer->held_size < size)
        writer->held = x2realloc(writer->held, &writer->held_room);
    if (size)
        memcpy(writer->held + writer->held_size, data, size);
    writer->held_size += size;
}

void chunk_writer_write(struct chunk_writer *writer, void const *data, size_t size)
{
    if (!writer->count)
        broke(writer, "cannot write", "no chunk was begun");
    if (!writer->broken && writer->rows[writer->count - 1].packing)
        hold(writer, data, size);
    else
        put_summed(writer, data, size);
}

void chunk_writer_copy(struct chunk_writer *writer, struct chunkfile const *file,
                       struct chunk_row const *row)
{
    chunk_writer_begin(writer, row->name);
    put_summed(writer, file->data + row->offset, row->size);
    if (writer->broken)
        return;
    struct chunk_row *const copy = &writer->rows[writer->count - 1];
    copy->size = row->size; /* so that it is packed already */
    copy->packing = row->packing;
    copy->unpacked = row->unpacked;
    if (unpacked_size(writer->rows, writer->count) > CHUNKFILE_UNPACKED)
        broke(writer, row->name, "more than may be packed");
}

/* The header, the table and their checksum, to the room left in front.  */
static void put_table(struct chunk_writer *writer)
{
    unsigned char table[HEADER_SIZE + CHUNKS_MAX * ROW_SIZE + SUM_SIZE] = {0};
    memcpy(table, magic, MAGIC_SIZE);
    memcpy(table + 8, writer->kind, 4);
    put_le32(table + 12, writer->version);
    put_le32(table + 16, (uint32_t)writer->count);
    put_le64(table + 24, writer->offset);
    unsigned char *to = table + HEADER_SIZE;
    for (int i = 0; i < writer->count; i++, to += ROW_SIZE) {
        struct chunk_row const *const row = &writer->rows[i];
        memcpy(to, row->name, 4);
        put_le32(to + 4, row->packing);
        put_le64(to + 8, row->offset);
        put_le64(to + 16, row->size);
        put_le64(to + 24, row->sum);
    }
    put_le64(to, chunk_checksum(table, (size_t)(to - table)));
    assert(to + SUM_SIZE <= table + sizeof table && "there is room for every row");
    if (fseeko(newfile_stream(writer->file), 0, SEEK_SET) != 0)
        broke(writer, "cannot write", strerror(errno));
    put(writer, table, (size_t)(to - table) + SUM_SIZE);
}

bool chunk_writer_finish(struct chunk_writer *writer, struct failure *why)
{
    end_chunk(writer);
    put_table(writer);
    if (writer->broken) {
        if (why)
            *why = writer->why;
        chunk_writer_abandon(writer);
        return false;
    }
    bool const finished = newfile_finish(writer->file, why);
    free(writer->held);
    free(writer);
    return finished;
}

void chunk_writer_abandon(struct chunk_writer *writer)
{
    if (!writer)
        return;
    newfile_abandon(writer->file);
    free(writer->held);
    free(writer);
}

/* ---------------------------------------------------------------- reading */

/* Read SIZE bytes of FD into memory of our own that nobody writes to afterwards.  NULL
   with a reason when they are not there, and with ERROR 0 when there is no room.  */
static void *copy_of(int fd, size_t size, int *error)
{
    unsigned char *const copy =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *error = 0;
    if (copy == MAP_FAILED)
        return NULL;
    for (size_t done = 0; done < size && !*error;) {
        ssize_t const got = read(fd, copy + done, size - done);
        if (got > 0)
            done += (size_t)got;
        else if (got == 0 || errno != EINTR)
            *error = got == 0 ? EIO : errno; /* it became shorter meanwhile */
    }
    if (!*error && mprotect(copy, size, PROT_READ) == 0)
        return copy;
    munmap(copy, size);
    return NULL;
}

/* The bytes of FD, of which there are SIZE: copied where that is cheap and WANTED, else
   as they stand on the disk.  NULL with a reason.  */
static void *bytes_of(int fd, size_t size, bool wanted, int *error)
{
    void *data = NULL;
    *error = 0;
    if (wanted && size <= CHUNKFILE_COPIED)
        data = copy_of(fd, size, error);
    if (data || *error)
        return data;
    data = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
    *error = data == MAP_FAILED ? errno : 0;
    return *error ? NULL : data;
}

/* Have the bytes of the file, which is at least as long as an empty one, at hand.  */
static bool take_file(struct chunkfile *file, bool copied, struct failure *why)
{
    int const fd = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return failed(why, "%s: %s", file->path, strerror(errno));
    struct stat facts;
    void *data = NULL;
    int error = 0;
    if (fstat(fd, &facts) != 0)
        error = errno;
    bool const regular = !error && S_ISREG(facts.st_mode);
    bool const enough = regular && facts.st_size >= HEADER_SIZE + SUM_SIZE;
    if (enough)
        data = bytes_of(fd, (size_t)facts.st_size, copied, &error);
    close(fd);
    if (error)
        return failed(why, "%s: cannot be read: %s", file->path, strerror(error));
    if (!regular)
        return failed(why, "%s: not a file", file->path);
    if (!enough)
        return failed(why, "%s: too short to be a Hishi file (%lld bytes)", file->path,
                      (long long)facts.st_size);
    file->data = data;
    file->size = (size_t)facts.st_size;
    return true;
}

/* Four bytes of a file for a message.  */
struct tag {
    char text[5];
};

static struct tag tag_of(unsigned char const *bytes)
{
    struct tag tag = {""};
    for (int i = 0; i < 4; i++)
        tag.text[i] = bytes[i] > ' ' && bytes[i] < 127 ? (char)bytes[i] : '?';
    return tag;
}

static bool check_header(struct chunkfile const *file, char const *kind,
                         uint32_t version, struct failure *why)
{
    unsigned char const *const head = file->data;
    if (memcmp(head, magic, MAGIC_SIZE) != 0)
        return failed(why, "%s: not a Hishi file", file->path);
    if (kind && memcmp(head + 8, kind, 4) != 0)
        return failed(why, "%s: holds '%s', and '%s' was wanted", file->path,
                      tag_of(head + 8).text, kind);
    if (kind && get_le32(head + 12) != version)
        return failed(why, "%s: is of version %lu, and this program reads version %lu",
                      file->path, (unsigned long)get_le32(head + 12),
                      (unsigned long)version);
    if (get_le64(head + 24) != file->size)
        return failed(why, "%s: should have %llu bytes and has %zu", file->path,
                      (unsigned long long)get_le64(head + 24), file->size);
    uint32_t const count = get_le32(head + 16);
    if (count > CHUNKS_MAX || HEADER_SIZE + count * ROW_SIZE + SUM_SIZE > file->size)
        return failed(why, "%s: impossible number of chunks, %lu", file->path,
                      (unsigned long)count);
    size_t const summed = HEADER_SIZE + count * ROW_SIZE;
    if (get_le64(head + summed) != chunk_checksum(head, summed))
        return failed(why, "%s: the table of chunks is damaged", file->path);
    return true;
}

/* Read row I; it must lie in the file after the one before.  */
static bool read_row(struct chunkfile *file, int i, struct failure *why)
{
    unsigned char const *const from = file->data + HEADER_SIZE + i * ROW_SIZE;
    struct chunk_row *const row = &file->rows[i];
    memcpy(row->name, tag_of(from).text, sizeof row->name);
    row->offset = get_le64(from + 8);
    row->size = get_le64(from + 16);
    row->sum = get_le64(from + 24);
    uint64_t const end =
        i ? file->rows[i - 1].offset + file->rows[i - 1].size
          : (uint64_t)HEADER_SIZE + (uint64_t)file->count * ROW_SIZE + SUM_SIZE;
    if (row->offset % ALIGNMENT || row->offset < end || row->offset > file->size ||
        row->size > file->size - row->offset)
        return failed(why, "%s: chunk '%s' is not where it can be", file->path,
                      row->name);
    row->packing = get_le32(from + 4);
    row->unpacked =
        !row->packing ? row->size
                      : packing_size(file->data + row->offset, row->size, row->packing);
    file->rows_data[i] = row->packing ? NULL : file->data + row->offset;
    if (row->packing && row->unpacked > CHUNKFILE_UNPACKED)
        return failed(why, "%s: chunk '%s' is packed in a way unknown here", file->path,
                      row->name);
    return true;
}

/* ---------------------------------------------------------------- unpacking */

static bool unpack_row(struct chunkfile *file, int i, size_t offset,
                       struct failure *why)
{
    struct chunk_row const *const row = &file->rows[i];
    unsigned char const *const from = file->data + row->offset;
    struct failure reason;
    if (chunk_checksum(from, row->size) != row->sum)
        return failed(why, "%s: chunk '%s' is damaged", file->path, row->name);
    if (!packing_unpack(from, row->size, row->packing, file->unpacked + offset,
                        &reason))
        return failed(why, "%s: chunk '%s': %s", file->path, row->name, reason.text);
    file->rows_data[i] = file->unpacked + offset;
    return true;
}

/* Memory for all that is packed; an empty chunk has an address as well.  */
static bool take_memory(struct chunkfile *file, struct failure *why)
{
    uint64_t const size = unpacked_size(file->rows, file->count);
    if (size > CHUNKFILE_UNPACKED)
        return failed(why, "%s: has more than %d million bytes packed", file->path,
                      CHUNKFILE_UNPACKED / 1000000);
    void *const memory = mmap(NULL, size + ALIGNMENT, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return failed(why, "%s: no memory to unpack it", file->path);
    madvise(memory, size + ALIGNMENT, MADV_HUGEPAGE); /* faster where there are any */
    file->unpacked = memory;
    file->unpacked_size = size + ALIGNMENT;
    return true;
}

static bool unpack(struct chunkfile *file, struct failure *why)
{
    size_t offset = 0;
    for (int i = 0; i < file->count; i++) {
        struct chunk_row const *const row = &file->rows[i];
        if (!row->packing)
            continue;
        if ((!file->unpacked && !take_memory(file, why)) ||
            !unpack_row(file, i, offset, why))
            return false;
        offset += aligned(row->unpacked);
    }
    return !file->unpacked ||
           mprotect(file->unpacked, file->unpacked_size, PROT_READ) == 0 ||
           failed(why, "%s: cannot be unpacked: %s", file->path, strerror(errno));
}

/* ---------------------------------------------------------------- opening */

static struct chunkfile *open_file(char const *path, char const *kind, uint32_t version,
                                   bool whole, struct failure *why)
{
    struct chunkfile *const file = xzalloc(sizeof *file);
    file->path = xstrdup(path);
    bool good = take_file(file, whole, why) && check_header(file, kind, version, why);
    int const count = good ? (int)get_le32(file->data + 16) : 0;
    file->count = count;
    if (good)
        memcpy(file->kind, tag_of(file->data + 8).text, sizeof file->kind);
    for (int i = 0; i < count && good; i++)
        good = read_row(file, i, why);
    if (good && (!whole || unpack(file, why)))
        return file;
    chunkfile_close(file);
    return NULL;
}

struct chunkfile *chunkfile_open(char const *path, char const *kind, uint32_t version,
                                 struct failure *why)
{
    return open_file(path, kind, version, true, why);
}

struct chunkfile *chunkfile_glance(char const *path, struct failure *why)
{
    return open_file(path, NULL, 0, false, why);
}

bool chunkfile_is_one(char const *path)
{
    char begin[MAGIC_SIZE];
    int const fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat facts;
    if (fd < 0)
        return false;
    bool const regular = fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode);
    ssize_t const got = regular ? read(fd, begin, sizeof begin) : 0;
    close(fd);
    return got == MAGIC_SIZE && memcmp(begin, magic, MAGIC_SIZE) == 0;
}

void chunkfile_close(struct chunkfile *file)
{
    if (!file)
        return;
    if (file->data)
        munmap((void *)file->data, file->size);
    if (file->unpacked)
        munmap(file->unpacked, file->unpacked_size);
    free(file->path);
    free(file);
}

/* Are all bytes from START up to END zero?  */
static bool check_zeros(struct chunkfile const *file, uint64_t start, uint64_t end,
                        struct failure *why)
{
    for (uint64_t i = start; i < end; i++)
        if (file->data[i])
            return failed(why, "%s: byte %llu, between the chunks, is not 0",
                          file->path, (unsigned long long)i);
    return true;
}

bool chunkfile_verify(struct chunkfile const *file, struct failure *why)
{
    uint64_t end = HEADER_SIZE + (uint64_t)file->count * ROW_SIZE + SUM_SIZE;
    for (int i = 0; i < file->count; i++) {
        struct chunk_row const *const row = &file->rows[i];
        if (!check_zeros(file, end, row->offset, why))
            return false;
        if (chunk_checksum(file->data + row->offset, row->size) != row->sum)
            return failed(why, "%s: chunk '%s' is damaged", file->path, row->name);
        end = row->offset + row->size;
    }
    return check_zeros(file, end, file->size, why);
}

char const *chunkfile_path(struct chunkfile const *file)
{
    return file->path;
}

size_t chunkfile_size(struct chunkfile const *file)
{
    return file->size;
}

char const *chunkfile_kind(struct chunkfile const *file)
{
    return file->kind;
}

uint32_t chunkfile_version(struct chunkfile const *file)
{
    return get_le32(file->data + 12);
}

struct chunk_row const *chunkfile_row(struct chunkfile const *file, int number)
{
    return 0 <= number && number < file->count ? &file->rows[number] : NULL;
}

bool chunkfile_find(struct chunkfile const *file, char const *name, size_t unit,
                    struct chunk *out, struct failure *why)
{
    assert(unit > 0);
    for (int i = 0; i < file->count; i++) {
        struct chunk_row const *const row = &file->rows[i];
        if (strcmp(row->name, name) != 0)
            continue;
        if (row->unpacked % unit)
            return failed(why, "%s: chunk '%s' has %llu bytes, not a multiple of %zu",
                          file->path, name, (unsigned long long)row->unpacked, unit);
        if (!file->rows_data[i])
            return failed(why, "%s: chunk '%s' is packed", file->path, name);
        *out = (struct chunk){file->rows_data[i], row->unpacked};
        return true;
    }
    return failed(why, "%s: there is no chunk '%s'", file->path, name);
}

/* ---------------------------------------------------------------- floats */

void chunk_floats_write(struct chunk_writer *writer, float const *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        unsigned char bytes[4];
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        put_le32(bytes, bits);
        chunk_writer_write(writer, bytes, sizeof bytes);
    }
}

bool chunk_floats_read(void const *data, float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t const bits = get_le32((unsigned char const *)data + 4 * i);
        memcpy(&numbers[i], &bits, sizeof bits);
        if (!isfinite(numbers[i]))
            return false;
    }
    return true;
}
