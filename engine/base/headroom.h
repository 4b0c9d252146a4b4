/* engine/base/headroom.h -- how much memory there is to be had.

   Linux promises more than it has, and ends somebody when it is called in.  Whoever
   wants much asks here first, so that he is content with less in time.  */
#pragma once

/* Megabytes that this program could take now: what the machine has free or can free,
   and what its control groups still allow it.  INFINITY when nobody says.  Limits of
   address space show only where memory is asked for.  */
double headroom_mb(void);
