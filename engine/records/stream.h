/* engine/records/stream.h -- the bytes of many files, read and unpacked ahead.

   A thread of its own opens the files one after the other, unpacks what
   libarchive can unpack, and fills a few blocks ahead of the reader, who so
   waits only for the slower of unpacking and use.  Memory is constant.  */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "engine/base/failure.h"

struct stream;

/* PATHS, COUNT files, must live as long as the stream.  A file that unpacks to more
   than LIMIT bytes (and to more than it has) is given up there, as one that cannot be
   read on: it may have been made to fill a machine.  Without a thread to be had none of
   them can be read, which is told as a failure of the first.  */
struct stream *stream_open(char const *const *paths, int count, uint64_t limit);
void stream_close(struct stream *stream);

enum stream_event {
    STREAM_TEXT,    /* a file, or a member of an archive, begins */
    STREAM_FAILURE, /* a file cannot be opened or read on; the next follows */
    STREAM_FINISH   /* there is nothing more */
};

/* Pass over what is left of this text and go to the next event.  */
enum stream_event stream_next(struct stream *stream);

/* What the last event is about: the file's place in PATHS; of a text its path,
   with the member's name behind it; of a failure the sentence.  */
int stream_file(struct stream const *stream);
char const *stream_name(struct stream const *stream);
struct failure const *stream_why(struct stream const *stream);

/* An sgf_pull of this text, with the stream for its context.  */
ptrdiff_t stream_pull(void *stream, void *buffer, size_t size);

/* Bytes of the files consumed so far, as they lie on the disk.  */
uint64_t stream_done(struct stream const *stream);

/* Does the name look like something the stream can open?  */
bool stream_reads(char const *name);

/* Does it look like an archive, whose texts have names of their own?  */
bool stream_has_members(char const *name);
