/* tools/games.h -- reading the games a tool was given, with a progress line.  */
#pragma once

#include "engine/records/archive.h"

/* Which games to read: bits 1 << SPLIT_..., and at most LIMIT of them (0: all).  */
struct selection {
    char const *const *places;
    int place_count;
    unsigned splits;
    long limit;
    bool keep_going;     /* without what cannot be read */
    bool notes;          /* with the comments of moves */
    uint64_t max_expand; /* bytes that a file may unpack to; 0: as is usual */
};

enum { ALL_SPLITS = 1 << SPLIT_TRAINING | 1 << SPLIT_VALIDATION | 1 << SPLIT_TEST };

/* Takes a game that was read; false with a reason rejects it.  */
typedef bool take_game(void *context, struct game const *game,
                       struct origin const *origin, struct failure *why);

struct games_read {
    long games, rejected;
    struct failure first; /* why the first was rejected */
};

/* Hand every selected game to TAKE.  A file that cannot be read, or not to its end, is
   told on stderr and, unless the selection is to keep going, ends the program: what
   is made or counted without it would be taken for the whole.  How many games were
   rejected is told at the end, with the first of them.  MADE (or NULL) is told what
   was read.  Who has said that he minds stops (cmdline.h) asks afterwards whether there
   was one, for then not all games were read.  */
struct games_read games_each(struct selection const *selection, take_game *take,
                             void *context);
struct games_read games_learn(struct selection const *selection, take_game *take,
                              void *context, struct provenance *made);

/* The same for those who read games themselves: what to do about a file that cannot
   be read, and what to say at the end.  */
void games_broken(struct selection const *selection, struct failure const *why);
void games_tell_rejected(long rejected, struct failure const *first);

/* "training", "validation", "test", "all" into bits; 0 for another word.  */
unsigned splits_parse(char const *word);
char const *splits_name(unsigned splits);

/* "A-B" into bits, one for each remainder by 20 from A to B; false for another
   word.  */
bool residues_parse(char const *word, uint32_t *residues);
