#include "tests/support/testing.h"

#include "tests/support/plain_judge.h"

#include <math.h>

/* What every point thinks; row and column are from 1, the rest stays zero.  */
typedef float mind[BOARD_MAX + 2][BOARD_MAX + 2][CHANNELS];

static int row_of(struct judge_input const *input, int cell)
{
    return cell / input->pitch;
}

static int column_of(struct judge_input const *input, int cell)
{
    return cell % input->pitch;
}

static float bent(float x)
{
    return x > 0 ? x : x * layer_leak;
}

/* The mean of MEMBERS and the largest of them, times POOL.  */
static void region_says(float said[CHANNELS], struct judge_input const *input,
                        mind const x, uint16_t const *member, int count,
                        float const *pool, float const *bias)
{
    float pooled[2 * CHANNELS];
    for (int c = 0; c < CHANNELS; c++) {
        float sum = 0, most = -INFINITY;
        for (int i = 0; i < count; i++) {
            float const value =
                x[row_of(input, member[i])][column_of(input, member[i])][c];
            sum = i ? sum + value : value;
            most = value > most ? value : most;
        }
        pooled[c] = sum / (float)count;
        pooled[CHANNELS + c] = most;
    }
    for (int c = 0; c < CHANNELS; c++) {
        said[c] = bias ? bias[c] : 0;
        for (int k = 0; k < 2 * CHANNELS; k++)
            said[c] += pooled[k] * pool[k * CHANNELS + c];
    }
}

static void say_to(mind heard, struct judge_input const *input, uint16_t const *member,
                   int count, float const said[CHANNELS])
{
    for (int i = 0; i < count; i++)
        for (int c = 0; c < CHANNELS; c++)
            heard[row_of(input, member[i])][column_of(input, member[i])][c] += said[c];
}

static void plain_look(struct judge_weights const *weights,
                       struct judge_input const *input, mind x)
{
    for (int i = 0; i < input->point_count; i++) {
        int const row = row_of(input, input->cell[i]);
        int const column = column_of(input, input->cell[i]);
        for (int c = 0; c < CHANNELS; c++) {
            float sum = weights->look_bias[c];
            sum += weights->look_needed[c] * judge_needed(input);
            for (int near = 0; near < 9; near++) {
                int const r = row + near / 3 - 1, k = column + near % 3 - 1;
                if (r < 1 || r > input->size || k < 1 || k > input->size)
                    continue;
                int const cell = r * input->pitch + k;
                float told = 0;
                for (int f = input->start[cell]; f < input->start[cell + 1]; f++)
                    told +=
                        weights->look[(input->feature[f] * 9 + near) * CHANNELS + c];
                sum += told;
            }
            x[row][column][c] = sum;
        }
    }
}

static void plain_block(struct judge_block const *block, int number,
                        struct judge_input const *input, mind x)
{
    static mind heard;
    float said[CHANNELS];
    memset(heard, 0, sizeof heard);
    for (int row = 1; row <= input->size; row++)
        for (int column = 1; column <= input->size; column++)
            for (int c = 0; c < CHANNELS; c++) {
                float sum = block->bias[c];
                for (int near = 0; near < 9; near++)
                    sum += x[row + near / 3 - 1][column + near % 3 - 1][c] *
                           block->near[near * CHANNELS + c];
                heard[row][column][c] = sum;
            }
    if (number % 2) {
        region_says(said, input, x, input->cell, input->point_count, block->pool, NULL);
        say_to(heard, input, input->cell, input->point_count, said);
    } else {
        for (int i = 0; i < input->chain_count; i++) {
            uint16_t const *const member = input->member + input->chain_start[i];
            int const count = input->chain_start[i + 1] - input->chain_start[i];
            region_says(said, input, x, member, count, block->pool, NULL);
            say_to(heard, input, member, count, said);
        }
    }
    for (int row = 1; row <= input->size; row++)
        for (int column = 1; column <= input->size; column++)
            for (int c = 0; c < CHANNELS; c++) {
                float sum = x[row][column][c] + block->mix_bias[c];
                for (int k = 0; k < CHANNELS; k++) {
                    float const value = heard[row][column][k];
                    sum += bent(value) * block->mix[k * CHANNELS + c];
                }
                x[row][column][c] = sum;
            }
}

/* Sums of every 16th product, and then of these.  */
static float plain_dot(float const a[CHANNELS], float const b[CHANNELS])
{
    float total = 0;
    for (int i = 0; i < LANES; i++) {
        float sum = 0;
        for (int c = i; c < CHANNELS; c += LANES)
            sum += a[c] * b[c];
        total += sum;
    }
    return total;
}

void plain_judge(struct judge_weights const *weights, struct judge_input const *input,
                 struct plain_opinion *out)
{
    static mind x;
    float summary[CHANNELS];
    memset(x, 0, sizeof x);
    plain_look(weights, input, x);
    for (int i = 0; i < weights->blocks; i++)
        plain_block(&weights->block[i], i, input, x);
    for (int row = 1; row <= input->size; row++)
        for (int column = 1; column <= input->size; column++) {
            float *const here = x[row][column];
            for (int c = 0; c < CHANNELS; c++)
                here[c] = bent(here[c]);
            out->owner[row - 1][column - 1] =
                plain_dot(here, weights->owner) + weights->bias[0];
            out->policy[row - 1][column - 1] =
                plain_dot(here, weights->policy) + weights->bias[1];
        }
    region_says(summary, input, x, input->cell, input->point_count, weights->sum,
                weights->sum_bias);
    for (int c = 0; c < CHANNELS; c++)
        summary[c] = bent(summary[c]);
    for (int i = 0; i < VERDICTS; i++)
        out->verdict[i] =
            plain_dot(summary, weights->verdict[i]) + weights->bias[2 + i];
}
