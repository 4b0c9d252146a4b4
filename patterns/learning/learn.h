/* patterns/learning/learn.h -- games become a memory of shapes.

   Learning reads the games twice.  The first time every play becomes a case;
   cases are sorted in stretches that fit into memory, written to a folder of
   work, and merged.  The second time everything that appears around a legal
   point of the side to move is looked up among the cases and counted: once when
   it arises, not again as long as it stays.  A thing arises when, on a turn of
   its viewer, the point is legal and the shape is not what it was on his turn
   before, or the point was not legal then.

   The result depends on the games and their order alone, not on threads or
   interruptions: counts add up in any order, and sources are chosen by a fixed
   function of the game.  It can be stopped at any time; the same task with the
   same folder goes on where it was.  Takes about 60 bytes a case, and a third
   more on disk.

   It fails, and LIST must not be written, when a file cannot be read (unless it is to
   keep going), when the second reading is not the same as the first, when a file of
   work is damaged or is another task's, or when there is no game of the player.  The
   work is removed when the games are to blame, and otherwise left.  */
#pragma once

#include "engine/records/archive.h"
#include "patterns/learning/casebuilder.h"

struct learn_progress {
    int pass; /* 1, 2 */
    long games, moves;
    uint64_t done, total; /* bytes of input in this pass */
};

enum { ALL_RESIDUES = 0xfffff };

struct learn_task {
    char const *const *places;
    int place_count;
    uint32_t residues;  /* bit n: learn from games whose number leaves n by 20 */
    long limit;         /* learn from at most so many games; 0: from all */
    char const *player; /* only what this player did, or NULL */
    int threads;
    bool keep_going;         /* without what cannot be read */
    uint64_t max_expand;     /* as for archive_open_up_to */
    struct provenance *made; /* is told what was read, or NULL */
    char const *folder;      /* of work; made, and removed at the end */
    archive_report *report;
    long batch; /* games between two marks of how far it is; 0: some thousand */
    /* Called after every game by the calling thread; false stops.  */
    bool (*watch)(void *context, struct learn_progress const *progress);
    void *context;
};

/* Learn into LIST, which is initialised and empty.  False: stopped, or one of the
   reasons above.  */
bool learn(struct learn_task const *task, struct casebuilder *list,
           struct failure *why);
