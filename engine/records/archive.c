#include <config.h>

#include "engine/records/archive.h"

#include "engine/records/places.h"
#include "engine/records/sgf.h"
#include "engine/records/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xalloc.h>

/* What a place has come to.  */
struct place {
    char *name;
    int first; /* of its files; the next place's ends them */
    long games;
};

struct archive_reader {
    struct places files;  /* folders resolved */
    struct place *places; /* and one more, whose first file ends the last one's */
    int place_count;
    struct archive_account account;
    struct stream *stream;
    struct sgf_reader *sgf;
    bool in_text;
    struct origin origin;
    archive_report *report;
    void *context;
    atomic_bool const *stop; /* or NULL */
};

/* Tell of a file or folder that cannot be read, or not to its end.  */
static void say_broken(void *context, char const *path, struct failure const *why)
{
    struct archive_reader *const reader = context;
    struct origin const origin = {
        .file = path, .file_index = reader->origin.file_index, .number = -1};
    if (reader->account.broken++ == 0)
        reader->account.first_broken = *why;
    if (reader->report)
        reader->report(reader->context, &origin, why);
}

struct archive_reader *archive_open(char const *const *places, int count,
                                    archive_report *report, void *context)
{
    return archive_open_up_to(places, count, 0, report, context);
}

struct archive_reader *archive_open_up_to(char const *const *places, int count,
                                          uint64_t limit, archive_report *report,
                                          void *context)
{
    struct archive_reader *const reader = xzalloc(sizeof *reader);
    reader->report = report;
    reader->context = context;
    reader->origin.file_index = -1;
    reader->places = xcalloc((size_t)count + 1, sizeof *reader->places);
    reader->place_count = count;
    for (int i = 0; i < count; i++) {
        reader->places[i].name = xstrdup(places[i]);
        places_add(&reader->files, places[i], say_broken, reader);
        reader->places[i + 1].first = reader->files.count;
    }
    reader->sgf = sgf_reader_new();
    reader->stream = stream_open((char const *const *)reader->files.paths,
                                 reader->files.count, limit ? limit : ARCHIVE_LIMIT);
    return reader;
}

void archive_close(struct archive_reader *reader)
{
    if (!reader)
        return;
    stream_close(reader->stream);
    sgf_reader_free(reader->sgf);
    places_release(&reader->files);
    for (int i = 0; i < reader->place_count; i++)
        free(reader->places[i].name);
    free(reader->places);
    free(reader);
}

void archive_keep_notes(struct archive_reader *reader, bool keep)
{
    sgf_reader_keep_notes(reader->sgf, keep);
}

/* ---------------------------------------------------------------- games */

/* The place that FILE was found in, not before the place of the one before.  */
static int place_of(struct archive_reader const *reader, int file)
{
    int place = reader->origin.place;
    while (reader->places[place + 1].first <= file)
        place++;
    return place;
}

static bool is_stopped(struct archive_reader const *reader)
{
    return reader->stop && atomic_load(reader->stop);
}

/* The bytes of this text, which are at their end when nobody wants them any more.  */
static ptrdiff_t pull(void *context, void *buffer, size_t size)
{
    struct archive_reader *const reader = context;
    return is_stopped(reader) ? 0 : stream_pull(reader->stream, buffer, size);
}

