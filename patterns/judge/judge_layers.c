#include <config.h>

#include "patterns/judge/judge_kernels.h"

/* The wider ones are in files of their own, as these tell the compiler what processor
   they are for.  */
#if defined __x86_64__
extern struct layer_kernels const layer_kernels_8, layer_kernels_16;

int layer_kinds(struct layer_kernels const *list[LAYER_KINDS])
{
    int count = 0;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        list[count++] = &layer_kernels_16;
    if (__builtin_cpu_supports("avx2"))
        list[count++] = &layer_kernels_8;
    list[count++] = &layer_kernels_4;
    return count;
}
#else
int layer_kinds(struct layer_kernels const *list[LAYER_KINDS])
{
    list[0] = &layer_kernels_4;
    return 1;
}
#endif

static inline struct layer_kernels const *widest(void)
{
    struct layer_kernels const *list[LAYER_KINDS];
    layer_kinds(list);
    return list[0];
}

void layer_multiply(float *out, float const *base, float const *bias, float const *in,
                    int width, float const *weights, int rows)
{
    widest()->multiply(out, base, bias, in, width, weights, rows);
}

void layer_multiply_gradient(float *gradient, float const *in, int width,
                             float const *change, int rows)
{
    widest()->multiply_gradient(gradient, in, width, change, rows);
}

void layer_near(float *out, float const *base, float const *bias, float const *in,
                float const *near, int first, int count, int pitch)
{
    widest()->near(out, base, bias, in, near, first, count, pitch);
}

void layer_near_gradient(float *gradient, float const *in, float const *change,
                         int first, int count, int pitch)
{
    widest()->near_gradient(gradient, in, change, first, count, pitch);
}

void layer_pool(float *pooled, float const *in, uint16_t const *cells, int count)
{
    widest()->pool(pooled, in, cells, count);
}

void layer_whose(uint16_t *best, float const *most, float const *in,
                 uint16_t const *cells, int count)
{
    widest()->whose(best, most, in, cells, count);
}

void layer_pool_gradient(float *change, float const *mean, float const *most,
                         uint16_t const *best, uint16_t const *cells, int count)
{
    widest()->pool_gradient(change, mean, most, best, cells, count);
}

void layer_spread(float *out, float const *row, uint16_t const *cells, int count)
{
    widest()->spread(out, row, cells, count);
}

void layer_sum(float *total, float const *in, uint16_t const *cells, int count)
{
    widest()->sum(total, in, cells, count);
}

void layer_add_rows(float *total, float const *in, int count)
{
    widest()->add_rows(total, in, count);
}

void layer_relu(float *plane, float const *more, int rows)
{
    widest()->relu(plane, more, rows);
}

void layer_relu_gradient(float *change, float const *values, int count)
{
    widest()->relu_gradient(change, values, count);
}

void layer_look(float *out, float const *bias, float const *weights,
                uint16_t const *start, uint8_t const *feature, uint16_t const *cells,
                int count, int pitch)
{
    widest()->look(out, bias, weights, start, feature, cells, count, pitch);
}

void layer_look_gradient(float *gradient, float const *change, uint16_t const *start,
                         uint8_t const *feature, uint16_t const *cells, int count,
                         int pitch)
{
    widest()->look_gradient(gradient, change, start, feature, cells, count, pitch);
}

float layer_dot(float const *a, float const *b)
{
    return widest()->dot(a, b);
}

void layer_add(float *to, float const *row, float by)
{
    widest()->add(to, row, by);
}
