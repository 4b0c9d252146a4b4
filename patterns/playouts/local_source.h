/* patterns/playouts/local_source.h -- what playouts would play, as a source of
   candidates.

   It knows little, but is asked in microseconds: the order in which a search
   looks at moves when nobody better is at hand.  */
#pragma once

#include "engine/search/source.h"
#include "patterns/playouts/local_policy.h"

struct local_source; /* one thread */

/* POLICY outlives the source.  */
struct local_source *local_source_new(struct local_policy const *policy);
void local_source_free(struct local_source *self);

/* The row to hand to a search; SELF outlives it.  */
struct source local_source_row(struct local_source *self);
