/* patterns/style/style_source.h -- the style of a player as a source of candidates.

   It knows what factor a move deserves for being like him, and so weighs itself: every
   move that others find worth naming is raised or lowered as he plays it more or less
   often than they do.  It is asked with full effort only, so in a search at the root:
   the player plays like him, and expects of nobody else that he does.

   At first it wears no style and says nothing.  */
#pragma once

#include "engine/search/source.h"
#include "patterns/style/style.h"

/* As a source its self is a struct style_source.  */
struct style_source;
extern struct source_kind const style_kind; /* reads nothing: see wear */

/* From now on its style is STYLE, which it takes over, or none for NULL; twins follow.
   Not while anybody asks.  */
void style_source_wear(struct style_source *source, struct style *style);
/* What it wears, or NULL.  */
struct style const *style_source_worn(struct style_source const *source);
