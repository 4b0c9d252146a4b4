/* tests/faults/shim.h -- what a program preloaded with the shim and its driver share.

   The shim stands before the calls by which a program gets memory, files and threads,
   counts them, and fails those it is told to: the first one at AT, counted from 1, and
   with ON all after it.  Only the program itself is failed, none that it starts.  The
   numbers lie in a file that both map, so that they are known however it ended.  */
#pragma once

#include <stdatomic.h>

enum fault {
    FAULT_MEMORY, /* malloc, calloc, realloc, aligned memory */
    FAULT_OPEN,   /* open, fopen */
    FAULT_READ,   /* read, pread, fread */
    FAULT_WRITE,  /* write, pwrite */
    FAULT_SYNC,   /* fsync */
    FAULT_RENAME, /* rename */
    FAULT_MAP,    /* mmap, as the program itself calls it */
    FAULT_THREAD, /* pthread_create */
    FAULTS
};

struct shim {
    int fault; /* which of them is failed */
    long at;   /* 0: none */
    int on;
    atomic_long calls[FAULTS];
    atomic_long failed;
};

/* The environment variable that names the file.  */
#define SHIM_FILE "HISHI_SHIM"
