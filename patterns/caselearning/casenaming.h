/* patterns/caselearning/casenaming.h -- which games a casebook names, when it may not
   name all.

   Each node that is to cite offers the games it was played in, up to three; then games
   are chosen one after the other, always the one that most nodes could cite which have
   none so far (greedy set cover), until so many are named or every node has one.  The
   same offers make the same choice.  */
#pragma once

#include "patterns/cases/casebook.h"

struct casenaming; /* one owner */

/* GAMES there are to be chosen from.  */
struct casenaming *casenaming_new(uint32_t games);
void casenaming_free(struct casenaming *naming);

/* The sources of the next node, COUNT of them.  */
void casenaming_offer(struct casenaming *naming,
                      struct memory_source const list[CASE_SOURCES], int count);
/* After all offers: name at most MOST games.  */
void casenaming_choose(struct casenaming *naming, uint32_t most);

bool casenaming_is_named(struct casenaming const *naming, uint32_t game);
/* Of the node that made offer NUMBER, from 0, the first whose game is named, into
   SOURCE; false if none is.  */
bool casenaming_source(struct casenaming const *naming, size_t number,
                       struct memory_source *source);
