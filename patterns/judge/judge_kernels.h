/* patterns/judge/judge_kernels.h -- the layers, written once for vectors of any width.

   A source file includes this after saying how many numbers a vector holds
   (KERNEL_LANES: 4, 8 or 16), for which processors it is (KERNEL_TARGET) and how the
   table of the layers shall be called (KERNEL_TABLE).  Vectors stand for channels
   beside each other, so all widths come to the same bits.  */
#pragma once

#include "patterns/judge/judge_layers.h"

#include <stddef.h>
#include <string.h>

#ifndef KERNEL_LANES
#define KERNEL_LANES 4
#define KERNEL_TARGET
#define KERNEL_TABLE layer_kernels_4
#endif

/* KERNEL_LANES numbers side by side.  Never a parameter or a result: how those are
   handed over depends on the processor.  */
typedef float vec __attribute__((vector_size(4 * KERNEL_LANES), may_alias));
typedef int32_t mask __attribute__((vector_size(4 * KERNEL_LANES), may_alias));

/* As many vectors as make a row, and as many rows of sums as fit into registers.  */
enum {
    GROUPS = CHANNELS / KERNEL_LANES,
    ROWS = KERNEL_LANES == 16  ? 8
           : KERNEL_LANES == 8 ? 2
                               : 1,
};

#define ROW(plane, row) ((vec const *)((plane) + (ptrdiff_t)(row)*CHANNELS))
#define ROW_TO(plane, row) ((vec *)((plane) + (ptrdiff_t)(row)*CHANNELS))

/* ---------------------------------------------------------------- products */

KERNEL_TARGET static void multiply(float *out, float const *base, float const *bias,
                                   float const *in, int width, float const *weights,
                                   int rows)
{
    for (int row = 0; row < rows; row += ROWS) {
        vec sum[ROWS][GROUPS];
        float const *const from = in + (ptrdiff_t)row * width;
#pragma GCC unroll 8
        for (int i = 0; i < ROWS; i++)
#pragma GCC unroll 12
            for (int g = 0; g < GROUPS; g++) {
                sum[i][g] = base ? ROW(base, row + i)[g] : (vec){0};
                if (bias)
                    sum[i][g] += ROW(bias, 0)[g];
            }
        for (int k = 0; k < width; k++) {
            vec const *const weight = ROW(weights, k);
#pragma GCC unroll 8
            for (int i = 0; i < ROWS; i++)
#pragma GCC unroll 12
                for (int g = 0; g < GROUPS; g++)
                    sum[i][g] += from[i * width + k] * weight[g];
        }
#pragma GCC unroll 8
        for (int i = 0; i < ROWS; i++)
#pragma GCC unroll 12
            for (int g = 0; g < GROUPS; g++)
                ROW_TO(out, row + i)[g] = sum[i][g];
    }
}

KERNEL_TARGET static void multiply_gradient(float *gradient, float const *in, int width,
                                            float const *change, int rows)
{
    for (int k = 0; k < width; k += ROWS) {
        vec sum[ROWS][GROUPS];
#pragma GCC unroll 8
        for (int i = 0; i < ROWS; i++)
#pragma GCC unroll 12
            for (int g = 0; g < GROUPS; g++)
                sum[i][g] = ROW(gradient, k + i)[g];
        for (int row = 0; row < rows; row++) {
            float const *const from = in + (ptrdiff_t)row * width + k;
            vec const *const by = ROW(change, row);
#pragma GCC unroll 8
            for (int i = 0; i < ROWS; i++)
#pragma GCC unroll 12
                for (int g = 0; g < GROUPS; g++)
                    sum[i][g] += from[i] * by[g];
        }
#pragma GCC unroll 8
        for (int i = 0; i < ROWS; i++)
#pragma GCC unroll 12
            for (int g = 0; g < GROUPS; g++)
                ROW_TO(gradient, k + i)[g] = sum[i][g];
    }
}

/* ---------------------------------------------------------------- neighbours */

