/* player/recall.h -- from which remembered places the judge's view of a stone comes.

   The judge says at one look what becomes of a chain, and cannot say why: its view of a
   point is some numbers.  But of some thousands of places in games these numbers are
   remembered, and how the stones there ended (patterns/judge/views.h), so that what it
   says can be held against the places that look most alike to it.  Whether they are
   alike for people they see for themselves: each is told with its game.

   It is asked when somebody wants to know, never while a move is thought about.  Where
   there are no such views nothing is said.  */
#pragma once

#include <stdio.h>

#include "player/session.h"

/* All about the last move that was generated, which there is: explain_decision, and
   then a sentence about each chain, two at most, that the judge gives up or doubts.  */
void recall_explain(struct session *session, FILE *out);

/* Whose AT will be by the judge; if there is a stone, the places that look most like
   it, a line each, and the first of them drawn beside it.  False with a reason when
   nobody judges.  */
bool recall_point(struct session *session, point at, FILE *out, struct failure *why);
