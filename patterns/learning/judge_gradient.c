#include <config.h>

#include "patterns/learning/judge_gradient.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

/* What each loss counts.  */
static float const owner_share = 2, lead_share = 0.4f, win_share = 1,
                   policy_share = 0.5f;

void judge_marks_add(struct judge_marks *to, struct judge_marks const *marks)
{
    enum { NUMBERS = sizeof *to / sizeof(double) };
    for (int i = 0; i < NUMBERS; i++)
        ((double *)to)[i] += ((double const *)marks)[i];
}

double judge_marks_loss(struct judge_marks const *marks)
{
    return (marks->owner_loss * owner_share + marks->lead_loss * lead_share +
            marks->win_loss * win_share + marks->policy_loss * policy_share) /
           (marks->count ? marks->count : 1);
}

/* ---------------------------------------------------------------- comparing */

static float chance_of(float logit)
{
    return 1 / (1 + expf(-logit));
}

/* Cross entropy of TRUTH beside the chance that LOGIT stands for.  */
static double surprise(float logit, float truth)
{
    return fmax(logit, 0) - (double)logit * truth + log1p(exp(-fabs((double)logit)));
}

static void compare_owners(struct judge_input const *input,
                           struct judge_trace const *trace,
                           struct judge_truth const *truth, struct judge_marks *marks,
                           struct judge_blame *blame)
{
    float const share = 1 / (float)input->point_count;
    double loss = 0, error = 0;
    for (int i = 0; i < input->point_count; i++) {
        int const cell = input->cell[i];
        float const off = chance_of(trace->owner[cell]) - truth->owner[cell];
        loss += surprise(trace->owner[cell], truth->owner[cell]);
        error += (double)(off * off);
        blame->owner[cell] = owner_share * share * off;
    }
    marks->owned++;
    marks->owner_loss += loss * (double)share;
    marks->owner_error += error * (double)share;
}

/* The lead is a logistic distribution about what the judge says: returns what a change
   of the middle does to the loss.  */
static float compare_lead(float lead, struct judge_trace const *trace,
                          struct judge_truth const *truth, struct judge_marks *marks,
                          struct judge_blame *blame)
{
    float const slope = judge_slope(trace), off = slope * (lead - truth->lead);
    marks->counted++;
    marks->lead_square += (double)(lead - truth->lead) * (double)(lead - truth->lead);
    marks->lead_loss += fabs((double)off) + 2 * log1p(exp(-fabs((double)off))) -
                        log((double)slope * (double)lead_unit);
    float const pull = tanhf(off / 2);
    blame->verdict[VERDICT_SLOPE] += lead_share * (off * pull - 1);
    return lead_share * pull * slope;
}

/* The same of who won: of the part of that distribution beyond what was needed.  */
static float compare_winner(float ahead, struct judge_trace const *trace,
                            struct judge_truth const *truth, struct judge_marks *marks,
                            struct judge_blame *blame)
{
    float const slope = judge_slope(trace), logit = slope * ahead;
    float const off = chance_of(logit) - (float)truth->won;
    marks->decided++;
    marks->win_loss += surprise(logit, (float)truth->won);
    marks->win_error += (double)(off * off);
    blame->verdict[VERDICT_SLOPE] += win_share * off * slope * ahead;
    return win_share * off * slope;
}

/* What all owners share shows in the lead.  */
static void blame_owners(struct judge_input const *input,
                         struct judge_trace const *trace, float by,
                         struct judge_blame *blame)
{
    for (int i = 0; i < input->point_count; i++) {
        int const cell = input->cell[i];
        float const owner = tanhf(trace->owner[cell] / 2);
        blame->owner[cell] += judge_owners_hear * by * (1 - owner * owner) / 2;
    }
}

static void compare_move(struct judge_input const *input,
                         struct judge_trace const *trace, int played,
                         struct judge_marks *marks, struct judge_blame *blame)
{
    float const passing = trace->verdict[VERDICT_PASS];
    float most = passing;
    double sum = 0;
    for (int i = 0; i < input->move_count; i++)
        most = fmaxf(most, trace->policy[input->move[i]]);
    for (int i = 0; i < input->move_count; i++)
        sum += exp((double)(trace->policy[input->move[i]] - most));
    sum += exp((double)(passing - most));
    for (int i = 0; i < input->move_count; i++) {
        int const cell = input->move[i];
        double const p = exp((double)(trace->policy[cell] - most)) / sum;
        blame->policy[cell] = policy_share * ((float)p - (float)(cell == played));
    }
    blame->verdict[VERDICT_PASS] =
        policy_share *
        ((float)(exp((double)(passing - most)) / sum) - (float)(played == PASS_CELL));
    float const said = played == PASS_CELL ? passing : trace->policy[played];
    marks->played++;
    marks->right += said == most;
    marks->policy_loss += log(sum) - (double)(said - most);
}

