/* engine/base/json.h -- one flat object a line, as --json prints what is known.

       fputc('{', out);
       json_text("name", engine->name, out);
       json_number("score", score, out);
       fprintf(out, "\"games\": %d}\n", games);

   The last member is written by hand, as each of the others ends in a comma.  */
#pragma once

#include <stdio.h>

/* TEXT, UTF-8, between quotes.  */
void json_quoted(char const *text, FILE *out);

/* "KEY": "TEXT", with a comma and a space behind it.  */
void json_text(char const *key, char const *text, FILE *out);

/* The same of a number; null for what is infinite or no number: JSON knows neither.  */
void json_number(char const *key, double value, FILE *out);
