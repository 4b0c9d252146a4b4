/* patterns/learning/train.h -- games to the weights of a model, by maximum likelihood.

   Two readings of the games.  The first counts how often each shape was
   played and makes the lexicon of those played often enough.  The second goes
   through every position and moves the weights a little up the gradient of
   log P(the move that was played) (Adagrad, Duchi et al. 2011).

   Two traps lie here, each costlier than any feature is worth.  A shape that
   only the present game has shown must count as unknown, or the model learns
   to trust its own leak: the game's moves are taken out of the counts while
   it is learnt from.  And of the some 250 moves of a position all but a few
   have a gradient near zero; skipping these would push all weights up, so
   each is kept with a chance in proportion and then made larger.

   Describing positions takes threads of its own; learning goes through the
   games in their order, so a seed and the games determine the weights, for
   any number of threads.

   Nothing is written when a file cannot be read (unless it is to keep going), when the
   second reading is not the same as the first, or when there is no game to learn from;
   nor is a state that is damaged or another run's touched.  */
#pragma once

#include "patterns/model/model.h"

struct train_options {
    char const *const *places;
    int place_count;
    bool keep_going;         /* without what cannot be read */
    uint64_t max_expand;     /* as for archive_open_up_to */
    struct provenance *made; /* is told what was read and came of it; or NULL */
    double count_share;      /* of the training games to count shapes in, 0 .. 1 */
    double share;            /* ... and of these games, to learn from */
    int least;               /* how often a shape must be played in other games */
    long slots_max;          /* shapes to know at most */
    int every;               /* learn from one position in so many */
    int threads;             /* to describe positions */
    uint64_t seed;
    double rate;       /* of learning, at the start */
    uint32_t families; /* bit f: enum family f is used */
    long stop_after;   /* games in one go: then the run waits in STATE; 0: all */
    int save_games;    /* between two savings of STATE; 0: as is usual */
    char const *state; /* where an unfinished run is kept and taken up, or NULL */
};

/* How it goes; called now and then, from the caller's thread.  */
struct train_news {
    bool counting;    /* the first reading */
    long done, total; /* games of all kinds passed */
    long games;       /* learnt from */
    long positions;
    long shapes; /* known */
    int least;   /* as it was chosen to fit */
    /* Since the last news, of the games learnt from (before learning), and of
       validation games.  */
    long train_positions, check_positions;
    double train_right, train_log, check_right, check_log; /* means */
};

typedef void train_report(void *context, struct train_news const *news);

bool train_model(struct train_options const *options, char const *path,
                 train_report *report, void *context, struct failure *why);
