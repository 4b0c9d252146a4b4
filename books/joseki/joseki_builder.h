/* books/joseki/joseki_builder.h -- mined sequences and the games of an index to a file
   of joseki.  */
#pragma once

#include "books/joseki/joseki.h"
#include "books/sequences/index.h"
#include "books/sequences/ranking.h"

struct joseki_building {
    uint32_t least;          /* leave out nodes that fewer paths came to */
    uint32_t games;          /* count in so many games of the index; 0: all */
    struct provenance *made; /* is told what was counted, and written; or NULL */
    struct listener const *listener; /* hears how far it is, unless NULL */
};

struct joseki_built {
    uint32_t sequences, nodes; /* mined, and in the file */
    uint32_t games;
    uint64_t moves;
};

/* Plant the sequences of LIST, follow all games through them, and write what is
   often met to PATH.  */
bool joseki_build(struct index const *index, struct ranked_list const *list,
                  struct joseki_building const *building, char const *path,
                  struct joseki_built *built, struct failure *why);
