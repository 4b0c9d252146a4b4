/* engine/search/evidence.h -- what is known about a move that was decided on.

   Evidence is gathered while the decision is made and travels with it: nothing is
   asked again for a person who wants to know why.  Names point into the data of the
   sources, and live as long as these.  */
#pragma once

#include "engine/reading/tactics.h"
#include "engine/search/candidate.h"

enum {
    INSIGHTS_MAX = 6,    /* the move and its best alternatives */
    TESTIMONIES_MAX = 8, /* about one move, of all sources together */
    PRECEDENTS_MAX = 3,  /* games a testimony names */
    LINE_MOVES = 8,      /* moves that are expected to follow */
};

/* A game on record and one of its moves, both as people count: see `hishi show'.  */
struct precedent {
    char const *file; /* of which collection */
    char const *black, *white, *date, *result;
    uint32_t number; /* of the game in the file, from 0 */
    int move;        /* from 1 */
};

/* One thing that a source remembers about playing there.  */
struct testimony {
    char const *source; /* its name */
    char account[80];   /* what it is, when there is more to say: "sequence #212 ..." */
    float alike;        /* 0..1: how like the situation is */
    uint32_t seen;      /* times that the move could have been played */
    uint32_t played;    /* times that it was */
    uint32_t decided;   /* of these, in games with a winner; 0 when not counted */
    uint32_t won;       /* of these, by who played it */
    int precedent_count;
    struct precedent precedent[PRECEDENTS_MAX];
};

/* What one source said, and how much it counted.  */
struct voice {
    char const *source;
    float p, alike; /* as in its opinion */
    float worth;    /* by its word the move is exp(worth) times as probable as one that
                       it does not name */
};

/* All that is known about one move.  */
struct insight {
    point at;
    int rank;         /* among all legal moves by P, from 1 */
    float prediction; /* how probable it is that a strong player moves here */
    float p;          /* the same after reading */
    struct move_facts facts;
    int voice_count;
    struct voice voice[VOICES_MAX];
    int testimony_count;
    struct testimony testimony[TESTIMONIES_MAX];

    /* What looking ahead found; visits and line are empty without it.  */
    uint32_t visits;
    double win;  /* of who plays it */
    double lead; /* in points, where it is known; NAN elsewhere */
    int line_length;
    point line[LINE_MOVES]; /* expected, from this move on */
};

/* What becomes of a position, of Black's whoever is to move.  */
struct judgement {
    float win;           /* Black's chance */
    float lead;          /* Black's points on the board as it sees them, less those
                            needed; most games turn out closer than that */
    float owner[POINTS]; /* -1 White ... 1 Black */
};

struct evidence {
    char const *chooser; /* who picked: "search", "lookahead", "memory"; or NULL */
    bool judged;         /* whether somebody has looked what becomes of the position */
    struct judgement judgement;
    long playouts;       /* of the search */
    int threads_missing; /* of those it wanted: they could not be started */
    int legal;           /* moves there were */
    int count;
    struct insight
        insight[INSIGHTS_MAX]; /* the chosen move first, then the best others */
};