KERNEL_TARGET static void near(float *out, float const *base, float const *bias,
                               float const *in, float const *near, int first, int count,
                               int pitch)
{
    for (int g = 0; g < GROUPS; g++) {
        vec weight[AROUND];
        vec const start = bias ? ROW(bias, 0)[g] : (vec){0};
#pragma GCC unroll 9
        for (int i = 0; i < AROUND; i++)
            weight[i] = ROW(near, i)[g];
        for (int cell = first; cell < first + count; cell++) {
            vec sum = start;
            if (base)
                sum += ROW(base, cell)[g];
#pragma GCC unroll 9
            for (int i = 0; i < AROUND; i++)
                sum += ROW(in, cell + layer_step(i, pitch))[g] * weight[i];
            ROW_TO(out, cell)[g] = sum;
        }
    }
}

KERNEL_TARGET static void near_gradient(float *gradient, float const *in,
                                        float const *change, int first, int count,
                                        int pitch)
{
    for (int g = 0; g < GROUPS; g++) {
        vec sum[AROUND];
#pragma GCC unroll 9
        for (int i = 0; i < AROUND; i++)
            sum[i] = ROW(gradient, i)[g];
        for (int cell = first; cell < first + count; cell++) {
            vec const by = ROW(change, cell)[g];
#pragma GCC unroll 9
            for (int i = 0; i < AROUND; i++)
                sum[i] += ROW(in, cell + layer_step(i, pitch))[g] * by;
        }
#pragma GCC unroll 9
        for (int i = 0; i < AROUND; i++)
            ROW_TO(gradient, i)[g] = sum[i];
    }
}

/* ---------------------------------------------------------------- regions */

KERNEL_TARGET static void pool(float *pooled, float const *in, uint16_t const *cells,
                               int count)
{
    vec sum[GROUPS], most[GROUPS];
    memcpy(sum, ROW(in, cells[0]), sizeof sum);
    memcpy(most, sum, sizeof most);
    for (int i = 1; i < count; i++)
#pragma GCC unroll 12
        for (int g = 0; g < GROUPS; g++) {
            vec const value = ROW(in, cells[i])[g];
            mask const more = value > most[g];
            sum[g] += value;
            most[g] = (vec)((more & (mask)value) | (~more & (mask)most[g]));
        }
    for (int g = 0; g < GROUPS; g++) {
        ROW_TO(pooled, 0)[g] = sum[g] / (float)count;
        ROW_TO(pooled, 1)[g] = most[g];
    }
}

KERNEL_TARGET static void whose(uint16_t *best, float const *most, float const *in,
                                uint16_t const *cells, int count)
{
    for (int g = 0; g < GROUPS; g++) {
        mask where = {0};
        for (int i = count; i-- > 0;) {
            mask const same = ROW(in, cells[i])[g] == ROW(most, 0)[g];
            where = (same & ((mask){0} + cells[i])) | (~same & where);
        }
        for (int i = 0; i < KERNEL_LANES; i++)
            best[KERNEL_LANES * g + i] = (uint16_t)where[i];
    }
}

KERNEL_TARGET static void pool_gradient(float *change, float const *mean,
                                        float const *most, uint16_t const *best,
                                        uint16_t const *cells, int count)
{
    vec share[GROUPS];
    for (int g = 0; g < GROUPS; g++)
        share[g] = ROW(mean, 0)[g] / (float)count;
    for (int i = 0; i < count; i++)
        for (int g = 0; g < GROUPS; g++)
            ROW_TO(change, cells[i])[g] += share[g];
    for (int c = 0; c < CHANNELS; c++)
        change[(ptrdiff_t)best[c] * CHANNELS + c] += most[c];
}

KERNEL_TARGET static void spread(float *out, float const *row, uint16_t const *cells,
                                 int count)
{
    for (int i = 0; i < count; i++)
        for (int g = 0; g < GROUPS; g++)
            ROW_TO(out, cells[i])[g] += ROW(row, 0)[g];
}

KERNEL_TARGET static void sum(float *total, float const *in, uint16_t const *cells,
                              int count)
{
    vec sum[GROUPS] = {{0}};
    for (int i = 0; i < count; i++)
        for (int g = 0; g < GROUPS; g++)
            sum[g] += ROW(in, cells[i])[g];
    memcpy(total, sum, sizeof sum);
}

