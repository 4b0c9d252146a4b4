/* tools/records/find_shape.h -- the part of `hishi find' that looks for shapes.  */
#pragma once

#include "books/sequences/index.h"
#include "books/sequences/sighting.h"

/* Print how often SHAPE appeared, what followed, and up to GAMES games; false if
   it never did.  */
bool find_shape(struct index const *index, struct shape const *shape, long games,
                bool json);

/* A game and a move of it as a line.  */
void cite_text(struct citation const *said);
void cite_json(struct citation const *said);
