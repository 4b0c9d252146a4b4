/* engine/search/candidate.h -- the one list of moves under consideration.

   Every source adds what it would play, with an opinion of its own; a move named by
   several sources is one candidate with several opinions.  An opinion is a few
   numbers, its terms, which the mixture weighs (mixture.h): so nobody needs to know
   what a source is in order to listen to it.  */
#pragma once

#include "engine/go/situation.h"

enum {
    VOICES_MAX = 16, /* sources that may speak in one list */
    TERMS_MAX = 8,   /* numbers in an opinion */
};

/* What one source says about one move.  Whoever does not name a move says by that
   that all terms are zero.  */
struct opinion {
    float p;               /* how often it is played, in the source's own view */
    float alike;           /* 0..1: how like the remembered case the situation is */
    float term[TERMS_MAX]; /* what is weighed */
};

struct candidate {
    point at;
    uint16_t named;   /* bit v: voice v has an opinion */
    uint16_t slot;    /* of its opinions; its place before the list was sorted */
    float stands;     /* for so many moves like it, when the list is a sample */
    float prediction; /* P(move) of strong players, once somebody has mixed */
    float p;          /* the same after reading has been heard: to be played by */
};

struct candidates {
    int count;
    struct candidate list[AREA_MAX + 1];
    uint16_t index[POINTS];  /* 1 + place in LIST, 0 for not a candidate */
    int voices;              /* how many sources may speak */
    struct opinion *opinion; /* owned: one a voice and slot */
};

/* An empty list for so many voices, at most VOICES_MAX.  */
void candidates_init(struct candidates *candidates, int voices);
void candidates_release(struct candidates *candidates);
void candidates_clear(struct candidates *candidates);

/* The candidate AT, added without opinions if it was not there.  */
struct candidate *candidates_at(struct candidates *candidates, point at);
/* The candidate AT, or NULL.  */
struct candidate const *candidates_find(struct candidates const *candidates, point at);

/* VOICE names AT; its terms are still zero and the caller's to fill in.  */
struct opinion *candidates_name(struct candidates *candidates, int voice, point at,
                                float p, float alike);
/* What VOICE says about CANDIDATE, or NULL.  */
struct opinion const *candidates_opinion(struct candidates const *candidates,
                                         struct candidate const *candidate, int voice);

/* Largest P first; equal P by point, so that the order is always the same.  */
void candidates_sort(struct candidates *candidates);