KERNEL_TARGET static void add_rows(float *total, float const *in, int count)
{
    vec sum[GROUPS];
    memcpy(sum, total, sizeof sum);
    for (int i = 0; i < count; i++)
        for (int g = 0; g < GROUPS; g++)
            sum[g] += ROW(in, i)[g];
    memcpy(total, sum, sizeof sum);
}

/* ---------------------------------------------------------------- each for itself */

KERNEL_TARGET static void relu(float *plane, float const *more, int rows)
{
    for (int row = 0; row < rows; row++)
        for (int g = 0; g < GROUPS; g++) {
            vec value = ROW(plane, row)[g];
            if (more)
                value += ROW(more, 0)[g];
            mask const above = value > 0;
            vec const below = value * layer_leak;
            ROW_TO(plane, row)
            [g] = (vec)((above & (mask)value) | (~above & (mask)below));
        }
}

KERNEL_TARGET static void relu_gradient(float *change, float const *values, int count)
{
    for (int i = 0; i < count; i++)
        change[i] = values[i] > 0 ? change[i] : change[i] * layer_leak;
}

/* ---------------------------------------------------------------- features */

/* Each cell sums up what it tells the nine around it, and then tells them.  */
KERNEL_TARGET static void look(float *out, float const *bias, float const *weights,
                               uint16_t const *start, uint8_t const *feature,
                               uint16_t const *cells, int count, int pitch)
{
    for (int n = 0; n < count; n++)
        memcpy(ROW_TO(out, cells[n]), bias, CHANNELS * sizeof *bias);
    for (int n = 0; n < count; n++)
        for (int g = 0; g < GROUPS; g++) {
            vec told[AROUND] = {{0}};
            for (int f = start[cells[n]]; f < start[cells[n] + 1]; f++)
#pragma GCC unroll 9
                for (int i = 0; i < AROUND; i++)
                    told[i] += ROW(weights, feature[f] * AROUND + i)[g];
#pragma GCC unroll 9
            for (int i = 0; i < AROUND; i++)
                ROW_TO(out, cells[n] - layer_step(i, pitch))[g] += told[i];
        }
}

KERNEL_TARGET static void look_gradient(float *gradient, float const *change,
                                        uint16_t const *start, uint8_t const *feature,
                                        uint16_t const *cells, int count, int pitch)
{
    for (int n = 0; n < count; n++) {
        vec by[GROUPS];
        memcpy(by, ROW(change, cells[n]), sizeof by);
        for (int i = 0; i < AROUND; i++) {
            int const from = cells[n] + layer_step(i, pitch);
            for (int f = start[from]; f < start[from + 1]; f++) {
                vec *const row = ROW_TO(gradient, feature[f] * AROUND + i);
#pragma GCC unroll 12
                for (int g = 0; g < GROUPS; g++)
                    row[g] += by[g];
            }
        }
    }
}

KERNEL_TARGET static float dot(float const *a, float const *b)
{
    vec sum[LANES / KERNEL_LANES] = {{0}};
    float total = 0;
    for (int g = 0; g < GROUPS; g++)
        sum[g % (LANES / KERNEL_LANES)] += ROW(a, 0)[g] * ROW(b, 0)[g];
    for (int i = 0; i < LANES; i++)
        total += sum[i / KERNEL_LANES][i % KERNEL_LANES];
    return total;
}

KERNEL_TARGET static void add(float *to, float const *row, float by)
{
    for (int g = 0; g < GROUPS; g++)
        ROW_TO(to, 0)[g] += ROW(row, 0)[g] * by;
}

extern struct layer_kernels const KERNEL_TABLE;
struct layer_kernels const KERNEL_TABLE = {
    .multiply = multiply,
    .multiply_gradient = multiply_gradient,
    .near = near,
    .near_gradient = near_gradient,
    .pool = pool,
    .whose = whose,
    .pool_gradient = pool_gradient,
    .spread = spread,
    .sum = sum,
    .add_rows = add_rows,
    .relu = relu,
    .relu_gradient = relu_gradient,
    .look = look,
    .look_gradient = look_gradient,
    .dot = dot,
    .add = add,
};
