/* engine/base/json.h -- text as JSON has it.  */
#pragma once

#include <stdio.h>

/* TEXT, UTF-8, between quotes.  */
void json_quoted(char const *text, FILE *out);

/* "KEY": "TEXT", with a comma and a space behind it.  */
void json_text(char const *key, char const *text, FILE *out);
