/* patterns/shapes/precedent.h -- a remembered game as evidence cites it. */
#pragma once

#include "engine/search/evidence.h"
#include "patterns/shapes/memory.h"

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
