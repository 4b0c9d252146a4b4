/* tests/faults/stage.h -- a command run in a folder of its own, and what it came to.

   In the folder IN lie what commands read: games, files learnt from them, commands of
   GTP, a copy of the program that finds no learnt files but those in IN/data.  Each run
   is in the folder RUN, where before it every file that the command writes says
   "before".  */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "tests/faults/shim.h"

/* A command, and what it leaves behind.  */
struct scene_row {
    char const *name;
    char const *line;      /* for the shell, in RUN, which knows $HISHI and ../in */
    char const *writes[4]; /* its files, up to a NULL */
    char const *may_leave; /* names that begin so are work to go on with, or NULL */
    bool grows;            /* its files are written again and again, each time better */
    bool talks;            /* GTP: it may answer less, if it says so */
    bool varies;           /* even undisturbed: threads search together */
    bool resumes;          /* started again it comes to the same */
};

struct bytes {
    char *data; /* NULL: there is no such file */
    size_t size;
};

/* How a run ended.  */
struct outcome {
    int status; /* as waitpid has it; -1: it did not end in time */
    double seconds;
    struct bytes out, err, wrote[4];
    char stray[256]; /* a name in RUN that has no business there, or "" */
};

extern struct shim *stage_shim; /* of the run to come */

void stage_set(char const *hishi, char const *shim);
void stage_strike(void);
/* Small learnt files of every kind into FOLDER.  */
void stage_give(char const *folder);

/* An empty RUN but for the files of "before".  */
void stage_clear(struct scene_row const *row);
pid_t stage_start(struct scene_row const *row);
/* Wait until PID has ended, and look.  */
void stage_see(struct scene_row const *row, pid_t pid, struct outcome *out);
void stage_look(struct scene_row const *row, struct outcome *out);
/* Is the file NAME in RUN one of ours, with every checksum right?  */
bool stage_is_sound(char const *name);
void outcome_release(struct outcome *outcome);

bool bytes_same(struct bytes const *a, struct bytes const *b);
bool bytes_are_before(struct bytes const *bytes);
