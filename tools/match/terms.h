/* tools/match/terms.h -- what two engines are told before a game: board, rules, time.
 */
#pragma once

#include "engine/go/rules.h"
#include "engine/search/clock.h"
#include "tools/match/peer.h"

struct terms {
    int size;
    struct rules const *rules;
    double komi;
    struct clock_settings clock;
    double patience_s; /* for any answer that no clock limits */
    double grace_s;    /* by which a clock may be overstepped: the pipe's lag */
    int moves_max;     /* a longer game has no result */
};

/* Tell PEER: board size, rules (in vain, if it has no command for them), komi
   and time, with an empty board.  False when it refuses or worse.  */
bool terms_tell(struct terms const *terms, struct peer *peer, struct reply *reply);

/* How long COLOR may still think without losing on time, or the patience.  */
double terms_limit_s(struct terms const *terms, struct clock const *clock,
                     enum color color);

/* Tell PEER how COLOR's clock stands, if it wants to know.  A refusal is its
   own business; false after any other fault.  */
bool terms_tell_time(struct terms const *terms, struct clock const *clock,
                     struct peer *peer, enum color color, struct reply *reply);
