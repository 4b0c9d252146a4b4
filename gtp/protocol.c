#include <config.h>

#include "gtp/protocol.h"

#include <assert.h>
#include <c-ctype.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

void request_init(struct request *request)
{
    memset(request, 0, sizeof *request);
}

void request_release(struct request *request)
{
    free(request->word);
    request_init(request);
}

/* Section 2.1: a tab is a space, other control characters (among them CR and
   NUL) are not there, and `#' begins a comment.  */
static void clean(char *line, size_t size)
{
    char *to = line;
    for (char const *from = line; from < line + size && *from != '#'; from++)
        if (*from == '\t')
            *to++ = ' ';
        else if (!c_iscntrl(*from))
            *to++ = *from;
    *to = '\0';
}

/* The next word at *REST, which moves behind it; NULL at the end.  GoGui puts
   file names with blanks into double quotes, so a word may be quoted; a quote
   that is never closed is an ordinary character.  */
static char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " ");
    if (!*word)
        return NULL;
    char *end = word[0] == '"' ? strchr(word + 1, '"') : NULL;
    if (end)
        word++;
    else
        end = word + strcspn(word, " ");
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

static void add_word(struct request *request, char *word)
{
    assert(*word || word[-1] == '"');
    if ((size_t)request->count == request->capacity)
        request->word =
            x2nrealloc(request->word, &request->capacity, sizeof *request->word);
    request->word[request->count++] = word;
}

/* An id is a number of 31 bits; any other first word is the command.  */
static bool parse_id(char const *word, int32_t *id)
{
    int64_t value = 0;
    char const *digit = word;
    for (; c_isdigit(*digit) && value <= INT32_MAX; digit++)
        value = 10 * value + (*digit - '0');
    if (digit == word || *digit || value > INT32_MAX)
        return false;
    *id = (int32_t)value;
    return true;
}

bool request_parse(struct request *request, char *line, size_t size)
{
    request->count = 0;
    clean(line, size);
    char *rest = line;
    char *word = next_word(&rest);
    request->has_id = word && parse_id(word, &request->id);
    if (request->has_id)
        word = next_word(&rest);
    for (; word; word = next_word(&rest))
        add_word(request, word);
    return request->count > 0;
}

/* The space stands even before an empty text: without it SabakiHQ/gtp would
   take a leading number for an id, and GoGui, which cuts at the first space
   it finds, would lose the first word.  */
static void write_head(FILE *out, struct request const *request, bool success)
{
    putc(success ? '=' : '?', out);
    if (request->has_id)
        fprintf(out, "%d", (int)request->id);
    putc(' ', out);
}

/* An empty line would end the response, so it becomes a line of one space;
   an error message is a single line.  */
static void write_text(FILE *out, char const *text, size_t size, bool lines)
{
    bool line_is_empty = false; /* the first one begins with the head */
    for (char const *c = text; c < text + size; c++) {
        bool const newline = *c == '\n' && lines;
        if (newline && line_is_empty)
            putc(' ', out);
        putc(newline || !c_iscntrl(*c) ? *c : ' ', out);
        line_is_empty = newline;
    }
}

bool response_write(FILE *out, struct request const *request, bool success,
                    char const *text)
{
    size_t size = strlen(text);
    assert(!request->has_id || request->id >= 0);
    while (size > 0 && text[size - 1] == '\n')
        size--;
    write_head(out, request, success);
    write_text(out, text, size, success);
    fputs("\n\n", out);
    return fflush(out) == 0;
}

/* Clients look for the first line of what follows at the beginning of a line.  */
void stream_begin(struct gtp_stream *stream)
{
    assert(!stream->begun);
    stream->begun = true;
    putc('=', stream->out);
    if (stream->request->has_id)
        fprintf(stream->out, "%d", (int)stream->request->id);
    putc('\n', stream->out);
    fflush(stream->out);
}

void stream_line(struct gtp_stream *stream, char const *text)
{
    assert(stream->begun && *text);
    write_text(stream->out, text, strlen(text), false);
    putc('\n', stream->out);
    fflush(stream->out);
}

bool stream_end(struct gtp_stream *stream)
{
    assert(stream->begun);
    putc('\n', stream->out);
    return fflush(stream->out) == 0 && !ferror(stream->out);
}
