/* The two threads share a ring of blocks.  The streamer fills the block at
   `filled', the reader empties the one at `emptied'; both only grow, and only
   under the lock.  A block is a beginning (of a text), bytes, a failure or
   the finish.  */
#include <config.h>

#include "engine/records/stream.h"

#include <archive.h>
#include <archive_entry.h>
#include <assert.h>
#include <c-strcase.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xalloc.h>

enum { BLOCKS = 8, BLOCK_SIZE = 128 * 1024, NAME_SIZE = 4096 };

enum block_kind { BLOCK_TEXT, BLOCK_BYTES, BLOCK_FAILURE, BLOCK_FINISH };

struct block {
    enum block_kind kind;
    int file;
    uint64_t done; /* of the disk's bytes when it was filled */
    size_t size;
    char bytes[BLOCK_SIZE]; /* of a text its name, of a failure its sentence */
};

struct stream {
    char const *const *paths;
    int count;
    pthread_t streamer;
    bool streams; /* it was to be had */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned filled, emptied; /* blocks, since the beginning */
    bool closing;             /* the reader has gone */
    struct block *blocks;     /* [BLOCKS] */
    uint64_t limit;           /* for the bytes that a file unpacks to */

    /* The streamer's.  */
    uint64_t before;   /* bytes of the files done with */
    uint64_t unpacked; /* of this file so far, */
    uint64_t most;     /* and how many there may be */

    /* The reader's.  */
    size_t used; /* of the block at emptied */
    int file;
    uint64_t done;
    char name[NAME_SIZE];
    struct failure why;
};

/* ---------------------------------------------------------------- the ring */

/* The next block to fill, or NULL if nobody wants it any more.  */
static struct block *take_empty(struct stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    while (stream->filled - stream->emptied == BLOCKS && !stream->closing)
        pthread_cond_wait(&stream->changed, &stream->lock);
    bool const closing = stream->closing;
    pthread_mutex_unlock(&stream->lock);
    return closing ? NULL : &stream->blocks[stream->filled % BLOCKS];
}

static void give_filled(struct stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    assert(stream->filled - stream->emptied < BLOCKS);
    stream->filled++;
    pthread_cond_signal(&stream->changed);
    pthread_mutex_unlock(&stream->lock);
}

static struct block *take_filled(struct stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    while (stream->filled == stream->emptied)
        pthread_cond_wait(&stream->changed, &stream->lock);
    pthread_mutex_unlock(&stream->lock);
    return &stream->blocks[stream->emptied % BLOCKS];
}

static void give_empty(struct stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    assert(stream->emptied != stream->filled);
    stream->emptied++;
    pthread_cond_signal(&stream->changed);
    pthread_mutex_unlock(&stream->lock);
}

/* ---------------------------------------------------------------- the streamer */

static uint64_t disk_bytes(struct stream const *stream, struct archive *archive)
{
    return stream->before + (archive ? (uint64_t)archive_filter_bytes(archive, -1) : 0);
}

/* Hand over a block that is a message; false if nobody listens.  */
static bool say(struct stream *stream, enum block_kind kind, int file,
                struct archive *archive, char const *text)
{
    struct block *const block = take_empty(stream);
    if (!block)
        return false;
    block->kind = kind;
    block->file = file;
    block->done = disk_bytes(stream, archive);
    block->size = strlen(text) < NAME_SIZE ? strlen(text) : NAME_SIZE - 1;
    memcpy(block->bytes, text, block->size);
    block->bytes[block->size] = '\0';
    give_filled(stream);
    return true;
}

static bool say_failure(struct stream *stream, int file, struct archive *archive)
{
    struct failure why;
    char const *const reason = archive_error_string(archive);
    failed(&why, "%s (%s): cannot be opened, is damaged or cut short",
           stream->paths[file], reason ? reason : "for no reason");
    return say(stream, BLOCK_FAILURE, file, archive, why.text);
}

/* No file is read.  */
static void say_nobody(struct stream *stream, int error)
{
    struct failure why;
    failed(&why, "no thread to read the files can be started: %s", strerror(error));
    if (stream->count > 0)
        say(stream, BLOCK_FAILURE, 0, NULL, why.text);
    say(stream, BLOCK_FINISH, stream->count, NULL, "");
}

