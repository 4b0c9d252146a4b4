/* patterns/playouts/local_source.h -- what playouts would play, as a source of
   candidates.

   Worse than the model, but it costs hardly anything and needs no file of 18 MB: it
   stands in where no other source speaks.  */
#pragma once

#include "engine/search/source.h"
#include "patterns/playouts/local_policy.h"

extern struct source_kind const local_kind; /* reads playout.hishi */

/* A self of this kind, of a POLICY that outlives it.  */
void *local_source_new(struct local_policy const *policy);
