/* tools/games.h -- reading the games a tool was given, with a progress line.  */
#pragma once

#include "engine/records/archive.h"

/* Which games to read: bits 1 << SPLIT_..., and at most LIMIT of them (0: all).  */
struct selection {
    char const *const *places;
    int place_count;
    unsigned splits;
    long limit;
};

enum { ALL_SPLITS = 1 << SPLIT_TRAINING | 1 << SPLIT_VALIDATION | 1 << SPLIT_TEST };

/* Takes a game that was read; false with a reason rejects it.  */
typedef bool take_game(void *context, struct game const *game,
                       struct origin const *origin, struct failure *why);

struct games_read {
    long games, rejected;
    struct failure first; /* why the first was rejected */
};

/* Hand every selected game to TAKE.  */
struct games_read games_each(struct selection const *selection, take_game *take,
                             void *context);

/* "training", "validation", "test", "all" into bits; 0 for another word.  */
unsigned splits_parse(char const *word);

/* "A-B" into bits, one for each remainder by 20 from A to B; false for another
   word.  */
bool residues_parse(char const *word, uint32_t *residues);
