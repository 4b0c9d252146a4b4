/* tools/records/pictures.h -- sequences with their surroundings, drawn.  */
#pragma once

#include <stdio.h>

#include "books/sequences/surround.h"

/* A diagram in text; moves upon earlier ones are listed below it.  */
void picture_text(struct picture const *picture, FILE *out);

/* A page of COUNT diagrams in SVG, with a caption each.  */
void pictures_svg(struct picture const *pictures, char const *const *captions,
                  int count, FILE *out);
