/* patterns/learning/local_train.h -- games to the weights of the playouts.

   Maximum likelihood of the moves played, move by move up the gradient
   (Adagrad, Duchi et al. 2011).  A position has few hundred moves of a handful
   of features each, so every gradient is used.  The games in their order
   determine the weights.  */
#pragma once

#include "engine/go/game.h"
#include "patterns/playouts/local_weights.h"

struct local_trainer;

/* How well moves were foreseen.  */
struct local_marks {
    long positions;
    long right;     /* the most probable move was played */
    double log_sum; /* of log P(the move played) */
};

/* BEGIN (may be NULL): weights to go on from.  RATE is that of learning.  Families
   in WITHOUT (bit f: enum nearby_family f) are not looked at: their weights stay.  */
struct local_trainer *local_trainer_new(struct local_weights const *begin, double rate,
                                        uint32_t without);
void local_trainer_free(struct local_trainer *trainer);

/* Add how well the moves of GAME are foreseen to MARKS, and learn from them
   unless only MEASURING.  False when the game cannot be replayed.  */
bool local_trainer_game(struct local_trainer *trainer, struct game const *game,
                        bool measuring, struct local_marks *marks, struct failure *why);

struct local_weights const *local_trainer_weights(struct local_trainer const *trainer);
