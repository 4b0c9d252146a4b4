/* tools/learn/learn.h -- what `hishi learn' can make from games, as rows.

   Each mode is an option of its own and names the file to write; its function
   reads the selected games and writes it.  To add one, write tools/learn/NAME.c
   and a row in the table of learn.c.

   A mode reads games by games_learn (or tells MADE itself what it read), asks
   learnt_something, tells MADE what it came to, and hands it to the writer.  */
#pragma once

#include "engine/base/params.h"
#include "tools/games.h"

#include <argp.h>

enum { LEARN_SETTINGS = 32 };

struct learning {
    struct selection games;
    struct provenance *made; /* knows the command line and the part */
    char const *file;        /* to be written */
    char const *player;      /* only what he did, or NULL */
    bool json;
    char const *settings[LEARN_SETTINGS]; /* "NAME=VALUE", as --set gave them */
    int setting_count;
};

/* TUNING, which ROWS are about, as --set wants it.  */
bool learn_settings(struct learning const *learning, struct param const rows[],
                    void *tuning, struct failure *why);

/* The same of who has nothing to be set.  */
bool learn_no_settings(struct learning const *learning, struct failure *why);

struct learn_mode {
    char const *name; /* --NAME=FILE */
    bool (*learn)(struct learning const *learning, struct failure *why);
    char const *help;
    unsigned splits; /* to learn from unless told */
};

/* Is there anything to be learnt in so many GAMES?  False, with a sentence, for none.
 */
bool learnt_something(struct learning const *learning, long games, struct failure *why);

bool learn_cases(struct learning const *learning, struct failure *why);
bool learn_windows(struct learning const *learning, struct failure *why);
bool learn_index(struct learning const *learning, struct failure *why);
bool learn_model(struct learning const *learning, struct failure *why);
bool learn_mixture(struct learning const *learning, struct failure *why);
bool learn_judge_games(struct learning const *learning, struct failure *why);
bool learn_judge(struct learning const *learning, struct failure *why);
bool learn_views(struct learning const *learning, struct failure *why);
bool learn_influence(struct learning const *learning, struct failure *why);
bool learn_style(struct learning const *learning, struct failure *why);
bool learn_playout(struct learning const *learning, struct failure *why);

/* The memory of shapes can be learnt in more ways than one, so it has a parser of
   its own.  */
struct shapes_options {
    char const *output, *into, *show, *prune, *folder;
    uint32_t residues; /* 0: those of the selection */
    int threads;       /* 0: one a processor */
    unsigned min_played;
    double max_mb;
};

extern struct argp const shapes_argp; /* its input is a struct shapes_options */
/* The first option that was given and that only a memory of shapes knows, or NULL.  */
char const *shapes_option(struct shapes_options const *options);
bool shapes_wanted(struct shapes_options const *options, bool *games_needed);
bool learn_shapes(struct shapes_options const *options, struct learning const *learning,
                  struct failure *why);
