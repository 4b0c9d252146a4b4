/* patterns/shapes/shapes_source.h -- proposes what was played in the same or the most
   similar surroundings.

   A shapes object follows a board and keeps what the memory says about each
   point for each side; after a move only the points whose diamond changed are
   asked again.  A point without a stone in its diamond is no candidate, nor is
   one whose core the memory does not know (or with a similarity that does not back
   off, one without a case within its reach).  One thread; copies of the
   position in other threads need objects of their own.  */
#pragma once

#include "engine/search/source.h"
#include "patterns/shapes/vote.h"

struct shapes;

/* MEMORY and SIMILARITY must outlive it.  */
struct shapes *shapes_new(struct memory const *memory,
                          struct similarity const *similarity);
void shapes_free(struct shapes *shapes);

/* What the memory says about every legal point of BOARD for its side to move;
   [p].known is false where it says nothing.  Valid until the next call.  */
struct vote const *shapes_votes(struct shapes *shapes, struct board const *board);

/* The cases nearest to AT for the side to move, into LIST (of VOTE_CASES); AT is
   an empty point.  Returns how many.  */
int shapes_nearest(struct shapes *shapes, struct board const *board, point at,
                   struct near_case list[]);

/* What is known about a case: how alike, how often, with what success, and games.  */
void shapes_testify(struct shapes const *shapes, struct diamond const *asked,
                    struct near_case const *near, struct testimony *out);

/* As a source its self is a struct shapes.  */
extern struct source_kind const shapes_kind; /* reads shapes.hishi */
