/* gtp/sandbox.h -- what is not needed to play is taken away from the process.

   For servers that let strangers send commands.  Once everything learnt is in memory
   the system is told (seccomp) to refuse everything but what thinking and answering
   take: memory, threads, clocks, and reading and writing what is open already.  No file
   is opened, no program started, nothing sent anywhere but to stdout and stderr.  What
   is refused fails as if the file were not there; nothing brings it back.  */
#pragma once

#include "engine/base/failure.h"

/* For the process and the threads that it will start; none but the caller runs yet.  */
bool sandbox_enter(struct failure *why);
