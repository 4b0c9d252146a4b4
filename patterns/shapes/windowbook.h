/* patterns/shapes/windowbook.h -- how often each window was played: exact matches only.

   The counts are those of the memory of shapes, for the 5x5 windows and for their
   3x3 cores, which a window falls back to that was never met.  A mapped file, two
   sorted chunks of rows:

    W5X5, W3X3   8 canonical code, 4 appeared, 4 played, 4 won, 4 reserved  */
#pragma once

#include <stddef.h>

#include "engine/records/archive.h"
#include "patterns/shapes/memory.h"
#include "patterns/shapes/window.h"

struct windowbook; /* open for reading, by any number of threads */

/* Opening reads the whole file once: no changed byte goes unseen, and every row is
   what a row can be.  */
struct windowbook *windowbook_open(char const *path, struct failure *why);
void windowbook_close(struct windowbook *book);
size_t windowbook_count(struct windowbook const *book);

/* What is known of CODE, a window as the mover sees it, turned anyhow; false if
   nothing.  */
bool windowbook_find(struct windowbook const *book, window code,
                     struct experience *experience);
bool windowbook_find_core(struct windowbook const *book, window code,
                          struct experience *experience);

/* Learn from the games in PLACES whose number leaves one of RESIDUES by 20, and
   write the windows played at least MIN_PLAYED times to PATH.  The games are read
   twice; nothing is written when there is none, when the two readings differ or, unless
   it is to KEEP_GOING, when a file cannot be read.  */
struct windowbook_task {
    char const *const *places;
    int place_count;
    uint32_t residues;
    long limit; /* of games; 0: none */
    int threads;
    uint32_t min_played;
    bool keep_going;
    uint64_t max_expand;     /* as for archive_open_up_to */
    struct provenance *made; /* is told what was read, and written; or NULL */
    archive_report *report;  /* or NULL */
    void *context;
};

bool windowbook_learn(struct windowbook_task const *task, char const *path,
                      struct failure *why);
