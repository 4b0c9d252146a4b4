/* engine/base/newfile.h -- a file that appears whole or not at all.

   It is written beside its place, synced and renamed; until then, and when
   something fails or the program is interrupted, the old file stays.  */
#pragma once

#include <stdio.h>

#include "engine/base/failure.h"

struct newfile;

/* NULL, with the reason, when PATH cannot be written.  */
struct newfile *newfile_open(char const *path, struct failure *why);
FILE *newfile_stream(struct newfile *file);
char const *newfile_path(struct newfile const *file);

/* Both free FILE.  finish fails if anything written to the stream failed, and says
   what the first such failure was (a full disk).  */
bool newfile_finish(struct newfile *file, struct failure *why);
void newfile_abandon(struct newfile *file);

/* For a program that ends anyhow: remove what is written so far of files that are not
   finished.  */
void newfile_drop_unfinished(void);

/* Called once, before anything else: from now on a signal that ends the program does
   that first.  Whoever minds signals itself may do so afterwards in any way, and finds
   its files and its mask as it left them, which without this they are not.  */
void newfile_mind_signals(void);
/* What is done then, as a handler of such a signal: it does not come back.  */
void newfile_end_by_signal(int number);
