/* tests/shapes_made.h -- games and shapes for the tests of the memory, made by
   chance but always the same.  */
#pragma once

#include "engine/rng.h"
#include "patterns/caselist.h"

/* Play COUNT random moves, most of them near the move before, as in games.  */
void made_moves(struct board *board, struct rng *rng, int count);

/* Write COUNT random games on boards of SIZE points as one SGF file.  */
void made_games(char const *path, int size, int count, uint64_t seed);

/* The shapes of PLAYS random moves, counted; LIST is initialised here.  */
void made_cases(struct caselist *list, int plays, uint64_t seed);
