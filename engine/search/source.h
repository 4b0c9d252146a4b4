/* engine/search/source.h -- the interface of whoever proposes candidates.

   A source looks at a question (a situation, what reading says of it, and how much
   effort it is worth) and names moves.  What a source is stands in one row, its kind:
   its name, the learnt data it reads, how dear it is, the terms by which it is
   weighed.  Sources live in the rooms above (patterns/, books/); the consultation asks
   them, and nobody else does.  To add one: a pair of files with its kind, and a line in
   player/sources.c.  */
#pragma once

#include <stdio.h>

#include "engine/base/failure.h"
#include "engine/search/evidence.h"

struct source;

/* How much an answer may cost.  */
enum effort {
    EFFORT_GLANCE, /* along a line that is only followed: a sample of moves will do */
    EFFORT_QUICK,  /* at every expansion of the search */
    EFFORT_FULL,   /* for the move to be played, and where much thought goes */
};

struct question {
    struct situation situation;
    struct tactics const *facts; /* about every move of the side to move */
    double needed;               /* Black wins with more points on the board */
    enum effort effort;
    struct source const *seer; /* who of those asked before has numbers, or NULL */
};

struct source_kind {
    char const *name;   /* in files of weights, in parameters and explanations */
    char const *data;   /* the learnt file it reads; NULL: none */
    bool optional;      /* nobody is told when the data is not there */
    bool stand_in;      /* asked only where no other source speaks */
    bool weighs_itself; /* its first term is the factor that it knows a move deserves,
                           as a logarithm; else the mixture has learnt its worth */
    enum effort effort; /* it is asked for answers worth that effort, or more */
    char const *terms[TERMS_MAX + 1]; /* their names, the first being said_p */

    /* Does it know about such a board?  If not it is not asked, and the others
       are weighed as without it.  NULL: always.  */
    bool (*suits)(struct board const *board);

    /* A source that has read its data; NULL with a reason.  */
    void *(*open)(char const *path, struct failure *why);
    /* Name moves as VOICE; never clears the list.  */
    void (*ask)(void *self, struct question const *question, int voice,
                struct candidates *candidates);
    /* What it remembers about playing AT, at most MOST things, the best first;
       returns how many.  May be NULL.  */
    int (*testify)(void *self, struct question const *question, point at,
                   struct testimony list[], int most);
    /* What becomes of the position that it was asked about last; false without an
       opinion.  May be NULL.  */
    bool (*judge)(void *self, struct judgement *judgement);
    /* All about playing AT, down to its weights, in lines, for who wants all details.
       May be NULL.  */
    void (*detail)(void *self, struct question const *question, point at, FILE *out);
    /* By what it saw AT when it was asked last: so many numbers, which those who are
       asked after it may weigh in their own way.  May be NULL.  */
    float const *(*see)(void const *self, point at);
    int numbers;
    /* One more self for another thread that asks at the same time; it lives no longer
       than the first.  NULL when all threads may ask one self.  */
    void *(*twin)(void const *self);
    void (*drop)(void *self); /* either of them */
};

struct source {
    struct source_kind const *kind;
    void *self;
};

/* The first term of every opinion is how probable the source finds the move, as a
   logarithm above what is not worth naming: 0 for that, as for a move unnamed.  */
float said_p(float p);
