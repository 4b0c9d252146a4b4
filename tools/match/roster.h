/* tools/match/roster.h -- the engines that take part in a match, one row each.

   A file of engines holds lines NAME=COMMAND; below an engine, lines that begin
   with `>' are GTP commands for it to hear when it has started; empty lines
   and lines that begin with `#' are skipped:

       # two levels of one engine, and ours
       gnugo-1  = gnugo --mode gtp --chinese-rules --level 1
       hishi    = build/hishi gtp
           > hishi-set playouts 1000                                         */
#pragma once

#include "engine/base/failure.h"

enum { ROSTER_MAX = 64, NAME_MAX_LENGTH = 40 };

struct contender {
    char *name;    /* no spaces, so that it is a word in logs and tables */
    char *command; /* for /bin/sh */
    char *title;   /* what it calls itself, once it was asked; or NULL */
    char **orders; /* GTP commands after the start */
    int order_count;
    bool void_crashes; /* games in which it crashes do not count */
};

struct roster {
    struct contender list[ROSTER_MAX];
    int count;
};

/* Add one engine from "NAME=COMMAND".  */
bool roster_add(struct roster *roster, char const *text, struct failure *why);

/* Add all engines of a file.  */
bool roster_read(struct roster *roster, char const *file, struct failure *why);

/* Its number, or -1.  */
int roster_find(struct roster const *roster, char const *name);

/* Which program COMMAND runs, as far as its file tells: "1234 bytes of
   2026-11-18 11:50:12", or "unknown" when the first word is no file.  A match is
   not resumed with a program that was built anew.  */
enum { STAMP_TEXT = 64 };
void roster_stamp(char const *command, char text[static STAMP_TEXT]);

void roster_release(struct roster *roster);
