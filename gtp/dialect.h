/* gtp/dialect.h -- how the programs before us say what a search sees.

   A dialect is a row: how it writes numbers, and what goes into a line.  All numbers
   are those of the side to move at the root.

       lz      info move D4 visits 120 winrate 5213 prior 811 lcb 5102 scoreMean 1.5 ...
               order 0 pv D4 Q16 info move ...      (Leela Zero, in 1/10000)
       kata    the same with winrate 0.5213; then rootInfo and ownership      (KataGo)
       cgos    {"winrate": 0.52, "score": 1.5, "moves": [{"move": "D4", ...}], ...}
       hishi   {"win": 0.52, "moves": [{"move": "D4", "voices": [...], ...}]}

   Candidates stand in the order of their visits, so the first one is what genmove would
   play.  pv is the last key of its segment, and ownership the last of the line: Sabaki
   reads it so.  */
#pragma once

#include <stdio.h>

#include "gtp/wish.h"

struct session;

/* One moment of a search.  */
struct moment {
    struct session *session;
    struct live_wish const *wish;
    struct thought const *thought;
};

struct dialect {
    bool decimal; /* winrate, prior and lcb are 0..1, not 0..10000 */
    bool more;    /* the keys of KataGo are known */
    bool ends;    /* only the last line counts, and is all there is to see */
    int moves;    /* candidates in a line unless there is a wish; 0: all */
    void (*put)(struct dialect const *dialect, struct moment const *moment, FILE *out);
};

extern struct dialect const dialect_lz, dialect_kata, dialect_cgos, dialect_hishi;
