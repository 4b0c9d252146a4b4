/* tools/selfplay/self_terms.h -- what the games of one folder have in common.

   A folder of games keeps TERMS_FILE, lines as every learnt file has them
   (engine/base/provenance.h): the command that began it, program, date, settings, and
   the learnt files that were heard, by their content.  Whoever goes on in the folder
   must agree with all but the command and the date, or half of the games would be of
   another player.  */
#pragma once

#include <stdint.h>

#include "engine/base/provenance.h"

#define TERMS_FILE "terms.txt"

struct self_terms {
    int size;
    double komi;       /* in the middle */
    int komi_spread;   /* points that it is more or less at most, in halves */
    int slow, quick;   /* playouts */
    double slow_share; /* of moves */
    uint64_t seed;
};

/* The settings on one line, to be freed.  */
char *self_terms_text(struct self_terms const *terms);

/* Agree with what FOLDER keeps, or let it keep TERMS and what MADE says if it has no
   games yet.  False with a sentence when its games are others.  */
bool self_terms_settle(struct self_terms const *terms, struct provenance *made,
                       char const *folder, struct failure *why);
