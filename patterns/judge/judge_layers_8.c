#include <config.h>

#if defined __x86_64__
#define KERNEL_LANES 8
#define KERNEL_TARGET __attribute__((target("avx2")))
#define KERNEL_TABLE layer_kernels_8
#include "patterns/judge/judge_kernels.h"
#endif
