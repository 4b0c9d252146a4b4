/* The two threads share a ring of blocks.  The feeder fills the block at
   `filled', the reader empties the one at `emptied'; both only grow, and only
   under the lock.  A block is a beginning (of a text), bytes, a failure or
   the finish.  */
#include <config.h>

#include "engine/records/stream.h"

#include <archive.h>
#include <archive_entry.h>
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

struct feed {
    char const *const *paths;
    int count;
    pthread_t feeder;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned filled, emptied; /* blocks, since the beginning */
    bool closing;             /* the reader has gone */
    struct block *blocks;     /* [BLOCKS] */
    uint64_t before;          /* the feeder's: bytes of the files done with */

    /* The reader's.  */
    size_t used; /* of the block at emptied */
    int file;
    uint64_t done;
    char name[NAME_SIZE];
    struct failure why;
};

/* ---------------------------------------------------------------- the ring */

/* The next block to fill, or NULL if nobody wants it any more.  */
static struct block *take_empty(struct feed *feed)
{
    pthread_mutex_lock(&feed->lock);
    while (feed->filled - feed->emptied == BLOCKS && !feed->closing)
        pthread_cond_wait(&feed->changed, &feed->lock);
    bool const closing = feed->closing;
    pthread_mutex_unlock(&feed->lock);
    return closing ? NULL : &feed->blocks[feed->filled % BLOCKS];
}

static void give_filled(struct feed *feed)
{
    pthread_mutex_lock(&feed->lock);
    feed->filled++;
    pthread_cond_signal(&feed->changed);
    pthread_mutex_unlock(&feed->lock);
}

static struct block *take_filled(struct feed *feed)
{
    pthread_mutex_lock(&feed->lock);
    while (feed->filled == feed->emptied)
        pthread_cond_wait(&feed->changed, &feed->lock);
    pthread_mutex_unlock(&feed->lock);
    return &feed->blocks[feed->emptied % BLOCKS];
}

static void give_empty(struct feed *feed)
{
    pthread_mutex_lock(&feed->lock);
    feed->emptied++;
    pthread_cond_signal(&feed->changed);
    pthread_mutex_unlock(&feed->lock);
}

/* ---------------------------------------------------------------- the feeder */

static uint64_t disk_bytes(struct feed const *feed, struct archive *archive)
{
    return feed->before + (archive ? (uint64_t)archive_filter_bytes(archive, -1) : 0);
}

/* Hand over a block that is a message; false if nobody listens.  */
static bool say(struct feed *feed, enum block_kind kind, int file,
                struct archive *archive, char const *text)
{
    struct block *const block = take_empty(feed);
    if (!block)
        return false;
    block->kind = kind;
    block->file = file;
    block->done = disk_bytes(feed, archive);
    block->size = strlen(text) < NAME_SIZE ? strlen(text) : NAME_SIZE - 1;
    memcpy(block->bytes, text, block->size);
    block->bytes[block->size] = '\0';
    give_filled(feed);
    return true;
}

static bool say_failure(struct feed *feed, int file, struct archive *archive)
{
    struct failure why;
    char const *const reason = archive_error_string(archive);
    failed(&why, "%s (%s): cannot be opened, is damaged or cut short",
           feed->paths[file], reason ? reason : "for no reason");
    return say(feed, BLOCK_FAILURE, file, archive, why.text);
}

