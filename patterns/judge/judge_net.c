#include <config.h>

#include "patterns/judge/judge_net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

static_assert(sizeof(struct judge_weights) % (4 * LANES) == 0 &&
                  sizeof(struct judge_block) % (4 * LANES) == 0,
              "every row of weights begins where a vector may");

/* ---------------------------------------------------------------- memory */

enum {
    POOLED = REGIONS_MAX * 2 * CHANNELS,
    SAID = REGIONS_MAX * CHANNELS,
    BEST = REGIONS_MAX * CHANNELS,
    SMALL = TILE * 2 * CHANNELS,
};

static float *take(float **memory, size_t count)
{
    float *const taken = *memory;
    *memory += count;
    return taken;
}

struct judge_trace *judge_trace_new(bool learns)
{
    struct judge_trace *const trace = xzalloc(sizeof *trace);
    int const copies = learns ? BLOCKS_MAX : 1;
    size_t const count =
        (size_t)copies * (2 * PLANE + POOLED) + 2 * PLANE + SAID + 2 * SMALL;
    trace->memory = xcalloc(count + LANES, sizeof *trace->memory);
    uintptr_t const past = (uintptr_t)trace->memory / sizeof(float) % LANES;
    float *at = trace->memory + (LANES - past) % LANES;
    for (int i = 0; i < BLOCKS_MAX; i++) {
        bool const fresh = learns || i == 0;
        trace->plane[i] = fresh ? take(&at, PLANE) : trace->plane[0];
        trace->heard[i] = fresh ? take(&at, PLANE) : trace->heard[0];
        trace->pooled[i] = fresh ? take(&at, POOLED) : trace->pooled[0];
        if (learns)
            trace->best[i] = xcalloc(BEST, sizeof *trace->best[i]);
    }
    trace->plane[BLOCKS_MAX] = learns ? take(&at, PLANE) : trace->plane[0];
    trace->end = take(&at, PLANE);
    trace->said = take(&at, SAID);
    trace->end_pooled = take(&at, SMALL);
    trace->summary = take(&at, SMALL);
    return trace;
}

void judge_trace_free(struct judge_trace *trace)
{
    if (!trace)
        return;
    for (int i = 0; i < BLOCKS_MAX; i++)
        free(trace->best[i]);
    free(trace->memory);
    free(trace);
}

/* ---------------------------------------------------------------- regions */

static bool hears_chains(int block)
{
    return block % 2 == 0;
}

int judge_regions(struct judge_input const *input, int block)
{
    return hears_chains(block) ? input->chain_count : 1;
}

uint16_t const *judge_region(struct judge_input const *input, int block, int number,
                             int *count)
{
    if (!hears_chains(block)) {
        *count = input->point_count;
        return input->cell;
    }
    *count = input->chain_start[number + 1] - input->chain_start[number];
    return input->member + input->chain_start[number];
}

void judge_clear_outside(struct judge_input const *input, float *plane)
{
    int const end = input->first + input->count;
    for (int cell = input->first + input->size; cell < end; cell += input->pitch)
        memset(plane + cell * CHANNELS, 0, CHANNELS * sizeof *plane);
    memset(plane, 0, (size_t)input->first * CHANNELS * sizeof *plane);
    memset(plane + end * CHANNELS, 0,
           (size_t)(input->pitch + 1 + TILE) * CHANNELS * sizeof *plane);
}

/* ---------------------------------------------------------------- one block */

static void pool_region(struct judge_input const *input, int number, int region,
                        struct judge_trace *trace)
{
    int count;
    uint16_t const *const cells = judge_region(input, number, region, &count);
    float *const pooled = trace->pooled[number] + region * 2 * CHANNELS;
    layer_pool(pooled, trace->plane[number], cells, count);
    if (trace->best[number])
        layer_whose(trace->best[number] + region * CHANNELS, pooled + CHANNELS,
                    trace->plane[number], cells, count);
}

/* What the regions say, to SAID.  */
static void ask_regions(struct judge_block const *block,
                        struct judge_input const *input, int number,
                        struct judge_trace *trace)
{
    int const regions = judge_regions(input, number);
    for (int i = 0; i < regions; i++)
        pool_region(input, number, i, trace);
    layer_multiply(trace->said, NULL, NULL, trace->pooled[number], 2 * CHANNELS,
                   block->pool, regions);
}

