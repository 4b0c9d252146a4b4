/* tools/selfplay/self_game.h -- a game of Hishi against itself, to learn from.

   Many games with a few thoughts each teach more about who owns what than few games
   with many (Wu 2019, "playout cap randomization"): most moves are found by a quick
   search, and only the others, by a slow one, are worth learning to play.  A move that
   was played quickly says so in the record, as its whole comment; of the others it
   tells what the search saw.

   So that no two games are the same, komi differs, the first moves of half of the games
   are drawn evenly from what the search has tried (and are not to be learnt either),
   and some more by how often each was visited.  Nobody resigns, and dead stones are
   taken off, so that the end can be counted.  */
#pragma once

#include <stdio.h>

#include "player/goban.h"
#include "player/mind.h"
#include "tools/selfplay/self_terms.h"

struct self_player;

/* Who plays both sides.  A mind that lacks something ends the program with a
   sentence.  */
struct self_player *self_player_new(struct self_terms const *terms);
void self_player_free(struct self_player *player);

/* Play game NUMBER of the terms: the same whoever plays it and whatever was played
   before.  The game, valid until the next; NULL when it did not come to an end, or STOP
   was set.  */
struct game const *self_player_game(struct self_player *player, long number,
                                    atomic_bool const *stop, struct failure *why);