static bool say_limit(struct stream *stream, int file, struct archive *archive)
{
    struct failure why;
    failed(&why, "%s: unpacks to more than the limit of %llu bytes",
           stream->paths[file], (unsigned long long)stream->most);
    return say(stream, BLOCK_FAILURE, file, archive, why.text);
}

/* Hand over the bytes of one text; false if nobody listens or it broke.  */
static bool stream_bytes(struct stream *stream, int file, struct archive *archive)
{
    for (;;) {
        struct block *const block = take_empty(stream);
        if (!block)
            return false;
        la_ssize_t const got = archive_read_data(archive, block->bytes, BLOCK_SIZE);
        if (got < 0) {
            say_failure(stream, file, archive);
            return false;
        }
        if (got == 0)
            return true;
        stream->unpacked += (uint64_t)got;
        if (stream->unpacked > stream->most) {
            say_limit(stream, file, archive);
            return false;
        }
        assert(got <= BLOCK_SIZE);
        block->kind = BLOCK_BYTES;
        block->file = file;
        block->done = disk_bytes(stream, archive);
        block->size = (size_t)got;
        give_filled(stream);
    }
}

static bool has_ending(char const *name, char const *const endings[])
{
    size_t const length = strlen(name);
    for (; *endings; endings++) {
        size_t const size = strlen(*endings);
        if (length > size && c_strcasecmp(name + length - size, *endings) == 0)
            return true;
    }
    return false;
}

static bool is_text(char const *name)
{
    static char const *const endings[] = {".sgf", ".mgt", NULL};
    return has_ending(name, endings);
}

static bool is_packed(char const *name)
{
    static char const *const endings[] = {
        ".xz",  ".zst", ".gz",   ".bz2", ".lz4", ".lzma", ".zip",
        ".tar", ".tgz", ".tbz2", ".txz", ".7z",  NULL,
    };
    return has_ending(name, endings);
}

bool stream_reads(char const *name)
{
    return is_text(name) || is_packed(name);
}

bool stream_has_members(char const *name)
{
    static char const *const endings[] = {".zip", ".tar", ".tgz", ".tbz2",
                                          ".txz", ".7z",  NULL};
    char const *const tar = strstr(name, ".tar.");
    return has_ending(name, endings) || (tar && !strchr(tar, '/'));
}

/* What can be unpacked.  */
static int (*const supports[])(struct archive *) = {
    archive_read_support_filter_gzip,  archive_read_support_filter_bzip2,
    archive_read_support_filter_xz,    archive_read_support_filter_lzma,
    archive_read_support_filter_zstd,  archive_read_support_filter_lz4,
    archive_read_support_format_empty, archive_read_support_format_zip,
    archive_read_support_format_7zip,  archive_read_support_format_tar,
    archive_read_support_format_raw,
};

/* A library that lacks one of them would take a packed file for a text, and one that
   had no memory for one goes wrong later.  */
static struct archive *new_archive(void)
{
    struct archive *const archive = archive_read_new();
    bool good = archive;
    for (size_t i = 0; i < sizeof supports / sizeof *supports && good; i++)
        good = supports[i](archive) >= ARCHIVE_WARN;
    if (!good)
        xalloc_die();
    return archive;
}

/* Hand over what ENTRY of FILE holds, if that is a text; false when nobody
   listens any more or the file cannot be read on.  */
static bool stream_entry(struct stream *stream, int file, struct archive *archive,
                         struct archive_entry *entry)
{
    char name[NAME_SIZE];
    if (archive_format(archive) == ARCHIVE_FORMAT_RAW)
        return say(stream, BLOCK_TEXT, file, archive, stream->paths[file]) &&
               stream_bytes(stream, file, archive);
    char const *member = archive_entry_pathname_utf8(entry);
    member = member ? member : archive_entry_pathname(entry);
    if (archive_entry_filetype(entry) != AE_IFREG || !member)
        return true;
    snprintf(name, sizeof name, "%s/%s", stream->paths[file], member);
    if (is_text(member))
        return say(stream, BLOCK_TEXT, file, archive, name) &&
               stream_bytes(stream, file, archive);
    struct failure why;
    failed(&why, "%s: an archive inside an archive is not opened", name);
    return !is_packed(member) || say(stream, BLOCK_FAILURE, file, archive, why.text);
}

