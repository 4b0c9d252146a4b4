/* patterns/local_source.h -- what playouts would play, as a source of candidates.

   It knows little, but is asked in microseconds: the order in which a search
   looks at moves when nobody better is at hand.  */
#pragma once

#include "engine/source.h"
#include "patterns/local_policy.h"

/* SELF is asked by one thread at a time and outlives the row.  */
struct source local_source_row(struct local_state *self);
