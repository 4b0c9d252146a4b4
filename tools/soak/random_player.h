/* tools/soak/random_player.h -- an opponent that goes where nobody goes: any legal
   move.

   A GTP engine on stdin and stdout that draws its moves among all that the rules of
   the game allow, its own eyes now and then among them, suicide where that is legal,
   and passes out of turn.  It fills boards to the last point, fights every ko and makes
   groups of one stone, which is what a program that has only met players has never
   seen.  It never resigns and takes no time.  */
#pragma once

#include <stdint.h>

int random_player(uint64_t seed);
