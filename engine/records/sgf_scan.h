/* engine/records/sgf_scan.h -- the brackets of SGF: bytes in, tokens out.

   The part that sgf.c and sgf_tree.c share.  It knows nothing of Go, needs
   constant memory whatever comes, and finds the end of a text also where a
   double-byte charset puts a `]' inside a character.  */
#pragma once

#include <stddef.h>

#include "engine/base/failure.h"
#include "engine/base/text.h"

/* Where the bytes come from: fill BUFFER with up to SIZE bytes and return how
   many; 0 at the end, -1 if the source broke and the rest will not come.  */
typedef ptrdiff_t sgf_pull(void *context, void *buffer, size_t size);

enum sgf_token {
    SGF_OPEN,  /* ( */
    SGF_CLOSE, /* ) */
    SGF_NODE,  /* ; */
    SGF_NAME,  /* a property's name, in scan.name without its lower case letters */
    SGF_VALUE, /* [ : read it with sgf_scan_value or pass over it with sgf_scan_skip */
    SGF_FINISH /* no more bytes, or another game begins within this one */
};

enum {
    SGF_NAME_MAX = 7,           /* a longer name is cut; no property has one */
    SGF_VALUE_MAX = 1024 * 1024 /* a longer value is cut */
};

struct sgf_scan {
    sgf_pull *pull;
    void *context;
    unsigned char *buffer; /* owned */
    unsigned char const *at, *end;
    bool ended, broken; /* no more to pull, and not as it should be */
    bool alien;         /* in this game stand bytes that no text has */
    int opening;        /* how much of `(' `;' the last tokens were */
    bool carried;       /* the next game's first token is known: its first NAME */
    long game_line;     /* where the last `(' was */
    long line;          /* of what comes next, from 1 */
    enum wide wide;     /* of the texts to come */
    char name[SGF_NAME_MAX + 1];
    char *value; /* owned, ends with 0; without escapes, in the charset of the file */
    size_t size, capacity;
};

void sgf_scan_init(struct sgf_scan *scan);
void sgf_scan_release(struct sgf_scan *scan);

/* Another file begins.  */
void sgf_scan_start(struct sgf_scan *scan, sgf_pull *pull, void *context);

/* Skip to the root node behind the next `(;' outside of a game; false if there is none.
   What is not that is passed over: a text before the first game is usual.
   LINE is where the game begins.  */
bool sgf_scan_game(struct sgf_scan *scan, long *line);

/* The next token of this game.  `(;' and then FF or GM is a new game, whose
   predecessor lacks a `)'.  */
enum sgf_token sgf_scan_next(struct sgf_scan *scan);

/* The value whose `[' was the last token; false if it has no end before that of
   the file or the line where another game begins.  */
bool sgf_scan_value(struct sgf_scan *scan);
bool sgf_scan_skip(struct sgf_scan *scan);
