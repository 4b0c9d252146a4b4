/* tools/json.h -- one flat object a line, as --json prints numbers.

       fputc('{', out);
       json_string(out, "name", engine->name);
       json_number(out, "score", score);
       fprintf(out, "\"games\": %d}\n", games);

   Each writes KEY, VALUE and a comma, so that the last member is written by hand.  */
#pragma once

#include <stdio.h>

/* Control characters are left out.  */
void json_string(FILE *out, char const *key, char const *text);

/* null for what is infinite or no number: JSON knows neither.  */
void json_number(FILE *out, char const *key, double value);
