/* patterns/learning/batch.h -- the described positions of a game, packed for learning.

   Threads take games from a medley, describe every move of every position
   (or of one position in so many, chosen at random by the seed) and pack the
   features into sheaves, one a game; whoever learns gets them in the order of
   the games.  */
#pragma once

#include "patterns/learning/medley.h"
#include "patterns/model/features.h"

struct batch_position {
    size_t start;      /* of its first move, for batch_read */
    int moves, answer; /* how many, and which of them was played */
};

struct batch {
    bool learn;       /* not only a check */
    long done, total; /* games of the medley */
    int count;
    struct batch_position *positions;
    uint32_t *words;
    size_t used;
    uint32_t *own; /* slots of the shapes of all moves that were played */
    size_t own_count;
    size_t position_capacity, word_capacity, own_capacity;
};

/* A move unpacked: its slots, series after series, and its plain features, of
   which the first are the depths of its series.  */
struct batch_move {
    bool near;
    bool depth; /* plain[0 .. DEPTH_FEATURES) are kept free for depth_features */
    uint8_t known[SERIES];
    uint8_t slots, plains;
    float log_stands; /* of how many such moves it stands for */
    uint32_t slot[SERIES_SLOTS];
    uint32_t plain[PLAIN_MAX + DEPTH_FEATURES];
};

/* Unpack the move at AT; returns where the next one is.  */
size_t batch_read(struct batch const *batch, size_t at, struct batch_move *move);

/* Is the game wanted, and to learn from?  Called from several threads, one at
   a time.  */
typedef bool batch_choose(void *context, struct origin const *origin, int place,
                          bool *learn);

struct batch_order {
    struct lexicon const *lexicon;
    uint32_t families; /* to be described */
    int every;         /* one position in so many */
    int threads;
    long skip; /* so many games of the medley at first */
    uint64_t seed;
    batch_choose *choose;
    void *context;
};

struct batch_reader;

/* ORDER and what it points at outlive the reader.  NULL when not one thread can be
   started.  */
struct batch_reader *batch_reader_new(struct medley *medley,
                                      struct batch_order const *order,
                                      struct failure *why);
/* The next game, valid until the next call; NULL at the end.  */
struct batch const *batch_next(struct batch_reader *reader);
void batch_reader_free(struct batch_reader *reader);
