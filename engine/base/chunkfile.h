/* engine/base/chunkfile.h -- our binary container: a few named arrays in a file.

    offset  size  meaning
         0     8  magic "HISHI\r\n\032"
         8     4  kind, four letters: what sort of database ("SHAP", "SEQS" ...)
        12     4  version of that kind
        16     4  number of chunks, n
        20     4  reserved, 0
        24     8  size of the file
        32   32n  table: 4 name, 4 how it is packed or 0, 8 offset, 8 size, 8 checksum
    32+32n     8  checksum of everything before it
         .     .  the chunks, each at a multiple of 64

   All numbers are little-endian; what is between the chunks is 0. Files appear
   whole or not at all (written beside, synced, renamed). For reading one of
   CHUNKFILE_COPIED bytes or less is copied into memory, so that whatever somebody
   does to it meanwhile, what was checked stays as it was; a larger one is mapped,
   and a program that finds it cut short under its hands is told so by the system
   with a signal (SIGBUS), which its front end makes a sentence of. Opening checks
   the header, the table and its checksum, and that the chunks lie one after the
   other inside the file, in time independent of the size; chunkfile_verify also
   checks the chunks' own checksums and the zeros, so that no changed byte goes
   unseen. What the chunks contain is checked by their owner: nothing in a file is
   trusted.

   A chunk may be packed (packing.h), which its row says in the word that is 0 else;
   then size and checksum are of what is stored. A reader need not care: opening checks
   the sums of packed chunks and unpacks them into memory, the time of which goes with
   their size, some 4 ms a million numbers, so that finding one gives the rows as they
   were written. Before memory is taken their sizes are added up: a file that would have
   more than CHUNKFILE_UNPACKED bytes is refused, and none is written. What is to be
   mapped and shared, as it is large, is not packed.  */
#pragma once

#include <endian.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "engine/base/failure.h"

struct chunkfile; /* open for reading; any number of threads may look */
struct chunk_writer;

enum { CHUNKS_MAX = 32, CHUNKFILE_COPIED = 64 << 20, CHUNKFILE_UNPACKED = 256 << 20 };

struct chunk {
    void const *data;
    size_t size;
};

/* KIND and chunk names are strings of four letters.  */
struct chunk_writer *chunk_writer_new(char const *path, char const *kind,
                                      uint32_t version, struct failure *why);
/* Chunks are written in the order of these calls, streaming: begin names the
   next chunk, write appends to it.  At most CHUNKS_MAX chunks, no name twice.
   The same calls make the same file, byte for byte.  */
void chunk_writer_begin(struct chunk_writer *writer, char const *name);
void chunk_writer_write(struct chunk_writer *writer, void const *data, size_t size);
/* The same, for a chunk that may be stored PACKED: rows of COLUMNS numbers of 32 bits,
   or bytes when COLUMNS is 0.  */
void chunk_writer_begin_rows(struct chunk_writer *writer, char const *name, int columns,
                             bool packed);
/* Chunk ROW of FILE, as it is stored there.  */
struct chunk_row;
void chunk_writer_copy(struct chunk_writer *writer, struct chunkfile const *file,
                       struct chunk_row const *row);
/* Both free the writer; finish makes the file appear, and says what went
   wrong at any time since new.  */
bool chunk_writer_finish(struct chunk_writer *writer, struct failure *why);
void chunk_writer_abandon(struct chunk_writer *writer);

/* KIND may be NULL: then a file of any kind and version is opened.  */
struct chunkfile *chunkfile_open(char const *path, char const *kind, uint32_t version,
                                 struct failure *why);
/* The same for a short look at a file of any kind, of which nothing is copied, and
   nothing unpacked: what is packed cannot be found in it.  */
struct chunkfile *chunkfile_glance(char const *path, struct failure *why);
void chunkfile_close(struct chunkfile *file);
/* Does the file at PATH begin as one of these?  */
bool chunkfile_is_one(char const *path);
bool chunkfile_verify(struct chunkfile const *file, struct failure *why);
char const *chunkfile_path(struct chunkfile const *file);
size_t chunkfile_size(struct chunkfile const *file);
char const *chunkfile_kind(struct chunkfile const *file);
uint32_t chunkfile_version(struct chunkfile const *file);

/* What the table says of a chunk.  */
struct chunk_row {
    char name[5];
    uint64_t offset, size, sum; /* SIZE as it is stored; SUM is its checksum */
    uint32_t packing;           /* its word (packing.h), or 0 */
    uint64_t unpacked;          /* its size for who finds it */
};

/* The chunks in their order, from 0; NULL behind the last.  */
struct chunk_row const *chunkfile_row(struct chunkfile const *file, int number);
/* The chunk called NAME, whose size must be a multiple of UNIT.  */
bool chunkfile_find(struct chunkfile const *file, char const *name, size_t unit,
                    struct chunk *out, struct failure *why);

/* The checksum in the table above.  It is fast, not cryptographic; a change
   within eight bytes never escapes it.  */
uint64_t chunk_checksum(void const *data, size_t size);

/* Numbers inside chunks.  */
static inline void put_le32(unsigned char *to, uint32_t x)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(x >> 8 * i);
}

static inline void put_le64(unsigned char *to, uint64_t x)
{
    for (int i = 0; i < 8; i++)
        to[i] = (unsigned char)(x >> 8 * i);
}

static inline uint32_t get_le32(unsigned char const *from)
{
    uint32_t x;
    memcpy(&x, from, sizeof x);
    return le32toh(x);
}

static inline uint64_t get_le64(unsigned char const *from)
{
    uint64_t x;
    memcpy(&x, from, sizeof x);
    return le64toh(x);
}

/* COUNT floats of four bytes each, appended to the chunk begun last; and back, false
   when one of them is not a finite number.  */
void chunk_floats_write(struct chunk_writer *writer, float const *numbers,
                        size_t count);
bool chunk_floats_read(void const *data, float *numbers, size_t count);
