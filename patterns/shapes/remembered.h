/* patterns/shapes/remembered.h -- the games that a learnt file names, and how they are
   cited.

   Chunks of the file:

    GAME  struct memory_game, names being offsets into TEXT
    TEXT  strings, each with its end

   patterns/learning/casebuilder.h writes them.  */
#pragma once

#include "engine/base/chunkfile.h"
#include "engine/search/evidence.h"
#include "patterns/shapes/memory.h"

struct memory_game {
    uint32_t file, number, black, white, date, result;
};

struct remembered_games {
    struct memory_game const *row; /* little-endian */
    uint32_t count;
    char const *text;
    size_t text_size;
};

/* Those of FILE, which stays open; that names lie inside is not looked at.  */
bool remembered_map(struct remembered_games *games, struct chunkfile const *file,
                    struct failure *why);
/* Does every name of every game lie inside?  */
bool remembered_good(struct remembered_games const *games);
/* Game NUMBER; what is not there is empty.  */
struct remembered_game remembered_game(struct remembered_games const *games,
                                       uint32_t number);

/* Its MOVE, from 0; GAME may go, its names stay as long as who remembers it.  */
static inline struct precedent precedent_in(struct remembered_game const *game,
                                            int move)
{
    return (struct precedent){.file = game->file,
                              .black = game->black,
                              .white = game->white,
                              .date = game->date,
                              .result = game->result,
                              .number = game->number,
                              .move = move + 1};
}
