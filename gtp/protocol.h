/* gtp/protocol.h -- the frame around commands and responses; no Go in it.

   A line of GTP is  [id] command [argument...] [# comment]  and its response
   `=' or `?', the id if there was one, a space, the text, and an empty line
   (GTP 2 draft 2, sections 2 and 3).  What clients in the wild need beyond
   the specification is said where it is done.  */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* One line, taken apart.  WORD points into the line that was parsed;
   word[0] is the command, the COUNT - 1 others are its arguments.  */
struct request {
    bool has_id;
    int32_t id;
    int count;
    char **word;
    size_t capacity; /* of word, which is kept from one line to the next */
};

void request_init(struct request *request);
void request_release(struct request *request);

/* Take the line of SIZE bytes at LINE apart, in place; LINE has room for one
   byte more.  False when there is nothing to answer: an empty line, a
   comment, or nothing but an id.  */
bool request_parse(struct request *request, char *line, size_t size);

/* Write the response to REQUEST and flush it.  TEXT may hold anything: what
   would break the frame (empty lines, tabs, control characters) is replaced.
   False when OUT cannot be written to any more.  */
bool response_write(FILE *out, struct request const *request, bool success,
                    char const *text);

/* A response that is said line by line while somebody thinks (lz-analyze and others):
   the head on a line of its own, the lines as they come, the empty line.  */
struct gtp_stream {
    FILE *out;
    struct request const *request;
    bool begun;
};

/* The head, which is a promise: there can be no error message any more.  */
void stream_begin(struct gtp_stream *stream);
/* One line more, flushed at once.  */
void stream_line(struct gtp_stream *stream, char const *text);
/* False when it could not all be written.  */
bool stream_end(struct gtp_stream *stream);
