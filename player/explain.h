/* player/explain.h -- evidence in words and as JSON.

   One number for one thing, each named: what the move does on the board comes first,
   then what the memory holds (how often, of how many, which games), then what the
   search found.  Made from the evidence alone; nothing is asked again.  */
#pragma once

#include <stdio.h>

#include "engine/search/evaluator.h"
#include "player/reasons.h"

/* All that INSIGHT knows about a move for the side to move on BEFORE, in lines; of
   EVIDENCE (or NULL, when it was not searched) it is one.  */
void explain(struct insight const *insight, struct evidence const *evidence,
             struct board const *before, FILE *out);

/* The same in one line for a chat.  */
void explain_briefly(struct insight const *insight, struct evidence const *evidence,
                     struct board const *before, FILE *out);

/* A decision, in lines: its reason when it is no move at a point, else the move and
   what else was thought of.  */
void explain_decision(struct decision const *decision, struct board const *before,
                      FILE *out);

/* One memory, without an end of line.  */
void explain_testimony(struct testimony const *testimony, FILE *out);

/* A game and its move: "kgs-6d/6517 move 59 (A-B, 2004-05-03)".  */
void explain_precedent(struct precedent const *precedent, FILE *out);

/* Who is ahead, at one look, without an end of line.  */
void explain_judgement(struct judgement const *judgement, FILE *out);

/* One object without an end of line: an insight.  */
void explain_json(struct insight const *insight, struct board const *before, FILE *out);
