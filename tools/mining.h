/* tools/mining.h -- the options of mining, for every tool that mines.  */
#pragma once

#include <argp.h>

#include "books/dictionary.h"

struct mining {
    struct ranking_options ranking;
    int reach; /* keep sequences without a longer step; 0: keep all */
};

/* What was chosen by the first half of the reference (see hishi report joseki).  */
extern struct mining const mining_defaults;

/* A child parser; its input is a struct mining.  */
extern struct argp const mining_argp;

/* The best of each ranking, after the filter.  */
void mine(struct mining const *mining, enum code code, struct suffixes const *suffixes,
          struct ranked_list lists[RANKINGS]);

/* Every .sgf file in FOLDER.  */
bool read_reference(char const *folder, int shortest, struct dictionary *dictionary,
                    struct failure *why);
