/* gtp/reply.h -- what the responses of several commands are made of. */
#pragma once

#include <stdio.h>

#include "gtp/command.h"
#include "player/session.h"

/* The handler of commands that want an answer and nothing else.  */
gtp_handler reply_nothing;

/* COUNT points on one line.  */
void reply_points(point const list[], int count, FILE *reply);

/* The stones of the chain at P, on a line of their own.  */
void reply_chain(struct board const *board, point p, FILE *reply);

/* Let SAY, a handler, answer, its lines folded at a hundred columns: GoGui opens a
   window that is as wide as the longest.  Tables, with gaps in their lines, stay.  */
bool reply_folded(struct call *call, gtp_handler *say);

/* All that a genmove command does: let the color that is the first argument
   move, and say where.  */
bool reply_genmove(struct call *call, enum genmove how);

/* Does somebody wish to see on stderr what is thought?  GoGui draws what it reads there
   behind `gogui-gfx:', up to an empty line; Sabaki shows it in its console.  */
bool reply_is_live(struct call const *call);
void reply_live(struct call const *call, struct thought const *thought);
void reply_live_end(struct call const *call);
enum { REPLY_LIVE_MS = 500 }; /* not more often */

/* What a search sees as GoGui's graphics: the expected line as ghost stones, how often
   each other move was tried as influence, and the best one in words, with a game in
   which it was played if the memory knows one.  */
void reply_thought(struct session *session, struct thought const *thought, FILE *out);
