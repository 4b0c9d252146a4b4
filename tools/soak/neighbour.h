/* tools/soak/neighbour.h -- a machine with other work: a program that runs beside one
   that takes its core away.

   neighbour_run() starts the program WORDS (ending with NULL) as its child, on the
   stdin and stdout that it has itself, and keeps it to one core.  Every now and then,
   as SEED has it, for 100 to 300 milliseconds it either stops the child, which is what
   a virtual machine does that is not scheduled, or lets several processes compute on
   the same core, which is what a busy one does.  It ends as the child ends.  */
#pragma once

#include <stdint.h>

/* The exit status that a shell would give.  */
int neighbour_run(char *const words[], uint64_t seed);
