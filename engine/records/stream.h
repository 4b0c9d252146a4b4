/* engine/records/stream.h -- the bytes of many files, read and unpacked ahead.

   A thread of its own opens the files one after the other, unpacks what
   libarchive can unpack, and fills a few blocks ahead of the reader, who so
   waits only for the slower of unpacking and use.  Memory is constant.  */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "engine/base/failure.h"

struct feed;

/* PATHS, COUNT files, must live as long as the feed.  */
struct feed *feed_open(char const *const *paths, int count);
void feed_close(struct feed *feed);

enum feed_event {
    FEED_TEXT,    /* a file, or a member of an archive, begins */
    FEED_FAILURE, /* a file cannot be opened or read on; the next follows */
    FEED_FINISH   /* there is nothing more */
};

/* Pass over what is left of this text and go to the next event.  */
enum feed_event feed_next(struct feed *feed);

/* What the last event is about: the file's place in PATHS; of a text its path,
   with the member's name behind it; of a failure the sentence.  */
int feed_file(struct feed const *feed);
char const *feed_name(struct feed const *feed);
struct failure const *feed_why(struct feed const *feed);

/* An sgf_pull of this text, with the feed for its context.  */
ptrdiff_t feed_pull(void *feed, void *buffer, size_t size);

/* Bytes of the files consumed so far, as they lie on the disk.  */
uint64_t feed_done(struct feed const *feed);

/* Does the name look like something the feed can open?  */
bool feed_reads(char const *name);
