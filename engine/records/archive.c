#include <config.h>

#include "engine/records/archive.h"

#include "engine/records/sgf.h"
#include "engine/records/stream.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xalloc.h>

struct archive_reader {
    char **paths; /* of all files, folders resolved */
    int count;
    size_t capacity;
    uint64_t total;
    struct stream *stream;
    struct sgf_reader *sgf;
    bool in_text;
    struct origin origin;
    archive_report *report;
    void *context;
};

/* Tell of a file or folder that cannot be read, or not to its end.  */
static void say_broken(struct archive_reader *reader, char const *path,
                       struct failure const *why)
{
    struct origin const origin = {
        .file = path, .file_index = reader->origin.file_index, .number = -1};
    if (reader->report)
        reader->report(reader->context, &origin, why);
}

/* ---------------------------------------------------------------- places */

static void add_place(struct archive_reader *reader, char const *path, bool named);

static int by_name(struct dirent const **left, struct dirent const **right)
{
    return strcmp((*left)->d_name, (*right)->d_name);
}

static int is_visible(struct dirent const *entry)
{
    return entry->d_name[0] != '.';
}

/* Every file below the folder PATH, in the order of their names.  */
static void add_folder(struct archive_reader *reader, char const *path)
{
    struct dirent **entries;
    int const count = scandir(path, &entries, is_visible, by_name);
    if (count < 0) {
        struct failure why;
        failed(&why, "%s: %s", path, strerror(errno));
        say_broken(reader, path, &why);
        return;
    }
    for (int i = 0; i < count; i++) {
        size_t const size = strlen(path) + strlen(entries[i]->d_name) + 2;
        char *const inner = xmalloc(size);
        char const *const slash = path[strlen(path) - 1] == '/' ? "" : "/";
        snprintf(inner, size, "%s%s%s", path, slash, entries[i]->d_name);
        add_place(reader, inner, false);
        free(inner);
        free(entries[i]);
    }
    free(entries);
}

/* Does PATH lead to a folder by a link, perhaps in a circle?  */
static bool is_linked_folder(char const *path, struct stat const *facts)
{
    struct stat link;
    return S_ISDIR(facts->st_mode) && lstat(path, &link) == 0 && S_ISLNK(link.st_mode);
}

/* A file NAMED by a person is read whatever it is called.  */
static void add_place(struct archive_reader *reader, char const *path, bool named)
{
    struct stat facts;
    if (stat(path, &facts) != 0) {
        struct failure why;
        failed(&why, "%s: %s", path, strerror(errno));
        say_broken(reader, path, &why);
    } else if (S_ISDIR(facts.st_mode)) {
        if (named || !is_linked_folder(path, &facts))
            add_folder(reader, path);
    } else if (named || stream_reads(path)) {
        if ((size_t)reader->count == reader->capacity)
            reader->paths =
                x2nrealloc(reader->paths, &reader->capacity, sizeof *reader->paths);
        reader->paths[reader->count++] = xstrdup(path);
        reader->total += (uint64_t)facts.st_size;
    }
}

struct archive_reader *archive_open(char const *const *places, int count,
                                    archive_report *report, void *context)
{
    struct archive_reader *const reader = xzalloc(sizeof *reader);
    reader->report = report;
    reader->context = context;
    reader->origin.file_index = -1;
    for (int i = 0; i < count; i++)
        add_place(reader, places[i], true);
    reader->sgf = sgf_reader_new();
    reader->stream = stream_open((char const *const *)reader->paths, reader->count);
    return reader;
}

void archive_close(struct archive_reader *reader)
{
    if (!reader)
        return;
    stream_close(reader->stream);
    sgf_reader_free(reader->sgf);
    for (int i = 0; i < reader->count; i++)
        free(reader->paths[i]);
    free(reader->paths);
    free(reader);
}

void archive_keep_notes(struct archive_reader *reader, bool keep)
{
    sgf_reader_keep_notes(reader->sgf, keep);
}

/* ---------------------------------------------------------------- games */

/* Go to the next text; false if there is none.  */
static bool next_text(struct archive_reader *reader)
{
    reader->in_text = false;
    for (;;) {
        switch (stream_next(reader->stream)) {
        case FEED_FINISH:
            return false;
        case FEED_FAILURE:
            say_broken(reader, reader->paths[stream_file(reader->stream)],
                       stream_why(reader->stream));
            break;
        case FEED_TEXT:
            reader->in_text = true;
            reader->origin.file = stream_name(reader->stream);
            reader->origin.file_index++;
            reader->origin.number = -1;
            sgf_reader_start(reader->sgf, stream_pull, reader->stream);
            return true;
        }
    }
}

/* Tell of the bad game at ORIGIN.  */
static void say_bad(struct archive_reader *reader, struct failure const *reason)
{
    struct origin const *const origin = &reader->origin;
    struct failure why;
    failed(&why, "%.400s: game %ld, line %ld: %.500s", origin->file, origin->number,
           origin->line, reason->text);
    if (reader->report)
        reader->report(reader->context, origin, &why);
}

bool archive_next(struct archive_reader *reader, struct game *game,
                  struct origin *origin)
{
    struct failure why;
    while (reader->in_text || next_text(reader)) {
        enum sgf_outcome const outcome = sgf_read(reader->sgf, game, &why);
        if (outcome == SGF_END) {
            reader->in_text = false;
            continue;
        }
        reader->origin.number++;
        reader->origin.line = sgf_reader_line(reader->sgf);
        if (outcome == SGF_GAME) {
            if (origin)
                *origin = reader->origin;
            return true;
        }
        say_bad(reader, &why);
    }
    return false;
}

static void keep_first(void *context, struct origin const *origin,
                       struct failure const *why)
{
    (void)origin;
    struct failure *const kept = context;
    if (!kept->text[0])
        *kept = *why;
}

bool archive_first(char const *file, struct game *game, struct failure *why)
{
    struct failure trouble = {""};
    struct origin origin;
    struct archive_reader *const reader = archive_open(&file, 1, keep_first, &trouble);
    bool const found = archive_next(reader, game, &origin);
    archive_close(reader);
    if (!found && !trouble.text[0])
        failed(&trouble, "%.200s: no game in it", file);
    return found || failed(why, "%s", trouble.text);
}

void archive_progress(struct archive_reader const *reader, uint64_t *done,
                      uint64_t *total)
{
    *done = stream_done(reader->stream);
    *total = reader->total;
}
