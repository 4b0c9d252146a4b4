/* tools/cmdline.h -- what the command lines of several tools have in common. */
#pragma once

#include <argp.h>
#include <stdatomic.h>

/* ARG as a whole number from LEAST to MOST; ends the program with a sentence if it
   is none.  */
long cmdline_number(char const *arg, long least, long most, struct argp_state *state);

/* The same for any number.  */
double cmdline_real(char const *arg, double least, double most,
                    struct argp_state *state);

/* argp_parse, whose only failure that it does not tell and end with itself, want of
   memory, ends the program too.  */
void cmdline_parse(struct argp const *argp, int argc, char **argv, void *input);

/* Set by SIGINT and SIGTERM once signals are minded; a signal's handler can be handed
   nothing else.  The second Ctrl-C ends the program at once; that an engine no longer
   listens does not.  */
extern atomic_bool cmdline_stop;
void cmdline_mind_signals(void);

/* Which games to read: --part and --limit, and their places as arguments, of which
   there must be one.  Its input is a struct selection, whose splits are the usual
   part.  */
extern struct argp const selection_argp;
