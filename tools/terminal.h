/* tools/terminal.h -- what may be printed where stdout goes.  */
#pragma once

#include <stdbool.h>

#include "engine/go/drawing.h"

/* May text be coloured?  On a terminal that is not dumb, unless NO_COLOR is set.  */
bool terminal_has_color(void);

/* Colour and round stones where the terminal has them and nobody objects; letters
   when PLAIN.  */
struct look const *terminal_look(bool plain);