void judge_compare(struct judge_input const *input, struct judge_trace const *trace,
                   struct judge_truth const *truth, struct judge_marks *marks,
                   struct judge_blame *blame)
{
    struct judge_lead const lead = judge_lead(input, trace);
    float by = 0;
    memset(blame, 0, sizeof *blame);
    marks->count++;
    if (truth->owned)
        compare_owners(input, trace, truth, marks, blame);
    if (truth->counted)
        by += compare_lead(input->needed + lead.ahead, trace, truth, marks, blame);
    if (truth->decided)
        by += compare_winner(lead.ahead, trace, truth, marks, blame);
    blame->verdict[VERDICT_LEAD] = by * lead.trust * lead_unit;
    blame->verdict[VERDICT_TRUST] = by * lead.ahead * (1 - lead.trust);
    blame_owners(input, trace, by * lead.trust, blame);
    if (fabsf(trace->verdict[VERDICT_SLOPE]) >= judge_slope_bound)
        blame->verdict[VERDICT_SLOPE] = 0;
    if (truth->played != NO_CELL)
        compare_move(input, trace, truth->played, marks, blame);
}

/* ---------------------------------------------------------------- going back */

enum { SQUARE = CHANNELS * CHANNELS };

/* The matrices of a block with rows and columns exchanged, and its neighbours each at
   the opposite side.  */
struct reversed {
    float near[AROUND * CHANNELS];
    float mean[SQUARE], most[SQUARE]; /* the halves of POOL */
    float mix[SQUARE];
};

struct judge_way_back {
    struct reversed block[BLOCKS_MAX];
    float sum_mean[SQUARE], sum_most[SQUARE];
    float plane[PLANE], heard[PLANE]; /* what a change there does */
    float said[REGIONS_MAX * CHANNELS];
    float mean[REGIONS_MAX * CHANNELS], most[REGIONS_MAX * CHANNELS];
    float summary[TILE * CHANNELS];
};

struct judge_way_back *judge_way_back_new(void)
{
    struct judge_way_back *const back = aligned_alloc(4 * LANES, sizeof *back);
    if (!back)
        xalloc_die();
    memset(back, 0, sizeof *back);
    return back;
}

void judge_way_back_free(struct judge_way_back *back)
{
    free(back);
}

static void exchange(float to[SQUARE], float const from[SQUARE])
{
    for (int i = 0; i < CHANNELS; i++)
        for (int j = 0; j < CHANNELS; j++)
            to[j * CHANNELS + i] = from[i * CHANNELS + j];
}

void judge_way_back_set(struct judge_way_back *back,
                        struct judge_weights const *weights)
{
    for (int k = 0; k < weights->blocks; k++) {
        struct judge_block const *const block = &weights->block[k];
        struct reversed *const reversed = &back->block[k];
        for (int i = 0; i < AROUND; i++)
            memcpy(reversed->near + i * CHANNELS,
                   block->near + (AROUND - 1 - i) * CHANNELS,
                   CHANNELS * sizeof *block->near);
        exchange(reversed->mean, block->pool);
        exchange(reversed->most, block->pool + SQUARE);
        exchange(reversed->mix, block->mix);
    }
    exchange(back->sum_mean, weights->sum);
    exchange(back->sum_most, weights->sum + SQUARE);
}

