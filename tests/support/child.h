/* tests/support/child.h -- hishi as a child process, spoken to over pipes.

   Everything has a deadline: what does not come in time fails the test that
   waits for it.  */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum {
    CHILD_WAIT_MS = 120000
}; /* for anything; sanitizers on a busy machine are slow */

struct child {
    pid_t pid;
    int in, out; /* its stdin and stdout; -1 once closed */
    char *text;  /* read but not taken yet */
    size_t size, capacity;
};

/* Start $HISHI with ARGUMENTS, words separated by single spaces; its stderr is
   thrown away.  */
void child_start(struct child *child, char const *arguments);

/* Send SIZE bytes; what the child answers meanwhile is read and kept, so that
   neither side waits for the other.  False when it has closed its stdin.  */
bool child_send(struct child *child, char const *bytes, size_t size);
void child_say(struct child *child, char const *line); /* and a newline */

/* The next response up to its empty line, without that, or NULL at the end of
   the output.  To be freed.  Fails if it is not a response as GTP has it.  */
char *child_hear(struct child *child);

/* Milliseconds until there is a line that matches this extended regular EXPRESSION, in
   what the child has said and nobody has taken.  */
double child_await(struct child *child, char const *expression);

/* All output until its end.  To be freed.  */
char *child_rest(struct child *child);

/* Say LINE, hear the response.  */
char *child_ask(struct child *child, char const *line);

/* Milliseconds until the child has ended by itself after WITHIN_MS at most; its
   wait status in STATUS.  */
double child_wait(struct child *child, int within_ms, int *status);

void child_close_in(struct child *child);

/* Close its stdin, and see it print nothing more and end with success.  */
void child_finish(struct child *child);