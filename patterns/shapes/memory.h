/* patterns/shapes/memory.h -- every shape that was played, how often, with what
   success, in which games; and the cases nearest to a shape, exactly and fast.

   A memory is a mapped file; opening it takes the same time whatever its size,
   and what is read from it is checked where it is used.  Questions may be asked
   from many threads, each with a finder of its own.

   The cases are kept by edge and core (rings 1 and 2): a hash table leads from
   an edge and a core to one stretch of the file, which lists the outer rings that
   occurred with it: side by side, so that they are compared in one sweep, or if
   there are very many, the third rings first.
   The nearest cases of a shape are found by trying its own core, then all cores
   that differ in one point, in two, and so on, as long as the difference alone
   is not larger than the distance of the k-th best case so far.  A core has few
   neighbours that cheap and most of them were never played, so a question looks
   at some thousands of the millions of cases, and the answer is exactly what
   comparing with all of them gives.  The eight nearest of 5 million cases take 6
   microseconds, of 20 million 10, where comparing with all takes 2.7 and 12
   milliseconds (`hishi bench memory').

   Chunks of the file, all numbers little-endian, 32 bits unless told:

    HEAD  struct memory_head
    CORE  hash table of struct memory_core; a free slot has no cases
    SIFT  64 bits for every eight cores: two bits of one word for each that is
          there
    BODY  for each core, if it has at most MEMORY_FLAT cases: ring 3 (as sorted)
          of each case, ring 4 of each case, then the different third rings, how
          often each appeared, how often each was played.  If it has more: the
          different third rings, where the cases of each start and where the last
          end, how often each appeared, was played, then ring 4 of each case
    ONCE  16 bits a case: if bit 15 is clear, it was played once; bit 14: that
          game was won; the rest: how often it appeared.  If it is set, the rest
          counts from MANY of the case's page of 4096
    PAGE  where the cases of each page start in MANY
    MANY  struct memory_many
    FROM  a source for each case: game << 10 | move, counted from 0
    MORE  further sources of what was played several times
    GAME  struct memory_game, names being offsets into TEXT
    TEXT  strings, each with its end  */
#pragma once

#include "patterns/shapes/casecode.h"
#include "patterns/shapes/similarity.h"

enum {
    MEMORY_VERSION = 1,
    MEMORY_NEAREST = 64,    /* the largest k */
    MEMORY_SOURCES = 3,     /* for one case */
    MEMORY_GAMES = 1 << 22, /* a source names one of so many games, */
    MEMORY_MOVES = 1 << 10, /* and one of their first so many moves */
    MEMORY_PAGE = 4096,
    MEMORY_FLAT = 4096,
};

/* Often the side to move found a shape around a legal point (once for each
   time it arose, not for each turn it stayed), played there, and won.  */
struct experience {
    uint32_t appeared, played, won;
};

struct memory_facts {
    uint32_t cases, groups, cores, games;
    uint64_t moves; /* plays that were learnt */
    uint64_t bytes, source_bytes;
};

struct memory_source {
    uint32_t game;
    int move; /* from 0 */
};

struct remembered_game {
    char const *file, *black, *white, *date, *result;
    uint32_t number; /* within the file, from 0 */
};

struct near_case {
    uint32_t id; /* of the case in this memory */
    uint16_t distance;
    struct diamond shape; /* turned like the diamond that was asked about */
};

struct memory; /* opaque; open for reading */
struct finder; /* the scratch of one thread; the memory must outlive it */

struct memory *memory_open(char const *path, struct failure *why);
/* The same, read to the end and in order: for who makes or measures something by it.
 */
struct memory *memory_open_whole(char const *path, struct failure *why);
void memory_close(struct memory *memory);
/* Read it all and check every number; opening checks the frame only.  */
bool memory_verify(struct memory const *memory, struct failure *why);
char const *memory_path(struct memory const *memory);
void memory_facts(struct memory const *memory, struct memory_facts *facts);

struct finder *finder_new(struct memory const *memory);
void finder_free(struct finder *finder);

/* The K nearest cases of DIAMOND, which holds a stone, at most REACH away; the
   nearest first, equally near ones by number.  Returns how many.  */
int finder_nearest(struct finder *finder, struct similarity const *similarity,
                   struct diamond const *diamond, int k, unsigned reach,
                   struct near_case list[]);

/* For the diamond asked about last: what is known of all shapes with its edge and
   core, and of those that also have its third ring, whatever their fourth.  WON
   is not counted for these; zeros where nothing is known.  */
void finder_back_off(struct finder const *finder, struct experience *core,
                     struct experience *ring3);

void finder_experience(struct finder const *finder, uint32_t id,
                       struct experience *experience);

/* The case that is exactly DIAMOND, if there is one.  */
bool memory_find(struct memory const *memory, struct diamond const *diamond,
                 uint32_t *id);

void memory_experience(struct memory const *memory, uint32_t id,
                       struct experience *experience);

/* As finder_back_off, for any diamond.  */
void memory_back_off(struct memory const *memory, struct diamond const *diamond,
                     struct experience *core, struct experience *ring3);

int memory_sources(struct memory const *memory, uint32_t id,
                   struct memory_source list[MEMORY_SOURCES]);
void memory_game(struct memory const *memory, uint32_t game,
                 struct remembered_game *remembered);

/* All cases in rising order of number, that is of their codes.  */
typedef bool memory_visitor(void *context, uint32_t id, struct casecode code);
void memory_each(struct memory const *memory, memory_visitor *visit, void *context);
