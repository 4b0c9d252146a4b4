/* patterns/judge/judge.h -- a learnt judge: who will own what, who leads, who wins.

   One look takes the place of many playouts where an opinion is wanted: playouts toss
   a coin over a race that is settled, and more of them do not help.  How the opinion
   comes about is told in judge_net.h, what of the position it comes from in
   judge_input.h, how it is learnt in patterns/learning/judge_train.h.

   In a file ("JUDG", version 1):

       HEAD   features, channels, blocks and number of weights, 4 bytes each; games
              and positions learnt from, 8 bytes each
       WGHT   the weights in the order of struct judge_weights, floats of 4 bytes; only
              of the blocks that there are

   A judge is immutable and may be shared between threads.  */
#pragma once

#include "engine/base/provenance.h"
#include "patterns/judge/judge_net.h"

struct judge;

/* What it has been learnt from.  */
struct judge_source {
    long games, positions;
};

struct judge *judge_open(char const *path, struct failure *why);
/* From WEIGHTS, which are copied.  */
struct judge *judge_new(struct judge_weights const *weights,
                        struct judge_source const *source);
void judge_free(struct judge *judge);
struct judge_source judge_learnt_from(struct judge const *judge);
struct judge_weights const *judge_weights_of(struct judge const *judge);
/* How many numbers that are without the blocks that there are not.  */
int judge_weight_count(struct judge_weights const *weights);

/* MADE (provenance.h) may be NULL.  */
bool judge_write(char const *path, struct judge_weights const *weights,
                 struct judge_source const *source, struct provenance const *made,
                 struct failure *why);

/* Weights for so many BLOCKS that are all zero, where vectors may begin; freed by
   free().  */
struct judge_weights *judge_weights_new(int blocks);

/* The scratch memory of whoever looks; one a thread.  */
struct judge_desk;

struct judge_desk *judge_desk_new(void);
void judge_desk_free(struct judge_desk *desk);

/* An opinion, of Black's whoever is to move.  */
struct judge_opinion {
    float lead;          /* Black's points on the board less White's, as expected */
    float seen;          /* ... as the owners add up to, which in close games is more */
    float win;           /* Black's chance */
    float owner[POINTS]; /* -1 White ... 1 Black */
    float move[POINTS];  /* chance of the mover's next move to be here */
    float pass;          /* ... and to be a pass; with MOVE it sums to 1 */
};

/* Judge SITUATION, which stands on a square board; Black wins with more than NEEDED
   points on the board (komi, and what a handicap costs).  TACTICS has read the position
   for the side to move; NULL: it is read here, which takes as long as judging.  */
void judge_look(struct judge const *judge, struct judge_desk *desk,
                struct situation const *situation, struct tactics const *tactics,
                double needed, struct judge_opinion *out);

/* The CHANNELS numbers by which DESK has judged AT when it looked last: see views.h. */
float const *judge_desk_numbers(struct judge_desk const *desk,
                                struct judge const *judge, point at);

/* The mean of the opinions on the position as it lies, turned and mirrored in all eight
   ways: they differ by chance, so it is surer than one of them, and eight times as
   dear.  */
void judge_look_around(struct judge const *judge, struct judge_desk *desk,
                       struct situation const *situation, struct tactics const *tactics,
                       double needed, struct judge_opinion *out);
