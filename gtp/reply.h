/* gtp/reply.h -- what the responses of several commands are made of. */
#pragma once

#include <stdio.h>

#include "gtp/arguments.h"
#include "gtp/session.h"

/* COUNT points on one line.  */
void reply_points(point const list[], int count, FILE *reply);

/* The stones of the chain at P, on a line of their own.  */
void reply_chain(struct board const *board, point p, FILE *reply);

/* All that a genmove command does: let the color that is the first argument
   move, and say where.  */
bool reply_genmove(struct session *session, struct arguments const *args,
                   enum genmove how, FILE *reply, struct failure *why);