/* ... to their points; what all are told is told them with the next step.  */
static float const *tell_points(struct judge_input const *input, int number,
                                struct judge_trace *trace)
{
    int const regions = judge_regions(input, number);
    int count;
    if (!hears_chains(number))
        return trace->said;
    for (int i = 0; i < regions; i++) {
        uint16_t const *const cells = judge_region(input, number, i, &count);
        layer_spread(trace->heard[number], trace->said + i * CHANNELS, cells, count);
    }
    return NULL;
}

static void think(struct judge_block const *block, struct judge_input const *input,
                  int number, struct judge_trace *trace)
{
    int const first = input->first * CHANNELS;
    float *const heard = trace->heard[number];
    ask_regions(block, input, number, trace);
    layer_near(heard, NULL, block->bias, trace->plane[number], block->near,
               input->first, input->count, input->pitch);
    layer_relu(heard + first, tell_points(input, number, trace), input->count);
    layer_multiply(trace->plane[number + 1] + first, trace->plane[number] + first,
                   block->mix_bias, heard + first, CHANNELS, block->mix, input->count);
    judge_clear_outside(input, trace->plane[number + 1]);
}

/* ---------------------------------------------------------------- the opinion */

static void conclude(struct judge_weights const *weights,
                     struct judge_input const *input, struct judge_trace *trace)
{
    int const first = input->first * CHANNELS;
    memcpy(trace->end + first, trace->plane[weights->blocks] + first,
           (size_t)(input->count * CHANNELS) * sizeof *trace->end);
    layer_relu(trace->end + first, NULL, input->count);
    for (int i = 0; i < input->point_count; i++) {
        int const cell = input->cell[i];
        float const *const row = trace->end + cell * CHANNELS;
        trace->owner[cell] = layer_dot(row, weights->owner) + weights->bias[0];
        trace->policy[cell] = layer_dot(row, weights->policy) + weights->bias[1];
    }
    layer_pool(trace->end_pooled, trace->end, input->cell, input->point_count);
    if (trace->best[0])
        layer_whose(trace->end_best, trace->end_pooled + CHANNELS, trace->end,
                    input->cell, input->point_count);
    layer_multiply(trace->summary, NULL, weights->sum_bias, trace->end_pooled,
                   2 * CHANNELS, weights->sum, 1);
    layer_relu(trace->summary, NULL, 1);
    for (int i = 0; i < VERDICTS; i++)
        trace->verdict[i] =
            layer_dot(trace->summary, weights->verdict[i]) + weights->bias[2 + i];
}

float judge_needed(struct judge_input const *input)
{
    float const most = 4;
    return fminf(fmaxf(input->needed / lead_unit, -most), most);
}

void judge_forward(struct judge_weights const *weights, struct judge_input const *input,
                   struct judge_trace *trace)
{
    float *const bias = trace->said; /* nobody has said anything yet */
    memcpy(bias, weights->look_bias, sizeof weights->look_bias);
    layer_add(bias, weights->look_needed, judge_needed(input));
    layer_look(trace->plane[0], bias, weights->look, input->start, input->feature,
               input->cell, input->point_count, input->pitch);
    judge_clear_outside(input, trace->plane[0]);
    for (int i = 0; i < weights->blocks; i++)
        think(&weights->block[i], input, i, trace);
    conclude(weights, input, trace);
}

struct judge_lead judge_lead(struct judge_input const *input,
                             struct judge_trace const *trace)
{
    struct judge_lead lead = {
        .seen = lead_unit * trace->verdict[VERDICT_LEAD],
        .trust = 1 / (1 + expf(-trace->verdict[VERDICT_TRUST])),
    };
    for (int i = 0; i < input->point_count; i++)
        lead.seen += tanhf(trace->owner[input->cell[i]] / 2);
    lead.ahead = lead.trust * (lead.seen - input->needed);
    return lead;
}

float judge_slope(struct judge_trace const *trace)
{
    float const bound = judge_slope_bound;
    return expf(fminf(fmaxf(trace->verdict[VERDICT_SLOPE], -bound), bound)) / lead_unit;
}
