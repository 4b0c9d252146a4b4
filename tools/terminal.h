/* tools/terminal.h -- what may be printed where stdout goes.  */
#pragma once

#include <stdbool.h>

#include "engine/go/drawing.h"

/* Can a line be wiped and written again?  On a terminal that is not dumb.  */
bool terminal_has_lines(void);

/* May text be coloured?  On such a terminal, unless NO_COLOR is set.  */
bool terminal_has_color(void);

/* Colour and round stones where the terminal has them and nobody objects; letters
   when PLAIN.  */
struct look const *terminal_look(bool plain);
