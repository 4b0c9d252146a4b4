/* engine/base/provenance.h -- from what a learnt file was made.

   Every file that is learnt carries, as its chunk "MADE", lines of text that a
   person reads with `hishi show FILE':

       made by: hishi learn --playout=playout.hishi fox-pro.sgf.xz kgs-6d.sgf.xz
       version: Hishi 0.16
       date: 2026-11-19 20:31 UTC
       input: fox-pro.sgf.xz, 2532900 bytes, sha256 40..., 5137 games
       input: kgs-6d.sgf.xz, 8032592 bytes, sha256 9c..., 18312 games
       part: training
       learnt from: 21104 games, 4419820 moves, 3 games rejected
       measured: test: 41210 positions, 17.31 % foreseen
       learnt against: MODL 5f... model.hishi
       made from: SHAP 77... all.hishi
         made by: hishi learn --part training -o all.hishi ...

   A file that others are learnt against, or made from, is named by its kind and
   the sha256 of its content, which is all of it but this chunk (that is, of its
   kind, version and the names, sizes and checksums of its other chunks; telling
   it takes no time).  So the same weights learnt again are the same file, and a
   file moved or called otherwise still is.

   What is learnt follows from the games and the options alone, for any number of
   threads; the chunk follows from the command line as it was given and from the
   date.  Two runs of one command write the same bytes when the date is fixed by
   the environment variable SOURCE_DATE_EPOCH (seconds since 1970); runs with other
   options, such as --threads, have the same content.

   A learner makes one of these, tells it what it reads and comes to, and hands it
   to whoever writes the file.  All functions take NULL for one that is not kept
   and then do nothing: the file has no such chunk, as those of older versions. */
#pragma once

#include "engine/base/chunkfile.h"

#include <time.h>

struct provenance;

/* ARGV, ARGC words, is the command line, its first word being "hishi learn";
   NOW counts unless SOURCE_DATE_EPOCH is set.  */
struct provenance *provenance_new(int argc, char const *const *argv, time_t now);
void provenance_free(struct provenance *made);

/* Add the line "KEY: ...".  */
void provenance_say(struct provenance *made, char const *key, char const *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Games come from a place called NAME, which is COUNT files, and GAMES of them were
   read.  The sum is that of all the files, one behind the other.  */
bool provenance_input(struct provenance *made, char const *name,
                      char const *const *files, int count, long games,
                      struct failure *why);

/* A file of any other sort, named as KEY.  */
bool provenance_file(struct provenance *made, char const *key, char const *path,
                     struct failure *why);

/* The sha256 of COUNT files, one behind the other, as a string, and how many BYTES they
   have (unless NULL).  */
enum { CONTENT_HEX = 65 };
bool provenance_sum(char const *const *files, int count, uint64_t *bytes,
                    char hex[static CONTENT_HEX], struct failure *why);

/* The learnt file at PATH was taken in whole or in part, with all that is said of it;
   or only heard, as a voice's weight is learnt against the other voices.  */
bool provenance_made_from(struct provenance *made, char const *path,
                          struct failure *why);
bool provenance_learnt_against(struct provenance *made, char const *path,
                               struct failure *why);

/* The work at PATH is gone on with, and told as what this is made from; unless the same
   command began it, which then might as well never have stopped.  */
bool provenance_gone_on(struct provenance *made, char const *path, struct failure *why);

/* The lines so far; valid until the next is added.  "" for NULL.  */
char const *provenance_text(struct provenance *made);
/* Write it as the next chunk of WRITER.  */
void provenance_write(struct provenance const *made, struct chunk_writer *writer);

/* ---------------------------------------------------------------- reading */

/* The lines in FILE, printable UTF-8, to be freed; NULL when it has none.  */
char *provenance_read(struct chunkfile const *file);

/* The sha256 of the content of FILE, as a string.  */
void provenance_content(struct chunkfile const *file, char hex[static CONTENT_HEX]);

/* Is OTHER, a path, the file that the one at PATH was learnt against?  True also when
   PATH does not say, or names no file of that kind; false, with a sentence, when it
   names another, or when one of them cannot be opened.  */
bool provenance_fits(char const *path, char const *other, struct failure *why);
