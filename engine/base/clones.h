/* engine/base/clones.h -- hot functions compiled for several kinds of processors.

   The loader takes the best one that the machine can run.  The thread sanitizer
   is not awake yet when it chooses.  */
#pragma once

#if defined __x86_64__ && defined __GNUC__ && !defined __clang__ &&                    \
    !defined __SANITIZE_THREAD__
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define CLONES
#endif
