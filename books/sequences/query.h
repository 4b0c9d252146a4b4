/* books/sequences/query.h -- a sequence of moves, asked for in an index.

   Anywhere: from any moment of a game, shifted, turned and reflected, in either
   colour.  In the plain code (movecode.h) that is at most eight strings, one a
   symmetry, and whatever has one of them is the sequence; so counting is a search
   in the suffix array for each, and takes no look at the games.

   In place: only where it lies here, turned and reflected.  Of the same hits
   these are the ones whose first move is in the right place.  */
#pragma once

#include "books/sequences/index.h"

enum { QUERY_MAX = 60, QUERY_WAYS = 8 };

/* A string of the sequence, and the symmetries (point_turned) that give it.  In place
   these also bring its first move to the same point.  */
struct query_way {
    symbol text[QUERY_MAX];
    point first;
    uint8_t turns[QUERY_WAYS];
    int turn_count;
};

struct query {
    point moves[QUERY_MAX];
    int count; /* its strings are one symbol shorter */
    bool in_place;
    struct query_way ways[QUERY_WAYS];
    int way_count;
};

/* Ask for the sequence of COUNT points, in turn by the two colours.  Fails when
   a point is not on 19x19, repeats the one before, or they are too many.  */
bool query_make(struct query *query, point const *moves, int count, bool in_place,
                struct failure *why);

/* How many times it was played.  Takes some memory accesses and is independent of
   the count, except for one in place: that looks at each.  */
uint64_t query_count(struct query const *query, struct index const *index);

/* One time that it was played.  */
struct hit {
    uint32_t place; /* of its first move in the text */
    int way;
};

struct hits {
    struct index const *index; /* all private */
    struct query const *query;
    struct span span;
    int way;
};

/* All times, in the order of the text that follows.  */
void hits_start(struct hits *hits, struct index const *index,
                struct query const *query);
bool hits_next(struct hits *hits, struct hit *hit);

/* Where on the query's own board the next move after HIT was played, the smallest of
   its images when the sequence is its own mirror image; 0 when there was none or the
   board ends before.  */
point hit_answer(struct hits const *hits, struct hit const *hit);

/* What was played next, and how often the player of that move won the game.  When
   the sequence is its own mirror image, the images of a point are one.  */
struct continuation {
    point at;
    uint32_t times, decided, won;
};

struct continuations {
    struct continuation list[CODE_BOARD * CODE_BOARD]; /* most frequent first */
    int count;
    uint32_t beyond; /* times that it was played where the drawing has no board */
    uint32_t over;   /* times that nothing followed */
};

/* Looks at each hit.  */
void query_continue(struct query const *query, struct index const *index,
                    struct continuations *out);
