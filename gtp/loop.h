/* gtp/loop.h -- reads commands, runs them, writes responses, until the end. */
#pragma once

#include <stdio.h>

#include "gtp/input.h"
#include "gtp/protocol.h"
#include "player/session.h"

struct loop_streams {
    int in;         /* commands come from here */
    int end;        /* readable when the loop shall end at once, or -1 */
    FILE *out;      /* responses, nothing else, flushed one by one */
    FILE *comments; /* for people: what is behind an error message */
};

/* Serve SESSION until `quit' or the end of the commands.  False when nobody could
   listen for commands or they could not be read to their end; and, with errno and
   nothing in WHY, when a response could not be written.  */
bool loop_run(struct session *session, struct loop_streams const *streams,
              struct failure *why);

/* Answer one line, which is taken apart in place.  REQUEST is memory that is kept
   from one line to the next; WAITS is set when an answer without an end shall end.
   False when the response could not be written.  */
bool loop_answer(struct session *session, struct request *request,
                 struct input_line *line, struct loop_streams const *streams,
                 atomic_bool const *waits);
