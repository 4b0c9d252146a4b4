/* engine/base/text.h -- text in any charset as clean UTF-8.

   Game records are written in the charset of their country, often say so
   wrongly or not at all, and are damaged now and then.  What comes out of
   here is valid UTF-8 without control characters but newline; what cannot be
   read becomes U+FFFD.  */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Charsets whose second byte can be '\', '[' or ']', so that a parser must
   know them to find the end of a text.  */
enum wide { WIDE_NONE, WIDE_GBK, WIDE_SHIFT_JIS, WIDE_BIG5 };

/* Is BYTE the first of two in such a charset, and is this pair a character?  */
bool text_is_lead(enum wide wide, unsigned char byte);
bool text_is_trail(enum wide wide, unsigned char byte);

/* A decoder keeps its converter open between calls; one thread at a time.  */
struct decoder;

struct decoder *decoder_new(void);
void decoder_free(struct decoder *decoder);

/* From now on bytes are in the charset called NAME, as a CA property or MIME
   says it.  NULL, "" or a name nobody knows: UTF-8 where the bytes are that,
   ISO-8859-1 where they are not.  */
void decoder_set(struct decoder *decoder, char const *name);
enum wide decoder_wide(struct decoder const *decoder);

/* SIZE bytes as UTF-8; the result belongs to the decoder and lasts until the
   next call.  */
char const *decoder_read(struct decoder *decoder, char const *bytes, size_t size);

/* Copy TEXT, valid UTF-8, into TO, at most ROOM bytes with the end: white space
   at both ends goes, inner newlines become spaces, and what does not fit is
   cut between characters.  */
void text_line(char *to, size_t room, char const *text);

/* The length of the valid UTF-8 character at TEXT, or 0.  */
size_t text_character(char const *text, size_t size);
