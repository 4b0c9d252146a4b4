/* patterns/learning/casebuilder.h -- a memory of shapes while it is being made.

   All cases in one sorted array, to be filled by learning or from a memory's
   file, joined with another, pruned, and written as a memory.  48 bytes a case;
   one owner.  */
#pragma once

#include <stddef.h>

#include "engine/base/provenance.h"
#include "engine/records/archive.h"
#include "patterns/shapes/memory.h"

/* A source as it stands in files: game * MEMORY_MOVES + move.  */
enum { NO_SOURCE = 0xffffffff };

struct learnt_case {
    uint64_t inner; /* as in struct casecode */
    uint32_t outer;
    struct experience experience;
    uint32_t source[MEMORY_SOURCES]; /* of different games; NO_SOURCE at the end */
};

/* What is known of all shapes with one edge, core and ring 3 (KEY is the inner
   code), or with one edge and core (its upper half); WON is not counted.  */
struct learnt_group {
    uint64_t key;
    uint32_t appeared, played;
};

struct learnt_game {
    char *file, *black, *white, *date, *result; /* may be shared: see casebuilder.c */
    uint32_t number;
};

struct casebuilder {
    struct learnt_case *cases; /* in the order of their codes */
    struct learnt_group *groups, *cores;
    struct learnt_game *games;
    size_t case_count, group_count, core_count, game_count, game_capacity;
    uint64_t moves;
    struct edges edges;
    struct names *names; /* the strings of GAMES, each once */
};

void casebuilder_init(struct casebuilder *list);
void casebuilder_release(struct casebuilder *list);

/* The strings are copied; returns the game's number.  */
uint32_t casebuilder_add_game(struct casebuilder *list,
                              struct remembered_game const *game);

/* The same for GAME as it was read: "folder/tom-9d.sgf.xz" is called "tom-9d".  */
uint32_t casebuilder_remember(struct casebuilder *list, struct game const *game,
                              struct origin const *origin);

/* Fill GROUPS and CORES from the cases, which are complete: how often each was
   played, and that it appeared at least as often.  */
void casebuilder_group(struct casebuilder *list);

/* Everything in MEMORY, into an empty list.  */
void casebuilder_load(struct casebuilder *list, struct memory const *memory);

/* Add what FROM knows.  What only one of the two knew did not count in the
   other's games, so it may have appeared more often than the sum says.  */
void casebuilder_merge(struct casebuilder *list, struct casebuilder const *from);

/* Which of the sources of equal cases are kept: those of different games that
   come first in an order that has nothing to do with the games, so that the
   same ones remain in whatever order they meet.  */
void sources_join(uint32_t kept[MEMORY_SOURCES], uint32_t const more[MEMORY_SOURCES]);

/* Are all of SOURCE those of the first GAMES games?  */
bool sources_are_within(uint32_t const source[MEMORY_SOURCES], size_t games);

/* Keep the cases for which KEEP is true, and of the games those they name.  */
typedef bool case_filter(void const *context, struct learnt_case const *one);
void casebuilder_prune(struct casebuilder *list, case_filter *keep,
                       void const *context);

/* Keep the cases that are worth most for predicting moves, so that the file has
   at most BYTES bytes.  */
void casebuilder_shrink(struct casebuilder *list, uint64_t bytes);

/* About how large its file will be.  */
uint64_t casebuilder_bytes(struct casebuilder const *list);
/* Write chunks GAME and TEXT, packed or not.  */
void casebuilder_write_games(struct casebuilder const *list,
                             struct chunk_writer *writer, bool packed);

/* MADE (provenance.h) may be NULL.  */
bool casebuilder_write(struct casebuilder const *list, char const *path,
                       struct provenance const *made, struct failure *why);
