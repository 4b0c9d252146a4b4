/* patterns/judge/judge_net.h -- how the judge comes from what it sees to its opinion.

   Each point has CHANNELS numbers.  They begin as the sum of what its own features
   and those of the eight points around it stand for, and of what the mover needs to
   win: who has to catch up plays otherwise, and most games are close.  Then, once a
   block, each point hears from others and changes its mind a little:

       heard = near(x) + bias + what its regions say
       x += relu(heard) * mix + mix_bias

   near is a sum over the 3x3 points, each channel by itself; relu is a leaky one.

   A judge has as many blocks as it was given, BLOCKS_MAX at most; a block that is all
   zero changes no mind.

   A region says pool * (mean over it, largest in it).  In even blocks the regions are
   the chains, each with its liberties, for races are won along chains and not within
   a few points; a liberty of two chains hears from both.  In odd blocks there is one
   region, the whole board.

   From what the points think at the end come the owner of each, the next move, and,
   with the mean and the largest of all, the lead: the owners added up and a
   correction.  As most games are close, the lead seen is trusted only in part and
   expected to be nearer to what the mover needs.  What comes true is taken to be spread
   about that as a logistic distribution is, whose slope is learnt too; who wins is its
   part beyond komi.

   The numbers of a point are always the mover's view.  */
#pragma once

#include "patterns/judge/judge_input.h"
#include "patterns/judge/judge_layers.h"

#include <stddef.h>

enum {
    BLOCKS_MAX = 12,
    VERDICTS = 4,
    PLANE = (CELLS + TILE) * CHANNELS,
    REGIONS_MAX = CHAIN_MAX + TILE,
};

struct judge_block {
    float near[AROUND * CHANNELS];
    float bias[CHANNELS];
    float pool[2 * CHANNELS * CHANNELS];
    float mix[CHANNELS * CHANNELS];
    float mix_bias[CHANNELS];
};

/* Everything that is learnt.  What comes before the number of blocks is float, so that
   it can be looked at as one array of JUDGE_WEIGHTS numbers.  */
struct judge_weights {
    float look[JUDGE_FEATURES * AROUND * CHANNELS];
    float look_bias[CHANNELS], look_needed[CHANNELS];
    struct judge_block block[BLOCKS_MAX];
    float owner[CHANNELS], policy[CHANNELS];
    float sum[2 * CHANNELS * CHANNELS], sum_bias[CHANNELS];
    float verdict[VERDICTS][CHANNELS];
    float bias[LANES]; /* of the owner, the policy, and the verdicts from 2 on */
    int32_t blocks, unused[LANES - 1]; /* those beyond BLOCKS are zero */
};

/* With all blocks that there may be.  */
enum { JUDGE_WEIGHTS = offsetof(struct judge_weights, blocks) / sizeof(float) };

/* What the four verdicts are: what the lead is beside the sum of the owners, in
   LEAD_UNIT; how far that is to be trusted, as a logit; the logarithm of the slope of
   the logistic in 1/LEAD_UNIT; and the weight of passing.  */
enum judge_verdict { VERDICT_LEAD, VERDICT_TRUST, VERDICT_SLOPE, VERDICT_PASS };

static float const lead_unit = 10, judge_slope_bound = 3;

/* Everything on the way from the input to the opinion.  Who learns keeps all planes,
   who only looks lets each follow in the place of the last.  */
struct judge_trace {
    float *plane[BLOCKS_MAX + 1]; /* x */
    float *heard[BLOCKS_MAX];     /* relu of what was heard */
    float *pooled[BLOCKS_MAX];    /* REGIONS_MAX x 2 x CHANNELS */
    uint16_t *best[BLOCKS_MAX];   /* NULL for who only looks */
    float *said;                  /* REGIONS_MAX x CHANNELS: what the regions say */
    float *end;                   /* relu of the last plane */
    float *end_pooled;            /* TILE x 2 x CHANNELS, of which one row counts */
    uint16_t end_best[CHANNELS];
    float *summary;          /* TILE x CHANNELS */
    float owner[CELLS];      /* logit: the mover's */
    float policy[CELLS];     /* weights before the softmax */
    float verdict[VERDICTS]; /* as the net says them */
    float *memory;
};

struct judge_trace *judge_trace_new(bool learns);
void judge_trace_free(struct judge_trace *trace);

void judge_forward(struct judge_weights const *weights, struct judge_input const *input,
                   struct judge_trace *trace);

/* What the mover needs in LEAD_UNIT, within the bounds of what is usual.  */
float judge_needed(struct judge_input const *input);

/* The cells of region NUMBER of block BLOCK, and how many there are.  */
int judge_regions(struct judge_input const *input, int block);
uint16_t const *judge_region(struct judge_input const *input, int block, int number,
                             int *count);

/* Make zero again what is off the board.  */
void judge_clear_outside(struct judge_input const *input, float *plane);

/* The mover's lead on the board as it is seen; how far that is trusted, 0 ... 1; and by
   how much, then, the mover is expected to have more than is needed.  */
struct judge_lead {
    float seen, trust, ahead;
};

struct judge_lead judge_lead(struct judge_input const *input,
                             struct judge_trace const *trace);
/* By how much a point ahead moves the logit of winning.  */
float judge_slope(struct judge_trace const *trace);