/* From the opinion to the last plane.  */
static void
back_from_opinion(struct judge_way_back *back, struct judge_weights const *weights,
                  struct judge_input const *input, struct judge_trace const *trace,
                  struct judge_blame const *blame, struct judge_weights *gradient)
{
    float *const plane = back->plane;
    memset(plane, 0, sizeof back->plane);
    for (int i = 0; i < input->point_count; i++) {
        int const cell = input->cell[i], at = cell * CHANNELS;
        layer_add(plane + at, weights->owner, blame->owner[cell]);
        layer_add(plane + at, weights->policy, blame->policy[cell]);
        layer_add(gradient->owner, trace->end + at, blame->owner[cell]);
        layer_add(gradient->policy, trace->end + at, blame->policy[cell]);
        gradient->bias[0] += blame->owner[cell];
        gradient->bias[1] += blame->policy[cell];
    }
    memset(back->summary, 0, sizeof back->summary);
    for (int i = 0; i < VERDICTS; i++) {
        layer_add(back->summary, weights->verdict[i], blame->verdict[i]);
        layer_add(gradient->verdict[i], trace->summary, blame->verdict[i]);
        gradient->bias[2 + i] += blame->verdict[i];
    }
    layer_relu_gradient(back->summary, trace->summary, CHANNELS);
    layer_add_rows(gradient->sum_bias, back->summary, 1);
    layer_multiply_gradient(gradient->sum, trace->end_pooled, 2 * CHANNELS,
                            back->summary, 1);
    layer_multiply(back->mean, NULL, NULL, back->summary, CHANNELS, back->sum_mean, 1);
    layer_multiply(back->most, NULL, NULL, back->summary, CHANNELS, back->sum_most, 1);
    layer_pool_gradient(plane, back->mean, back->most, trace->end_best, input->cell,
                        input->point_count);
    layer_relu_gradient(plane + input->first * CHANNELS,
                        trace->end + input->first * CHANNELS, input->count * CHANNELS);
    judge_clear_outside(input, plane);
}

static void back_from_regions(struct judge_way_back *back,
                              struct judge_input const *input, int number,
                              struct judge_trace const *trace,
                              struct judge_block *gradient)
{
    struct reversed const *const reversed = &back->block[number];
    int const regions = judge_regions(input, number);
    int count;
    for (int i = 0; i < regions; i++) {
        uint16_t const *const cells = judge_region(input, number, i, &count);
        layer_sum(back->said + i * CHANNELS, back->heard, cells, count);
    }
    layer_multiply_gradient(gradient->pool, trace->pooled[number], 2 * CHANNELS,
                            back->said, regions);
    layer_multiply(back->mean, NULL, NULL, back->said, CHANNELS, reversed->mean,
                   regions);
    layer_multiply(back->most, NULL, NULL, back->said, CHANNELS, reversed->most,
                   regions);
    for (int i = 0; i < regions; i++) {
        uint16_t const *const cells = judge_region(input, number, i, &count);
        layer_pool_gradient(back->plane, back->mean + i * CHANNELS,
                            back->most + i * CHANNELS,
                            trace->best[number] + i * CHANNELS, cells, count);
    }
}

/* From plane NUMBER + 1 to plane NUMBER, in BACK->plane.  */
static void back_through_block(struct judge_way_back *back,
                               struct judge_input const *input, int number,
                               struct judge_trace const *trace,
                               struct judge_block *gradient)
{
    struct reversed const *const reversed = &back->block[number];
    int const first = input->first * CHANNELS, count = input->count;
    float const *const heard = trace->heard[number] + first;
    layer_add_rows(gradient->mix_bias, back->plane + first, count);
    layer_multiply_gradient(gradient->mix, heard, CHANNELS, back->plane + first, count);
    layer_multiply(back->heard + first, NULL, NULL, back->plane + first, CHANNELS,
                   reversed->mix, count);
    layer_relu_gradient(back->heard + first, heard, count * CHANNELS);

    layer_add_rows(gradient->bias, back->heard + first, count);
    layer_near_gradient(gradient->near, trace->plane[number], back->heard, input->first,
                        count, input->pitch);
    layer_near(back->plane, back->plane, NULL, back->heard, reversed->near,
               input->first, count, input->pitch);
    back_from_regions(back, input, number, trace, gradient);
    judge_clear_outside(input, back->plane);
}

void judge_backward(struct judge_way_back *back, struct judge_weights const *weights,
                    struct judge_input const *input, struct judge_trace const *trace,
                    struct judge_blame const *blame, struct judge_weights *gradient)
{
    assert(trace->best[0] && "a trace of those who learn");
    memset(back->heard, 0, sizeof back->heard);
    back_from_opinion(back, weights, input, trace, blame, gradient);
    for (int i = weights->blocks - 1; i >= 0; i--)
        back_through_block(back, input, i, trace, &gradient->block[i]);
    float *const bias = back->said;
    memset(bias, 0, sizeof gradient->look_bias);
    layer_add_rows(bias, back->plane + input->first * CHANNELS, input->count);
    layer_add(gradient->look_bias, bias, 1);
    layer_add(gradient->look_needed, bias, judge_needed(input));
    layer_look_gradient(gradient->look, back->plane, input->start, input->feature,
                        input->cell, input->point_count, input->pitch);
}
