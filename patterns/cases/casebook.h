/* patterns/cases/casebook.h -- every vicinity that a move was played into: how often it
   was met, played and won, and in which games.

   The cases are the leaves of a tree whose levels are those of a vicinity's code: a
   node of LEVEL_CORE stands for all cases that agree in their inner twelve points and
   the last move, its children tell the liberties, theirs the third ring, theirs the
   fourth.  So a vicinity that was never met as it is still has a case that agrees with
   it as far as any does, found by one descent, half a microsecond.

   A casebook is a mapped file; opening it takes the same time whatever its size, and
   what is read from it is checked where it is used.  Any number of threads may ask.

   A small one may be written packed (engine/base/packing.h), its columns a third as
   large in the file and unpacked when it is opened. Then how often a node was met,
   which is an estimate anyway, is told in four binary digits; played and won are exact.
   Sources stand only at cases and at one other childless node of each core, and only
   those of games that are named: what has none there or below names no game.

   Chunks of the file, all numbers little-endian and of 32 bits unless told; i is a
   level, 0 .. 4:

    HEAD  struct casebook_head
    PARi  what each node adds to the code of its parent, rising among its children
    KIDi  (not of the last level) where the children of each node start, and where the
          last one's end
    TALi  tally of each node: if bit 31 is clear, met << 14 | played << 7 | won,
          or else the rest is the number of a row of MANY
    MANY  struct experience
    SRCi  (of the last three levels) a source of each node: game << 10 | move, or all
          bits set: none is named here
    MORE  struct casebook_more, rising by the number of the case
    PLAC  for each kind of place (see places.h): met, played
    WGHT  struct casebook_weights, as floats, for a casebook that is heard alone
    BSID  the same beside other sources; if there is none, WGHT
    GAME  struct memory_game, names being offsets into TEXT
    TEXT  strings, each with its end  */
#pragma once

#include "patterns/cases/places.h"
#include "patterns/cases/vicinity.h"
#include "patterns/shapes/memory.h"

enum {
    CASEBOOK_VERSION = 1,
    CASE_SOURCED = LEVEL_BREATH,      /* the first level whose nodes have a source */
    CASE_VIEWS = VICINITY_LEVELS + 1, /* a vote hears all levels and the place */
    CASE_BUCKETS = 64,
    CASE_SOURCES = 3,
};

/* What is known of one vicinity: a chain of nodes, one a level, as far as it was met.
 */
struct case_chain {
    int known; /* levels: 0 .. VICINITY_LEVELS */
    uint32_t node[VICINITY_LEVELS];
};

/* Who else is heard: what a model knows as well need not be said twice.  */
enum case_company { CASES_ALONE, CASES_BESIDE, CASE_COMPANIES };

/* How much each level counts, by how often it was met and played; see casevote.h.  */
struct casebook_weights {
    float slope[CASE_VIEWS][CASE_BUCKETS], offset[CASE_VIEWS][CASE_BUCKETS];
};

struct casebook_facts {
    uint32_t nodes[VICINITY_LEVELS]; /* the last are the cases */
    uint32_t games;
    uint64_t moves;               /* plays that were learnt */
    uint64_t bytes, source_bytes; /* as they are stored */
    bool packed;
};

struct casebook; /* opaque; open for reading */

struct casebook *casebook_open(char const *path, struct failure *why);
/* The same, read to the end and in order: for who makes or measures something by it.
 */
struct casebook *casebook_open_whole(char const *path, struct failure *why);
void casebook_close(struct casebook *book);
/* Read it all and check every number; opening checks the frame only.  */
bool casebook_verify(struct casebook const *book, struct failure *why);
char const *casebook_path(struct casebook const *book);
void casebook_facts(struct casebook const *book, struct casebook_facts *facts);
struct vicinities const *casebook_vicinities(struct casebook const *book);
struct casebook_weights const *casebook_weights(struct casebook const *book,
                                                enum case_company company);

/* As far as CODE was met.  */
void casebook_find(struct casebook const *book, vicinitycode code,
                   struct case_chain *chain);

/* The same for COUNT codes at once, which is faster for a whole position.  */
void casebook_find_all(struct casebook const *book, vicinitycode const codes[],
                       int count, struct case_chain chains[]);

/* Met is what memory.h calls appeared; estimated from a part of the positions.  */
struct experience casebook_experience(struct casebook const *book, int level,
                                      uint32_t node);
struct experience casebook_place(struct casebook const *book, int place);

/* The children of NODE, from *FROM to before *TO, and what one adds to the code.  */
void casebook_children(struct casebook const *book, int level, uint32_t node,
                       uint32_t *from, uint32_t *to);
uint32_t casebook_part(struct casebook const *book, int level, uint32_t node);

/* All parts of a level, little-endian.  */
uint32_t const *casebook_part_list(struct casebook const *book, int level);

/* The code of a case.  */
vicinitycode casebook_code(struct casebook const *book, uint32_t id);

/* Where it was played; of a node that is no case, some of its cases.  Returns how
   many of LIST; none when no game is named.  */
int casebook_sources(struct casebook const *book, int level, uint32_t node,
                     struct memory_source list[CASE_SOURCES]);
void casebook_game(struct casebook const *book, uint32_t game,
                   struct remembered_game *remembered);
