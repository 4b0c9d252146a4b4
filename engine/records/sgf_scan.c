#include <config.h>

#include "engine/records/sgf_scan.h"

#include <assert.h>
#include <c-ctype.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

enum {
    BUFFER = 64 * 1024,
    AHEAD = 64, /* how far we look ahead to tell whether a `]' ends a text */
    FINISHED = -1,
};

void sgf_scan_init(struct sgf_scan *scan)
{
    memset(scan, 0, sizeof *scan);
    scan->buffer = xmalloc(BUFFER);
    scan->value = x2nrealloc(NULL, &scan->capacity, 1);
}

void sgf_scan_release(struct sgf_scan *scan)
{
    free(scan->buffer);
    free(scan->value);
}

void sgf_scan_start(struct sgf_scan *scan, sgf_pull *pull, void *context)
{
    scan->pull = pull;
    scan->context = context;
    scan->at = scan->end = scan->buffer;
    scan->ended = scan->broken = scan->carried = false;
    scan->opening = 0;
    scan->line = 1;
    scan->wide = WIDE_NONE;
}

/* ---------------------------------------------------------------- bytes */

/* Have WANTED bytes ready, if the source still has them.  */
static void fill(struct sgf_scan *scan, size_t wanted)
{
    size_t held = (size_t)(scan->end - scan->at);
    assert(wanted <= BUFFER && held <= BUFFER);
    if (held >= wanted || scan->ended)
        return;
    memmove(scan->buffer, scan->at, held);
    while (held < wanted && !scan->ended) {
        ptrdiff_t const got =
            scan->pull(scan->context, scan->buffer + held, BUFFER - held);
        scan->ended = got <= 0;
        scan->broken = got < 0;
        held += got > 0 ? (size_t)got : 0;
    }
    scan->at = scan->buffer;
    scan->end = scan->buffer + held;
}

static inline int peek(struct sgf_scan *scan)
{
    if (scan->at == scan->end)
        fill(scan, 1);
    return scan->at == scan->end ? FINISHED : *scan->at;
}

/* The byte OFFSET behind the next one.  */
static int peek_at(struct sgf_scan *scan, size_t offset)
{
    fill(scan, offset + 1);
    return offset < (size_t)(scan->end - scan->at) ? scan->at[offset] : FINISHED;
}

static inline int next(struct sgf_scan *scan)
{
    int const c = peek(scan);
    if (c == FINISHED)
        return c;
    scan->at++;
    scan->line += c == '\n';
    return c;
}

/* ---------------------------------------------------------------- tokens */

/* Behind a `(', does a root node begin?  Normally it does with `;', which the
   Japanese federation's files leave out: "(TE[...".  */
static bool at_root(struct sgf_scan *scan)
{
    return peek(scan) == ';' || (c_isupper(peek(scan)) && c_isupper(peek_at(scan, 1)) &&
                                 peek_at(scan, 2) == '[');
}

bool sgf_scan_game(struct sgf_scan *scan, long *line)
{
    bool opened = false;
    scan->opening = 0;
    scan->alien = false;
    while (!scan->carried && !(opened && at_root(scan))) {
        int const c = next(scan);
        if (c == FINISHED)
            return false;
        if (c == '(')
            scan->game_line = scan->line;
        opened = c == '(' || (opened && c_isspace(c));
    }
    if (!scan->carried && peek(scan) == ';')
        next(scan);
    *line = scan->game_line;
    return true;
}

/* Old files spell names out ("Black", "SiZe"): only the capitals count.  */
static void scan_name(struct sgf_scan *scan)
{
    size_t length = 0;
    for (; c_isalnum(peek(scan)); scan->at++)
        if (!c_islower(*scan->at) && length < SGF_NAME_MAX)
            scan->name[length++] = (char)*scan->at;
    assert(length <= SGF_NAME_MAX);
    scan->name[length] = '\0';
}

static enum sgf_token scan_token(struct sgf_scan *scan)
{
    for (;;) {
        int const c = peek(scan);
        if (c_isalpha(c)) {
            scan_name(scan);
            return SGF_NAME;
        }
        next(scan);
        if (c_iscntrl(c) && !c_isspace(c))
            scan->alien = true;
        switch (c) {
        case '(':
            scan->game_line = scan->line;
            return SGF_OPEN;
        case ')':
            return SGF_CLOSE;
        case ';':
            return SGF_NODE;
        case '[':
            return SGF_VALUE;
        case FINISHED:
            return SGF_FINISH;
        }
    }
}

