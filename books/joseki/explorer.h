/* books/joseki/explorer.h -- the acquired sequences as a tree to walk in, for people.

   From the moves that were given: what was played next, how often, by whom with what
   success, and what after that.  Every branch holds a path (joseki.h), so one can
   go on from it.  */
#pragma once

#include <stdio.h>

#include "books/joseki/joseki.h"

enum { BRANCHES_MAX = 64 };

/* A move that continues a sequence.  */
struct branch {
    struct path path; /* with it */
    point at;
    double share; /* of the times that the sequence came so far */
};

/* The path of the sequence of COUNT moves, in turn by the two colours; of no moves,
   where all begin.  False when none that is known begins so, with the first move
   that is not.  */
bool explorer_seek(struct joseki const *joseki, point const *moves, int count,
                   struct path *path, struct failure *why);

/* Into LIST the most played continuations, most played first; returns how many.  Those
   of no moves are where the best ranked sequences begin, at the upper right.  */
int explorer_branches(struct joseki const *joseki, struct path const *path,
                      struct branch list[BRANCHES_MAX]);

/* Write the tree behind PATH, DEPTH moves far, a line for each move that was played in
   LEAST (0 to 1) of the cases: how often, in what share of them in all and in each of
   the periods, with what success, how often at once; and below a headline for these.
   Of beginnings, which are all moves of all games, only the best few.  */
void explorer_write(struct joseki const *joseki, struct path const *path, int depth,
                    double least, FILE *out);

/* A line of the games that are cited for PATH, or nothing.  */
void explorer_write_games(struct joseki const *joseki, struct path const *path,
                          FILE *out);

/* The node of PATH; for no moves one that sums up all beginnings.  */
struct joseki_node explorer_node(struct joseki const *joseki, struct path const *path);
