#include <config.h>

#if defined __x86_64__
#define KERNEL_LANES 16
#define KERNEL_TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#define KERNEL_TABLE layer_kernels_16
#include "patterns/judge/judge_kernels.h"
#endif
