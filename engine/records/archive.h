/* engine/records/archive.h -- every game inside files, folders and archives.

   Names a list of places (SGF files, folders, anything libarchive opens) and
   hands out their games one after the other, in a fixed order, streaming, in
   constant memory.  A game that cannot be used is counted, reported and
   passed over; it never ends the run.  Nor does a file that cannot be read, or not
   to its end, but whoever learns from games asks at the end whether he had them
   all (archive_whole), and otherwise writes nothing.  */
#pragma once

#include <stdatomic.h>

#include "engine/base/provenance.h"
#include "engine/go/game.h"

struct archive_reader;

/* Where a game came from.  NUMBER counts the games of a file from 0 in file
   order, the bad ones included, and is what the split into training,
   validation and test games goes by.  */
struct origin {
    char const *file; /* "tom-9d.sgf.xz" or "games.zip/1/a.sgf": the path as given,
                         and inside an archive the member's name */
    int file_index;   /* files counted from 0 over the whole run */
    int place;        /* which of the places it was found in */
    long number;      /* of the game within its file */
    long line;        /* where it starts */
};

enum split { SPLIT_TRAINING, SPLIT_VALIDATION, SPLIT_TEST };

static inline enum split split_of(long number)
{
    return number % 20 == 19   ? SPLIT_TEST
           : number % 20 == 18 ? SPLIT_VALIDATION
                               : SPLIT_TRAINING;
}

/* Whatever went wrong with one game or one file (then NUMBER is -1), as it
   happens: WHY is a whole sentence that names the place, and ends with the
   kind of trouble after its last ": ".  */
typedef void archive_report(void *context, struct origin const *origin,
                            struct failure const *why);

struct archive_reader *archive_open(char const *const *places, int count,
                                    archive_report *report, void *context);

/* As above; a file that unpacks to more than LIMIT bytes cannot be read on there.  0 is
   what is usual, far more than any collection of games.  */
#define ARCHIVE_LIMIT (UINT64_C(1) << 34)
struct archive_reader *archive_open_up_to(char const *const *places, int count,
                                          uint64_t limit, archive_report *report,
                                          void *context);
void archive_close(struct archive_reader *reader);

/* Whether games come with the comments of their moves; at first not.  */
void archive_keep_notes(struct archive_reader *reader, bool keep);

/* The next game into GAME (an initialised one, cleared first), with where it
   is from, valid until the next call; false at the end.  The file is
   unpacked ahead by a thread of the reader's own.  */
bool archive_next(struct archive_reader *reader, struct game *game,
                  struct origin *origin);

/* Is FILE a plain one?  For whoever wants a game of it: a folder is too much, and a
   pipe may never end.  */
bool archive_is_file(char const *file, struct failure *why);

/* The first game in FILE that can be used; false with what is wrong with the first
   that cannot.  Looks at no more than the first 64 million bytes, and gives up soon
   after STOP (or NULL) has become true.  */
bool archive_first(char const *file, struct game *game, atomic_bool const *stop,
                   struct failure *why);

/* Bytes of compressed input consumed and in all, for a progress line.  */
void archive_progress(struct archive_reader const *reader, uint64_t *done,
                      uint64_t *total);

/* What came of reading so far.  */
struct archive_account {
    long games;      /* handed out */
    long bad;        /* games passed over */
    long broken;     /* files and folders that cannot be read, or not to their end */
    uint64_t digest; /* of the moves of all games handed out: the same ones again? */
    struct failure first_bad, first_broken;
};

struct archive_account const *archive_account(struct archive_reader const *reader);

/* Could everything be read so far?  False with how much could not, and what came
   first.  */
bool archive_whole(struct archive_reader const *reader, struct failure *why);

/* Can it all be read a second time?  False, naming the first pipe or device.  */
bool archive_repeats(struct archive_reader const *reader, struct failure *why);

/* Tell MADE (provenance.h) of each place, its sum and how many games it has given; and
   what could not be read.  A file of which no sum can be made any more counts as one
   that cannot be read, so archive_whole is asked after this.  GAMES is -1, or how many
   games a single place is known to have.  */
void archive_tell(struct archive_reader *reader, long games, struct provenance *made);

/* The sum of all files, to know them again.  */
bool archive_sum(struct archive_reader const *reader, char hex[static CONTENT_HEX],
                 struct failure *why);