/* The size of a file, or 0.  */
static uint64_t file_size(char const *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 ? (uint64_t)facts.st_size : 0;
}

static void stream_file_entries(struct stream *stream, int file)
{
    struct archive *const archive = new_archive();
    struct archive_entry *entry;
    uint64_t const size = file_size(stream->paths[file]);
    stream->unpacked = 0;
    stream->most = stream->limit > size ? stream->limit : size;
    int result = archive_read_open_filename(archive, stream->paths[file], BLOCK_SIZE);
    while (result >= ARCHIVE_WARN) {
        result = archive_read_next_header(archive, &entry);
        if (result == ARCHIVE_EOF)
            break;
        if (result >= ARCHIVE_WARN && !stream_entry(stream, file, archive, entry))
            break;
    }
    if (result < ARCHIVE_WARN)
        say_failure(stream, file, archive);
    archive_read_free(archive);
}

static void *stream_all(void *context)
{
    struct stream *const stream = context;
    for (int file = 0; file < stream->count && take_empty(stream); file++) {
        stream_file_entries(stream, file);
        stream->before += file_size(stream->paths[file]);
    }
    say(stream, BLOCK_FINISH, stream->count, NULL, "");
    return NULL;
}

/* ---------------------------------------------------------------- the reader */

struct stream *stream_open(char const *const *paths, int count, uint64_t limit)
{
    struct stream *const stream = xzalloc(sizeof *stream);
    stream->paths = paths;
    stream->count = count;
    stream->limit = limit;
    stream->blocks = xnmalloc(BLOCKS, sizeof *stream->blocks);
    pthread_mutex_init(&stream->lock, NULL);
    pthread_cond_init(&stream->changed, NULL);
    int const error = pthread_create(&stream->streamer, NULL, stream_all, stream);
    stream->streams = !error;
    if (error)
        say_nobody(stream, error);
    return stream;
}

void stream_close(struct stream *stream)
{
    if (!stream)
        return;
    pthread_mutex_lock(&stream->lock);
    stream->closing = true;
    pthread_cond_signal(&stream->changed);
    pthread_mutex_unlock(&stream->lock);
    if (stream->streams)
        pthread_join(stream->streamer, NULL);
    pthread_cond_destroy(&stream->changed);
    pthread_mutex_destroy(&stream->lock);
    free(stream->blocks);
    free(stream);
}

enum stream_event stream_next(struct stream *stream)
{
    static enum stream_event const events[] = {
        [BLOCK_TEXT] = STREAM_TEXT,
        [BLOCK_FAILURE] = STREAM_FAILURE,
        [BLOCK_FINISH] = STREAM_FINISH,
    };
    struct block *block = take_filled(stream);
    while (block->kind == BLOCK_BYTES) {
        give_empty(stream);
        block = take_filled(stream);
    }
    enum stream_event const event = events[block->kind];
    stream->used = 0;
    stream->file = block->file;
    stream->done = block->done;
    if (event == STREAM_TEXT)
        memcpy(stream->name, block->bytes, block->size + 1);
    else if (event == STREAM_FAILURE)
        failed(&stream->why, "%s", block->bytes);
    if (event != STREAM_FINISH) /* which stays, for whoever asks again */
        give_empty(stream);
    return event;
}

int stream_file(struct stream const *stream)
{
    return stream->file;
}

char const *stream_name(struct stream const *stream)
{
    return stream->name;
}

struct failure const *stream_why(struct stream const *stream)
{
    return &stream->why;
}

ptrdiff_t stream_pull(void *context, void *buffer, size_t size)
{
    struct stream *const stream = context;
    struct block const *const block = take_filled(stream);
    if (block->kind != BLOCK_BYTES)
        return block->kind == BLOCK_FAILURE ? -1 : 0;
    assert(stream->used < block->size && "an emptied block is given back");
    size_t const left = block->size - stream->used;
    size_t const taken = size < left ? size : left;
    memcpy(buffer, block->bytes + stream->used, taken);
    stream->used += taken;
    stream->done = block->done;
    if (taken == left) {
        stream->used = 0;
        give_empty(stream);
    }
    return (ptrdiff_t)taken;
}

uint64_t stream_done(struct stream const *stream)
{
    return stream->done;
}
