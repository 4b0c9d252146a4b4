/* patterns/caselearning/caselearn.h -- games become a casebook.

   Learning reads the games twice.  The first time every move becomes a case: the
   vicinity it was played into.  Cases are sorted in stretches that fit into memory,
   written to a folder of work, merged, and made a tree.  The second time it is
   counted how often each node was met, that is, could have been played into: in one
   position of NEAR for the points around the last move, where most moves are played,
   in one of FAR for the rest, chosen by number; each counts for so many.

   The result depends on the games and their order alone, not on threads or
   interruptions; the same task with the same folder goes on where it was.  Takes
   about 50 bytes a case, and 32 bytes a move on disk.  */
#pragma once

#include "patterns/caselearning/casetree.h"
#include "patterns/learning/learn.h"

struct case_task {
    struct learn_task learn; /* of one player's moves only, if it names one */
    int near, far;
};

/* Into TREE, which is initialised and empty.  False: stopped, or the folder cannot be
   used.  */
bool case_learn(struct case_task const *task, struct casetree *tree,
                struct failure *why);
