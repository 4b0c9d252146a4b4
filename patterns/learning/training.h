/* patterns/learning/training.h -- what an unfinished run of learning has come to.

   Private to train.c and to the file that keeps it (kind "TRST"):

       HEAD   digest of the options, games passed, learnt from, positions,
              generator, least, buckets, places
       PLAC   how many games each place has
       TAGS   the lexicon
       SHAP   weight, sum of squares, count: 12 bytes a slot
       PLAI   weight, sum of squares: 8 bytes a plain feature
       PAIR   the same for each factor of the single plain features  */
#pragma once

#include "engine/base/rng.h"
#include "patterns/learning/medley.h"
#include "patterns/learning/train.h"
#include "patterns/model/pairs.h"

/* What is learnt of one shape.  */
struct learnt_shape {
    float weight, squares; /* the sum of its squared gradients */
    uint16_t count;        /* how often it was played in other games */
};

struct plain {
    float weight, squares;
};

struct training {
    struct train_options const *options;
    char sum[CONTENT_HEX]; /* of all files learnt from */
    struct lexicon lexicon;
    int least;
    long passed; /* games of the medley that are done with */
    struct learnt_shape *shapes;
    struct plain *plain;
    struct factors *factors;        /* of the single plain features */
    struct factors *factor_squares; /* sums of squared gradients */
    struct rng rng;
    double rate;
    struct train_news news;
    struct train_news told; /* the last means, of something */
    train_report *report;
    void *context;
};

static inline size_t training_slots(struct training const *training)
{
    return (size_t)training->lexicon.bucket_count * LEXICON_BUCKET;
}

bool training_save(struct training const *training, struct medley const *medley,
                   char const *path, struct failure *why);

/* Go on from PATH: the lexicon, shapes and plain weights of TRAINING, which has
   none yet, and the totals of MIXTURE.  False, with nothing changed, when the file is
   damaged or belongs to another run.  */
bool training_load(struct training *training, struct medley *medley, char const *path,
                   struct failure *why);
