/* patterns/learning/passes.h -- games are read twice, by many threads, and go on after
   an interruption.

   What learning a memory of shapes and a casebook have in common: in the first reading
   what was played is gathered into sorted runs (learn_runs.h), which are merged; in
   the second it is counted how often each could have been played.  Between batches of
   games the folder of work says how far it is.  The games must be all there, the
   same in both readings, and not of another task.  */
#pragma once

#include "patterns/learning/learn.h"
#include "patterns/learning/learn_runs.h"

/* What a kind of learning does with the games; all are given CONTEXT.  */
struct passes_work {
    uint64_t number; /* of whatever it does differently from others of its kind */
    int batches;     /* in the second pass, between two savings of the counts */
    /* By worker WORKER; NUMBER counts the games from 0.  */
    void (*gather)(void *context, int worker, struct game const *game, long number);
    void (*count)(void *context, int worker, struct game const *game, long number);
    /* A batch of the first pass is done: what is left becomes runs.  Returns how many
       moves were gathered in it.  */
    uint64_t (*flush)(void *context);
    /* All runs, merged; PLAYED becomes how many moves they hold.  */
    bool (*merge)(void *context, uint64_t *played, struct failure *why);
    /* Save or load the counts of GAMES games; loading leaves GAMES at 0 when none were
       saved.  */
    bool (*save)(void *context, long games, struct failure *why);
    bool (*load)(void *context, long *games, struct failure *why);
    void *context;
};

struct passes;

/* GAMES is told all games of the first pass.  */
struct passes *passes_new(struct learn_task const *task, struct passes_work const *work,
                          struct casebuilder *games);
void passes_free(struct passes *passes);

/* Both; the work is removed at the end.  */
bool passes_run(struct passes *passes, struct failure *why);

struct learn_folder const *passes_folder(struct passes const *passes);
struct learn_state const *passes_state(struct passes const *passes);
/* For workers: the number of the next run; and that one could not be written.  */
int passes_next_run(struct passes *passes);
void passes_fault(struct passes *passes, struct failure const *why);

/* Are the moves of COLOR in GAME to be learnt?  */
bool passes_wanted_side(struct learn_task const *task, struct game const *game,
                        enum color color);
