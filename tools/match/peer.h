/* tools/match/peer.h -- a GTP engine as a child process that may misbehave in any way.

   Whoever asks a peer gets an answer, or the kind of fault, before a deadline;
   whatever the child does (exit, hang, print without end, close its pipes,
   answer something else) can neither block nor end the caller.  The child runs
   under /bin/sh in a process group of its own, which is killed as a whole.
   What it writes to stderr is read and thrown away but for the end.

   A peer belongs to one thread.  The program must ignore SIGPIPE.  */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "engine/base/failure.h"

/* What can be wrong with an answer.  Only the referee knows an illegal move;
   FAULT_STOPPED is nobody's fault: the stop flag was set.  */
enum fault {
    FAULT_NONE,
    FAULT_ILLEGAL,
    FAULT_REFUSAL,
    FAULT_TIMEOUT,
    FAULT_CRASH,
    FAULT_NONSENSE,
    FAULT_FLOOD,
    FAULT_STOPPED,
    FAULTS,
};

struct fault_row {
    char const *name; /* "crash", as tables and logs have it */
    char const *tale; /* "what it did" */
};
extern struct fault_row const fault_table[FAULTS];

struct peer;

struct reply {
    enum fault fault;
    char const *text; /* without `= ', trimmed; lives until the next question */
    double wall_s;    /* from the question to the end of the answer */
    double cpu_s;     /* what the child's processes computed meanwhile */
    struct failure why;
};

/* Start COMMAND, and learn its name, version and commands, each answer within
   PATIENCE_S.  STOP (may be NULL), once set, ends any wait.  NULL: it does not
   run or does not speak GTP, WHY says how.  */
struct peer *peer_start(char const *command, double patience_s, atomic_bool const *stop,
                        enum fault *fault, struct failure *why);

/* Say quit, wait a second, kill what is left.  NULL is fine.  */
void peer_stop(struct peer *peer);

/* Send one command and wait for its answer until DEADLINE_S from now.  True
   when it was `='; `?' is FAULT_REFUSAL.  After any other fault the peer is
   good for nothing but peer_stop.  */
bool peer_ask(struct peer *peer, double deadline_s, struct reply *reply,
              char const *format, ...) __attribute__((format(printf, 4, 5)));

/* Is it still fit to be asked?  */
bool peer_works(struct peer const *peer);

/* Is COMMAND in its list of commands?  */
bool peer_knows(struct peer const *peer, char const *command);

/* What it calls itself: "GNU Go 3.8".  */
char const *peer_title(struct peer const *peer);

/* Look again which processes the child consists of, for the CPU time: the one
   we started and those of its group that are alive now.  */
void peer_survey(struct peer *peer);

/* While PEER is waited for, OTHER's stderr is read too, so that an engine that
   thinks and talks in its opponent's time is not stopped by a full pipe.  */
void peer_mind(struct peer *peer, struct peer *other);
