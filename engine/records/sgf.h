/* engine/records/sgf.h -- games in the Smart Game Format.

   A reader takes bytes from anywhere and gives the games of a collection one
   after the other, in constant memory; it reads all versions of the format
   (FF1 to FF4) and follows the main line.  sgf_tree.h reads the variations as
   well, sgf_writer.h writes, and archive.h finds games in files.

   What a record says and what is known are not the same:

   - A komi of 650 is 6.5 and one of 375 or 3.75 (Chinese counting of stones)
     is 7.5.  Anything else as large, a komi whose half point the margin
     contradicts, and the zero of a server that fills empty fields with zeros
     (KM[0]HA[0]) is not known.
   - A handicap without its stones, White playing first, gets the traditional
     ones where tradition has one layout (2 to 5, 8 and 9).
   - A margin of 0 for a named winner, or a draw under a komi with a half, is
     no score.  */
#pragma once

#include "engine/go/game.h"
#include "engine/records/sgf_scan.h"
#include "engine/records/sgf_value.h"

enum { SGF_STEPS_MAX = 50000 }; /* a longer game is refused */

struct sgf_reader;

struct sgf_reader *sgf_reader_new(void);
void sgf_reader_free(struct sgf_reader *reader);

/* From now on read what PULL gives.  Must come before the first game.  */
void sgf_reader_start(struct sgf_reader *reader, sgf_pull *pull, void *context);

/* Whether to keep the comments of moves in game.notes; at first not.  */
void sgf_reader_keep_notes(struct sgf_reader *reader, bool keep);

enum sgf_outcome {
    SGF_GAME, /* a game */
    SGF_BAD,  /* there was one, but it cannot be used; another may follow */
    SGF_END   /* no more games */
};

/* The next game into GAME.  The reason for SGF_BAD ends with the kind of
   trouble, after the last ": ".  Whether the moves are legal is not looked
   at: replay_next knows.  A game at the end of the input that only lacks its
   last parentheses is a game.  */
enum sgf_outcome sgf_read(struct sgf_reader *reader, struct game *game,
                          struct failure *why);

/* The line where the last game began, good or bad.  */
long sgf_reader_line(struct sgf_reader const *reader);

/* The first game in the file PATH, with comments; the reasons of both kinds of
   failure name the file.  */
bool sgf_load(char const *path, struct game *game, struct failure *why);

/* A pull from stdio, with a FILE for its context.  */
ptrdiff_t sgf_pull_file(void *context, void *buffer, size_t size);

/* A pull from memory, with a struct sgf_memory for its context.  */
struct sgf_memory {
    char const *bytes;
    size_t size;
};
ptrdiff_t sgf_pull_memory(void *context, void *buffer, size_t size);
