/* patterns/learning/judge_train.h -- games to a judge, by many small steps.

   Each step takes a few positions, finds how the loss of the opinions on them changes
   with every weight, and moves all weights a little (Adam, Kingma and Ba 2015).  What
   is kept is the mean of the weights over the last steps (Polyak and Juditsky 1992),
   which knows better than any of them.

   The positions of a step are shared out between LEARNERS, who may work side by side;
   what each finds is added up in order.

   A position is drawn by its number alone: a game on 19x19 or on a smaller board, one
   that was counted or not, a move of it, one of the eight symmetries.  So a seed, the
   games and the number of steps determine the judge, whoever works, and who goes on
   from a saved state comes to the same bytes as who never stopped.  The state ("JTRN",
   version 1):

       HEAD   digest of games and options (8 bytes), steps done (8)
       WGHT   the weights, as in judge.h
       MEAN   running means of the gradients
       SQRS   ... and of their squares
       AVER   the mean of the weights

   and the provenance of whoever saved it, for one may go on in another way, with more
   steps, say.  */
#pragma once

#include "patterns/judge/judge.h"
#include "patterns/learning/judge_games.h"
#include "patterns/learning/judge_gradient.h"

enum { LEARNERS = 4 };

struct judge_train_options {
    uint64_t seed;
    int batch;           /* positions a step */
    double counted;      /* share of positions that are from counted games */
    double small;        /* ... that are from games on smaller boards than 19x19 */
    double rate;         /* of learning, after a start of warm_steps */
    long steps, falling; /* in all; over the last FALLING the rate goes to 0 */
    int blocks;          /* of the judge */
    int threads;         /* 1 to LEARNERS */
};

struct judge_trainer;

/* GAMES are shared with the caller and outlive the trainer.  */
struct judge_trainer *judge_trainer_new(struct judge_games const *games,
                                        struct judge_train_options const *options);
void judge_trainer_free(struct judge_trainer *trainer);

/* Begin with what BEGUN has learnt instead of nothing.  Blocks that it did not have
   change nothing at first.  */
void judge_trainer_begin(struct judge_trainer *trainer, struct judge const *begun);

/* One step; what the opinions before it were like is added to MARKS.  */
void judge_trainer_step(struct judge_trainer *trainer, struct judge_marks *marks);
long judge_trainer_steps(struct judge_trainer const *trainer);

/* How good the mean of the weights is on COUNT positions of validation games on 19x19,
   or on SMALL boards, always the same ones.  */
void judge_trainer_check(struct judge_trainer *trainer, bool small, int count,
                         struct judge_marks *marks);

struct judge_weights const *judge_trainer_weights(struct judge_trainer const *trainer);
struct judge_source judge_trainer_source(struct judge_trainer const *trainer);

/* MADE may be NULL.  */
bool judge_trainer_save(struct judge_trainer const *trainer, char const *path,
                        struct provenance const *made, struct failure *why);
/* Go on from PATH; false, with nothing changed, when that is of another run.  */
bool judge_trainer_load(struct judge_trainer *trainer, char const *path,
                        struct failure *why);