/* Go to the next text; false if there is none.  */
static bool next_text(struct archive_reader *reader)
{
    reader->in_text = false;
    for (;;) {
        switch (stream_next(reader->stream)) {
        case STREAM_FINISH:
            return false;
        case STREAM_FAILURE:
            say_broken(reader, reader->files.paths[stream_file(reader->stream)],
                       stream_why(reader->stream));
            break;
        case STREAM_TEXT:
            reader->in_text = true;
            reader->origin.file = stream_name(reader->stream);
            reader->origin.file_index++;
            reader->origin.place = place_of(reader, stream_file(reader->stream));
            reader->origin.number = -1;
            sgf_reader_start(reader->sgf, pull, reader);
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
    if (reader->account.bad++ == 0)
        reader->account.first_bad = why;
    if (reader->report)
        reader->report(reader->context, origin, &why);
}

/* GAME is handed out.  */
static void count_game(struct archive_reader *reader, struct game const *game)
{
    struct archive_account *const account = &reader->account;
    uint64_t const steps =
        chunk_checksum(game->steps, (size_t)game->count * sizeof *game->steps);
    account->games++;
    account->digest = (account->digest ^ steps) * UINT64_C(0x9e3779b97f4a7c15);
    reader->places[reader->origin.place].games++;
}

bool archive_next(struct archive_reader *reader, struct game *game,
                  struct origin *origin)
{
    struct failure why;
    while (reader->in_text || next_text(reader)) {
        enum sgf_outcome const outcome = sgf_read(reader->sgf, game, &why);
        if (is_stopped(reader)) /* then what was read need not be all of it */
            return false;
        if (outcome == SGF_END) {
            reader->in_text = false;
            continue;
        }
        reader->origin.number++;
        reader->origin.line = sgf_reader_line(reader->sgf);
        if (outcome == SGF_GAME) {
            count_game(reader, game);
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

enum { FIRST_LIMIT = 64000000 };

bool archive_is_file(char const *file, struct failure *why)
{
    struct stat status;
    if (stat(file, &status) != 0)
        return failed(why, "%.200s: %s", file, strerror(errno));
    return S_ISREG(status.st_mode) || failed(why, "%.200s is not a file", file);
}

bool archive_first(char const *file, struct game *game, atomic_bool const *stop,
                   struct failure *why)
{
    struct failure trouble = {""};
    struct origin origin;
    struct archive_reader *const reader =
        archive_open_up_to(&file, 1, FIRST_LIMIT, keep_first, &trouble);
    reader->stop = stop;
    bool const found = archive_next(reader, game, &origin);
    bool const stopped = is_stopped(reader);
    archive_close(reader);
    if (stopped)
        return failed(why, "%.200s: reading was interrupted", file);
    if (!found && !trouble.text[0])
        failed(&trouble, "%.200s: no game in it", file);
    return found || failed(why, "%s", trouble.text);
}

void archive_progress(struct archive_reader const *reader, uint64_t *done,
                      uint64_t *total)
{
    *done = stream_done(reader->stream);
    *total = reader->files.bytes;
}

/* ---------------------------------------------------------------- account */

struct archive_account const *archive_account(struct archive_reader const *reader)
{
    return &reader->account;
}

bool archive_whole(struct archive_reader const *reader, struct failure *why)
{
    struct archive_account const *const account = &reader->account;
    if (account->broken > 1)
        return failed(why, "%.900s (and %ld other files or folders)",
                      account->first_broken.text, account->broken - 1);
    return !account->broken || failed(why, "%s", account->first_broken.text);
}

bool archive_repeats(struct archive_reader const *reader, struct failure *why)
{
    return !reader->files.pipe ||
           failed(why, "%s: can be read only once, and games are needed twice here",
                  reader->files.pipe);
}

static void tell_place(struct archive_reader *reader, struct place const *place,
                       long games, struct provenance *made)
{
    char const *const *const files =
        (char const *const *)reader->files.paths + place->first;
    int const count = place[1].first - place->first;
    struct failure why;
    if (reader->files.pipe && count && strcmp(reader->files.pipe, files[0]) == 0)
        provenance_say(made, "input", "%s, no file, %ld games", place->name, games);
    else if (!provenance_input(made, place->name, files, count, games, &why)) {
        provenance_say(made, "input", "%ld games; %s", games, why.text);
        if (!reader->account.broken) /* else it is known already */
            say_broken(reader, place->name, &why);
    }
}

void archive_tell(struct archive_reader *reader, long games, struct provenance *made)
{
    struct archive_account const *const account = &reader->account;
    for (int i = 0; i < reader->place_count; i++)
        tell_place(reader, &reader->places[i],
                   games < 0 ? reader->places[i].games : games, made);
    if (account->bad)
        provenance_say(made, "passed over", "%ld games; the first: %s", account->bad,
                       account->first_bad.text);
    if (account->broken)
        provenance_say(made, "not read", "%ld files or folders; the first: %s",
                       account->broken, account->first_broken.text);
}

bool archive_sum(struct archive_reader const *reader, char hex[static CONTENT_HEX],
                 struct failure *why)
{
    return provenance_sum((char const *const *)reader->files.paths, reader->files.count,
                          NULL, hex, why);
}
