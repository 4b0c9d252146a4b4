/* tools/records/mining.h -- the options of mining, for every tool that mines.  */
#pragma once

#include <argp.h>

#include "books/sequences/dictionary.h"

struct mining {
    struct ranking_options ranking;
    int reach;    /* keep sequences without a longer step; 0: keep all */
    bool strings; /* keep every string of a shape, not only the best */
};

/* What was chosen by the first half of the reference (see hishi report joseki).  */
extern struct mining const mining_defaults;

/* A child parser; its input is a struct mining.  */
extern struct argp const mining_argp;

/* The best of each ranking, after the filters, which are for E_R.  */
void mine(struct mining const *mining, enum code code, struct corpus const *corpus,
          struct suffixes const *suffixes, struct ranked_list lists[RANKINGS]);

/* Every .sgf file in FOLDER.  */
bool read_reference(char const *folder, int shortest, struct dictionary *dictionary,
                    struct failure *why);
