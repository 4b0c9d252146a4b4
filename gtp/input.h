/* gtp/input.h -- lines from a file descriptor, read ahead by a thread.

   The engine may think for minutes; somebody has to listen meanwhile.  A
   thread reads lines and queues them, so that GoGui's `# interrupt', or a
   signal to end, reaches the command at work through a flag that it polls.

   An interruption belongs to the commands that were sent before it: the one
   at work, and those that wait in the queue, but never a later one.  Other
   lines only wait: clients send several commands in one go, and a command
   that is followed by another must not be cut short by it.  Only a goodbye, `quit' or
   the end of input, interrupts the one command at work when it comes after a tenth of a
   second of silence: who leaves does not wait for a move, and who has said everything
   in one breath, as scripts do, wants to know the answers.  */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/base/failure.h"

struct input;

/* Longer lines are cut there, and marked so; the rest of the line is read
   and thrown away.  The queue holds no more than this in waiting lines.  */
enum { INPUT_LINE_MAX = 64 << 20 };

struct input_line {
    char *text; /* owned by who took it; has room for one byte more */
    size_t size;
    bool cut;
    double at_s; /* when it had come, as now_s tells */
};

/* Read lines from FD.  When END_FD becomes readable, or nobody can read any
   more what is written to OUT_FD, interrupt all commands, forget those that
   wait, and end.  Either may be -1.  NULL when the system has no thread or
   descriptor for it.  */
struct input *input_open(int fd, int end_fd, int out_fd, struct failure *why);
void input_close(struct input *input);

/* Wait for the next line; false at the end.  The command of the line taken
   before counts as done.  */
bool input_next(struct input *input, struct input_line *line);

/* Why FD could not be read to its end, as errno has it, once input_next has told that
   there is nothing more; 0 when it could.  */
int input_error(struct input *input);

/* True while a line waits to be taken, or there will be no more, or the command of the
   line taken last should answer at once: whoever works until there is something else to
   do, ends then.  */
atomic_bool const *input_waits(struct input const *input);

/* True while the command of the line taken last should answer at once.  */
atomic_bool const *input_stop(struct input const *input);