enum sgf_token sgf_scan_next(struct sgf_scan *scan)
{
    if (scan->carried) {
        scan->carried = false;
        return SGF_NAME;
    }
    enum sgf_token const token = scan_token(scan);
    if (token == SGF_NAME && scan->opening == 2 &&
        (strcmp(scan->name, "GM") == 0 || strcmp(scan->name, "FF") == 0)) {
        scan->carried = true;
        scan->opening = 0;
        return SGF_FINISH;
    }
    scan->opening = token == SGF_OPEN                         ? 1
                    : token == SGF_NODE && scan->opening == 1 ? 2
                                                              : 0;
    return token;
}

/* ---------------------------------------------------------------- values */

static inline void put(struct sgf_scan *scan, int c)
{
    assert(scan->size < scan->capacity && "there is room for the 0 at the end");
    if (scan->size == SGF_VALUE_MAX)
        return;
    if (scan->size + 1 >= scan->capacity)
        scan->value = x2nrealloc(scan->value, &scan->capacity, 1);
    scan->value[scan->size++] = (char)c;
}

/* Would a `]' OFFSET bytes behind the next one end a text?  It does if SGF
   goes on behind it: a node, a bracket, or a name and its bracket.  */
static bool would_end(struct sgf_scan *scan, size_t offset)
{
    size_t i = offset + 1;
    while (i < AHEAD && c_isspace(peek_at(scan, i)))
        i++;
    bool const named = c_isalpha(peek_at(scan, i));
    while (i < AHEAD && (c_isalnum(peek_at(scan, i)) || c_isspace(peek_at(scan, i))))
        i++;
    int const c = peek_at(scan, i);
    return c == '[' || (!named && (c == ';' || c == '(' || c == ')' || c == FINISHED));
}

/* LEAD begins a character of two bytes, unless it is the broken half of one
   before the end of the text.  The second byte can be `\' or `]', and editors
   that knew nothing of charsets put another `\' before it.  */
static void scan_wide(struct sgf_scan *scan, int lead)
{
    put(scan, lead);
    int const trail = peek(scan);
    if (trail == FINISHED || !text_is_trail(scan->wide, (unsigned char)trail))
        return;
    if (trail == ']' && would_end(scan, 0))
        return;
    if (trail == '\\') {
        int const after = peek_at(scan, 1);
        bool const blind = after == ']' ? !would_end(scan, 1)
                                        : after == '\\' && (peek_at(scan, 2) != ']' ||
                                                            would_end(scan, 2));
        if (blind)
            next(scan);
    }
    put(scan, next(scan));
}

/* A line ends with CR, LF or both in either order; C is the first of them.  */
static void scan_line_end(struct sgf_scan *scan, int c)
{
    if (peek(scan) == (c == '\n' ? '\r' : '\n'))
        next(scan);
}

/* Does a line that begins a game come next?  Then the value that should be
   going on was cut off, by a server or a disk, and so was its game.  */
static bool at_new_game(struct sgf_scan *scan)
{
    static char const *const starts[] = {"(;GM[", "(;FF["};
    for (int i = 0; i < 2; i++) {
        size_t length = 0;
        while (starts[i][length] && peek_at(scan, length) == starts[i][length])
            length++;
        if (!starts[i][length])
            return c_isdigit(peek_at(scan, length)) && peek_at(scan, length + 1) == ']';
    }
    return false;
}

bool sgf_scan_value(struct sgf_scan *scan)
{
    scan->size = 0;
    for (int c; (c = next(scan)) != ']';) {
        bool const escaped = c == '\\';
        if (escaped)
            c = next(scan);
        if (c == FINISHED || (c == '\n' && at_new_game(scan)))
            return false;
        if (c == '\n' || c == '\r') {
            scan_line_end(scan, c);
            if (!escaped)
                put(scan, '\n');
        } else if (text_is_lead(scan->wide, (unsigned char)c))
            scan_wide(scan, c);
        else
            put(scan, c);
    }
    scan->value[scan->size] = '\0';
    return true;
}

bool sgf_scan_skip(struct sgf_scan *scan)
{
    if (scan->wide != WIDE_NONE)
        return sgf_scan_value(scan);
    for (int c; (c = next(scan)) != ']';) {
        if (c == '\\')
            c = next(scan);
        if (c == FINISHED || (c == '\n' && at_new_game(scan)))
            return false;
    }
    return true;
}