/* Hand over the bytes of one text; false if nobody listens or it broke.  */
static bool feed_bytes(struct feed *feed, int file, struct archive *archive)
{
    for (;;) {
        struct block *const block = take_empty(feed);
        if (!block)
            return false;
        la_ssize_t const got = archive_read_data(archive, block->bytes, BLOCK_SIZE);
        if (got < 0) {
            say_failure(feed, file, archive);
            return false;
        }
        if (got == 0)
            return true;
        block->kind = BLOCK_BYTES;
        block->file = file;
        block->done = disk_bytes(feed, archive);
        block->size = (size_t)got;
        give_filled(feed);
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

bool feed_reads(char const *name)
{
    return is_text(name) || is_packed(name);
}

static struct archive *new_archive(void)
{
    struct archive *const archive = archive_read_new();
    if (!archive)
        xalloc_die();
    archive_read_support_filter_gzip(archive);
    archive_read_support_filter_bzip2(archive);
    archive_read_support_filter_xz(archive);
    archive_read_support_filter_lzma(archive);
    archive_read_support_filter_zstd(archive);
    archive_read_support_filter_lz4(archive);
    archive_read_support_format_empty(archive);
    archive_read_support_format_zip(archive);
    archive_read_support_format_7zip(archive);
    archive_read_support_format_tar(archive);
    archive_read_support_format_raw(archive);
    return archive;
}

/* Hand over what ENTRY of FILE holds, if that is a text; false when nobody
   listens any more or the file cannot be read on.  */
static bool feed_entry(struct feed *feed, int file, struct archive *archive,
                       struct archive_entry *entry)
{
    char name[NAME_SIZE];
    if (archive_format(archive) == ARCHIVE_FORMAT_RAW)
        return say(feed, BLOCK_TEXT, file, archive, feed->paths[file]) &&
               feed_bytes(feed, file, archive);
    char const *member = archive_entry_pathname_utf8(entry);
    member = member ? member : archive_entry_pathname(entry);
    if (archive_entry_filetype(entry) != AE_IFREG || !member)
        return true;
    snprintf(name, sizeof name, "%s/%s", feed->paths[file], member);
    if (is_text(member))
        return say(feed, BLOCK_TEXT, file, archive, name) &&
               feed_bytes(feed, file, archive);
    struct failure why;
    failed(&why, "%s: an archive inside an archive is not opened", name);
    return !is_packed(member) || say(feed, BLOCK_FAILURE, file, archive, why.text);
}

static void feed_file_entries(struct feed *feed, int file)
{
    struct archive *const archive = new_archive();
    struct archive_entry *entry;
    int result = archive_read_open_filename(archive, feed->paths[file], BLOCK_SIZE);
    while (result >= ARCHIVE_WARN) {
        result = archive_read_next_header(archive, &entry);
        if (result == ARCHIVE_EOF)
            break;
        if (result >= ARCHIVE_WARN && !feed_entry(feed, file, archive, entry))
            break;
    }
    if (result < ARCHIVE_WARN)
        say_failure(feed, file, archive);
    archive_read_free(archive);
}

/* The size of a file, or 0.  */
static uint64_t file_size(char const *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 ? (uint64_t)facts.st_size : 0;
}

static void *feed_all(void *context)
{
    struct feed *const feed = context;
    for (int file = 0; file < feed->count && take_empty(feed); file++) {
        feed_file_entries(feed, file);
        feed->before += file_size(feed->paths[file]);
    }
    say(feed, BLOCK_FINISH, feed->count, NULL, "");
    return NULL;
}

/* ---------------------------------------------------------------- the reader */

struct feed *feed_open(char const *const *paths, int count)
{
    struct feed *const feed = xzalloc(sizeof *feed);
    feed->paths = paths;
    feed->count = count;
    feed->blocks = xnmalloc(BLOCKS, sizeof *feed->blocks);
    pthread_mutex_init(&feed->lock, NULL);
    pthread_cond_init(&feed->changed, NULL);
    if (pthread_create(&feed->feeder, NULL, feed_all, feed) != 0)
        xalloc_die(); /* as scarce as memory */
    return feed;
}

void feed_close(struct feed *feed)
{
    if (!feed)
        return;
    pthread_mutex_lock(&feed->lock);
    feed->closing = true;
    pthread_cond_signal(&feed->changed);
    pthread_mutex_unlock(&feed->lock);
    pthread_join(feed->feeder, NULL);
    pthread_cond_destroy(&feed->changed);
    pthread_mutex_destroy(&feed->lock);
    free(feed->blocks);
    free(feed);
}

enum feed_event feed_next(struct feed *feed)
{
    static enum feed_event const events[] = {
        [BLOCK_TEXT] = FEED_TEXT,
        [BLOCK_FAILURE] = FEED_FAILURE,
        [BLOCK_FINISH] = FEED_FINISH,
    };
    struct block *block = take_filled(feed);
    while (block->kind == BLOCK_BYTES) {
        give_empty(feed);
        block = take_filled(feed);
    }
    enum feed_event const event = events[block->kind];
    feed->used = 0;
    feed->file = block->file;
    feed->done = block->done;
    if (event == FEED_TEXT)
        memcpy(feed->name, block->bytes, block->size + 1);
    else if (event == FEED_FAILURE)
        failed(&feed->why, "%s", block->bytes);
    if (event != FEED_FINISH) /* which stays, for whoever asks again */
        give_empty(feed);
    return event;
}

int feed_file(struct feed const *feed)
{
    return feed->file;
}

char const *feed_name(struct feed const *feed)
{
    return feed->name;
}

struct failure const *feed_why(struct feed const *feed)
{
    return &feed->why;
}

ptrdiff_t feed_pull(void *context, void *buffer, size_t size)
{
    struct feed *const feed = context;
    struct block const *const block = take_filled(feed);
    if (block->kind != BLOCK_BYTES)
        return block->kind == BLOCK_FAILURE ? -1 : 0;
    size_t const left = block->size - feed->used;
    size_t const taken = size < left ? size : left;
    memcpy(buffer, block->bytes + feed->used, taken);
    feed->used += taken;
    feed->done = block->done;
    if (taken == left) {
        feed->used = 0;
        give_empty(feed);
    }
    return (ptrdiff_t)taken;
}

uint64_t feed_done(struct feed const *feed)
{
    return feed->done;
}
