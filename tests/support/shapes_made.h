/* tests/support/shapes_made.h -- games and shapes for the tests of the memory, made by
   chance but always the same.  */
#pragma once

#include "engine/base/rng.h"
#include "patterns/learning/casebuilder.h"

/* Play COUNT random moves, most of them near the move before, as in games.  */
void made_moves(struct board *board, struct rng *rng, int count);

/* Write COUNT random games on boards of SIZE points as one SGF file.  */
void made_games(char const *path, int size, int count, uint64_t seed);

/* The shapes of PLAYS random moves, counted; LIST is initialised here.  */
void made_cases(struct casebuilder *list, int plays, uint64_t seed);

/* The same, written as a memory; and a memory that must be sound, opened.  */
void made_memory(char const *path, int plays, uint64_t seed);
struct memory *made_open(char const *path);

/* Random diamonds of four sorts: around moves of games, with a few points of those
   changed, by chance alone, and beside every kind of edge.  */
void made_question(struct rng *rng, struct diamond *diamond);
