/* tests/support/shapes_made.h -- games, shapes and cases for the tests of what
   remembers them, made by chance but always the same.  */
#pragma once

#include "engine/base/rng.h"
#include "patterns/cases/casebook.h"
#include "patterns/learning/casebuilder.h"

/* Play COUNT random moves, most of them near the move before, as in games.  */
void made_moves(struct board *board, struct rng *rng, int count);

/* Write COUNT random games on boards of SIZE points as one SGF file.  */
void made_games(char const *path, int size, int count, uint64_t seed);

/* Write COUNT games on 19x19 that were counted: Black walls off the left, White the
   right; two white stones at the left, B15 and B14, are caught. */
void made_counted_games(char const *path, int count);

/* The shapes of PLAYS random moves, counted; LIST is initialised here.  */
void made_cases(struct casebuilder *list, int plays, uint64_t seed);

/* The same, written as a memory; and a memory that must be sound, opened.  */
void made_memory(char const *path, int plays, uint64_t seed);
struct memory *made_open(char const *path);

/* A casebook of COUNT games on 19x19, with NEAR and FAR as in struct case_task; to be
   closed.  Nothing is left of its files but what is open.  NULL when it could not be
   made.  */
struct casebook *made_casebook(int count, int near, int far);

/* Random diamonds of four sorts: around moves of games, with a few points of those
   changed, by chance alone, and beside every kind of edge.  */
void made_question(struct rng *rng, struct diamond *diamond);
