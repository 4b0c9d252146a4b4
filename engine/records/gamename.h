/* engine/records/gamename.h -- games called FILE/NUMBER, and found again.

   So the memory and the index cite them.  FILE is the name of the file up to its
   first dot ("kgs-6d" for games/kgs-6d.sgf.xz), or more of it; folders before it tell
   files of one name apart (2005/kgs-6d).  NUMBER counts the games of the file from 0
   in their order, the bad ones included, as origin.number does (archive.h).  */
#pragma once

#include "engine/records/archive.h"

struct gamename {
    char file[GAME_TEXT];
    long number;
};

/* What a file at PATH is called, folders left out.  */
void gamename_file(char const *path, char file[static GAME_TEXT]);

bool gamename_parse(char const *text, struct gamename *name, struct failure *why);

/* May the file at PATH, or the member of an archive, be the one that NAME means?  */
bool gamename_fits(struct gamename const *name, char const *path);

/* A search for games.  Only files that fit a name are read, each as far as its last
   game that is wanted; archives of files are looked into when a name is left then.  */
struct gamename_search {
    char const *const *places; /* as archive_open takes them */
    int place_count;
    struct gamename const *names;
    int count;
    bool notes; /* with the comments of moves */
    /* NAMES[WHICH] is GAME.  Where several files fit a name it is called for each.  */
    void (*take)(void *context, int which, struct game const *game,
                 struct origin const *origin);
    /* A file or folder that cannot be read, or a wanted game that cannot be used.  */
    archive_report *report;
    /* Called now and then; bytes of the files that fit, and of those read.  May be
       NULL.  */
    void (*watch)(void *context, uint64_t done, uint64_t total);
    void *context;
};

void gamenames_find(struct gamename_search const *search);
