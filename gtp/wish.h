/* gtp/wish.h -- what a client wants to see of a running search.

       [COLOR] [INTERVAL] {KEY VALUE...}

   as Leela Zero (lz-analyze) and KataGo (kata-analyze) have it.  Without a color it is
   the side to move.  The interval is in centiseconds; without one there is nothing to
   see before the end.  A key that we do not know, or that the dialect does not have, is
   an error: LizGoban finds out that way what there is.

       interval N                   see above
       minmoves N, maxmoves N       so many candidates at least, at most
       avoid COLOR V,V,... DEPTH    these are left out in the first so many moves
       allow COLOR V,V,... DEPTH    all others are; once a color, and without avoid
       rootInfo, ownership, pvVisits, pvEdgeVisits true|false

   A vertex may be a rectangle, C3:F6.  */
#pragma once

#include "gtp/arguments.h"

#include "engine/search/evaluator.h"

struct live_wish {
    enum color color;
    double interval_ms; /* INFINITY: in the end only */
    int min_moves, max_moves;
    bool root, owners, line_visits, edge_visits;
    bool limited;
    struct limits limits;
};

/* Read ARGS for a search on BOARD; MORE: keys that only KataGo has may be there.  */
bool wish_parse(struct live_wish *wish, struct arguments const *args,
                struct board const *board, bool more, struct failure *why);
