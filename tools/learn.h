/* tools/learn.h -- what `hishi learn' can make from games, as rows.

   Each mode is an option of its own and names the file to write; its function
   reads the selected games and writes it.  To add one, write tools/learn_NAME.c
   and a row in the table of learn.c.  */
#pragma once

#include "tools/games.h"

struct learning {
    struct selection games;
    char const *file; /* to be written */
    bool json;
};

struct learn_mode {
    char const *name; /* --NAME=FILE */
    bool (*learn)(struct learning const *learning, struct failure *why);
    char const *help;
};

bool learn_index(struct learning const *learning, struct failure *why);
