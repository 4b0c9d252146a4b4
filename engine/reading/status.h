/* engine/reading/status.h -- which stones are alive, dead or in seki.

   An opinion for the end of the game, about whole chains.  It is a function
   of the stones alone (its random numbers have a fixed seed), so that the
   decision to pass, the list of dead stones and the score always agree.  */
#pragma once

#include "engine/go/rules.h"

/* The status of every stone; of other points it is STATUS_ALIVE.  */
void status_judge(struct board const *board, enum status status[POINTS]);

/* Chains that cannot be captured even if their owner always passes (Benson
   1976): true for their stones and for the points they surround for good.
   It holds where suicide is not allowed: enemies inside an eye that may take
   themselves off can come back as another shape.  */
void status_unconditional(struct board const *board, enum color color,
                          bool safe[POINTS]);
