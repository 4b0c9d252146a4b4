/* books/joseki/joseki_source.h -- proposes what continues the sequences a game is in.

   The source follows the moves of the situation through the joseki, keeping what
   it knew after each of them, so that a game that goes on, a search that goes
   back and forth, and an undo all cost only the moves that are new.  It is to be
   used by one path at a time; several sources may share one joseki.  */
#pragma once

#include "books/joseki/joseki.h"
#include "engine/search/source.h"

struct joseki_source;

/* JOSEKI must outlive the source.  */
struct joseki_source *joseki_source_new(struct joseki const *joseki);
void joseki_source_free(struct joseki_source *source);
struct joseki const *joseki_source_data(struct joseki_source const *source);

/* What the source proposes is what it knows for sure: continuations that are at
   least so probable, of sequences that are at least so long with them (what
   answers a single move depends on the rest of the board), that do not put their
   own stones into atari.  */
#define JOSEKI_FLOOR 0.25f
enum { JOSEKI_SHORTEST = 4 };

/* As a source its self is a struct joseki_source.  */
extern struct source_kind const joseki_kind; /* reads joseki.hishi */

/* Where the moves of SITUATION are: the paths of its last position.  NULL on a
   board that is not 19x19.  Lasts until the next call.  */
struct paths const *joseki_source_follow(struct joseki_source *source,
                                         struct situation const *situation);

/* What the source proposes, most probable first, into LIST with room for all
   points; returns how many.  */
int joseki_source_list(struct joseki_source *source, struct situation const *situation,
                       struct proposal list[]);

/* Say where the game is: one line for each sequence with more than one move that
   is open or just finished, and what continues it; returns how many.  */
int joseki_source_describe(struct joseki_source *source,
                           struct situation const *situation, FILE *out);
