/* patterns/judge/judge_layers.h -- the steps that a judge is made of, and their
   gradients.

   A plane has one row of CHANNELS numbers for each cell (judge_input.h).  Sums are
   taken in the order written here, number by number and without fused operations, and
   whole vectors stand for numbers beside each other, never for parts of one sum: so
   every processor comes to the same bits, and to those of the plain loops in
   tests/support/plain_judge.c.

   Planes have room for TILE rows behind the last cell, which products may fill.  */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    LANES = 16,
    CHANNELS = 48,
    TILE = 8,
    AROUND = 9, /* a cell and the eight around it, row by row from below */
};

/* The step from a cell to the one that weight I of nine is for.  */
static inline int layer_step(int i, int pitch)
{
    return (i / 3 - 1) * pitch + i % 3 - 1;
}

/* OUT[row] = BASE[row] + BIAS + IN[row] x WEIGHTS, for ROWS rows and those up to a
   whole TILE.  IN is WIDTH wide; WEIGHTS is WIDTH x CHANNELS; BASE (which may be OUT)
   and BIAS may be NULL.  */
void layer_multiply(float *out, float const *base, float const *bias, float const *in,
                    int width, float const *weights, int rows);
/* GRADIENT += the sum over rows of IN[row] (a column) x CHANGE[row].  */
void layer_multiply_gradient(float *gradient, float const *in, int width,
                             float const *change, int rows);

/* OUT[cell] = BASE[cell] + BIAS + the nine cells of IN around it, each times its row
   of NEAR, channel by channel.  The COUNT cells start at FIRST.  BASE, BIAS: as
   above.  */
void layer_near(float *out, float const *base, float const *bias, float const *in,
                float const *near, int first, int count, int pitch);
/* GRADIENT += that of NEAR.  */
void layer_near_gradient(float *gradient, float const *in, float const *change,
                         int first, int count, int pitch);

/* POOLED (2 x CHANNELS) = the mean and then the largest of the rows of IN at CELLS.  */
void layer_pool(float *pooled, float const *in, uint16_t const *cells, int count);
/* BEST = the first of the CELLS in which MOST, the largest, stands.  */
void layer_whose(uint16_t *best, float const *most, float const *in,
                 uint16_t const *cells, int count);
/* CHANGE, a plane, += what a change of the MEAN and of the MOST of a region comes
   from.  */
void layer_pool_gradient(float *change, float const *mean, float const *most,
                         uint16_t const *best, uint16_t const *cells, int count);

/* OUT[cell] += ROW at CELLS; and TOTAL = the sum of the rows at CELLS.  */
void layer_spread(float *out, float const *row, uint16_t const *cells, int count);
void layer_sum(float *total, float const *in, uint16_t const *cells, int count);
/* TOTAL += the sum of COUNT rows from IN on.  */
void layer_add_rows(float *total, float const *in, int count);

/* What is below 0 keeps a little of its size (Maas et al. 2013): a channel that is
   below 0 everywhere could learn nothing more.  */
static float const layer_leak = 0.125f;
/* Of ROWS of PLANE, to each of which MORE (or NULL) is added first.  */
void layer_relu(float *plane, float const *more, int rows);
void layer_relu_gradient(float *change, float const *values, int count);

/* The features of the cells: OUT[cell] = BIAS + what each of the nine cells around it
   tells it, which is the sum of the rows of its features.  FEATURE[START[cell] ...] are
   those of a cell; of each there are nine rows in WEIGHTS.  What is told beyond CELLS
   is left there in OUT.  */
void layer_look(float *out, float const *bias, float const *weights,
                uint16_t const *start, uint8_t const *feature, uint16_t const *cells,
                int count, int pitch);
void layer_look_gradient(float *gradient, float const *change, uint16_t const *start,
                         uint8_t const *feature, uint16_t const *cells, int count,
                         int pitch);

/* The sum of A[i] x B[i]; and TO += BY x ROW.  */
float layer_dot(float const *a, float const *b);
void layer_add(float *to, float const *row, float by);

/* The layers for one kind of processors.  Each function above is that of the widest
   vectors that this machine has.  */
struct layer_kernels {
    void (*multiply)(float *out, float const *base, float const *bias, float const *in,
                     int width, float const *weights, int rows);
    void (*multiply_gradient)(float *gradient, float const *in, int width,
                              float const *change, int rows);
    void (*near)(float *out, float const *base, float const *bias, float const *in,
                 float const *near, int first, int count, int pitch);
    void (*near_gradient)(float *gradient, float const *in, float const *change,
                          int first, int count, int pitch);
    void (*pool)(float *pooled, float const *in, uint16_t const *cells, int count);
    void (*whose)(uint16_t *best, float const *most, float const *in,
                  uint16_t const *cells, int count);
    void (*pool_gradient)(float *change, float const *mean, float const *most,
                          uint16_t const *best, uint16_t const *cells, int count);
    void (*spread)(float *out, float const *row, uint16_t const *cells, int count);
    void (*sum)(float *total, float const *in, uint16_t const *cells, int count);
    void (*add_rows)(float *total, float const *in, int count);
    void (*relu)(float *plane, float const *more, int rows);
    void (*relu_gradient)(float *change, float const *values, int count);
    void (*look)(float *out, float const *bias, float const *weights,
                 uint16_t const *start, uint8_t const *feature, uint16_t const *cells,
                 int count, int pitch);
    void (*look_gradient)(float *gradient, float const *change, uint16_t const *start,
                          uint8_t const *feature, uint16_t const *cells, int count,
                          int pitch);
    float (*dot)(float const *a, float const *b);
    void (*add)(float *to, float const *row, float by);
};

/* All kinds that this machine can run, widest first, into LIST; returns how many.  */
enum { LAYER_KINDS = 3 };
int layer_kinds(struct layer_kernels const *list[LAYER_KINDS]);
