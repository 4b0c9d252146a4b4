/* gtp/command.h -- commands as rows, and all that is printed from the rows.

   A command is one row in the table of its chapter (core.c, gogui.c,
   server.c, knowledge.c, shapes.c).  Dispatch, list_commands, known_command, help,
   gogui-analyze_commands and the reference in the README read the same rows,
   so a new command is a handler and a row.  */
#pragma once

#include <stdatomic.h>
#include <stdio.h>

#include "gtp/arguments.h"
#include "gtp/protocol.h"

struct session;

/* A command on its way through its handler.  */
struct call {
    struct session *session;
    struct arguments args;
    FILE *reply; /* what the response says */
    /* Why it failed.  The first line is the error message; lines after it are
       an explanation for people, which goes to stderr: some clients and all
       test suites know the standard's messages by heart.  */
    struct failure *why;
    /* For answers that come bit by bit: REPLY does not count once this has begun.  */
    struct gtp_stream *stream;
    FILE *comments;           /* for people who look on: aside.h */
    atomic_bool const *waits; /* set when there is something else to do */
};

/* Do it.  On failure the session is as it was.  */
typedef bool gtp_handler(struct call *call);

enum { MANY = 1 << 30 }; /* as MAX: no limit */

struct gtp_command {
    char const *name;
    gtp_handler *run;
    int min, max;            /* arguments, checked before RUN */
    char const *usage;       /* the arguments, for people */
    char const *help;        /* what it does, for people */
    char const *const *menu; /* lines for gogui-analyze_commands, or NULL */
};

struct gtp_chapter {
    char const *title;
    struct gtp_command const *commands; /* ends with a NULL name */
};

extern struct gtp_command const core_commands[];
extern struct gtp_command const analysis_commands[];
extern struct gtp_command const common_commands[];
extern struct gtp_command const gogui_commands[];
extern struct gtp_command const knowledge_commands[];
extern struct gtp_command const katago_commands[];
extern struct gtp_command const picture_commands[];
extern struct gtp_command const server_commands[];
extern struct gtp_command const shapes_commands[];
extern struct gtp_chapter const gtp_chapters[]; /* ends with a NULL title */

/* The commands of all chapters in order, from 0; NULL behind the last.  */
struct gtp_command const *command_nth(int n);
struct gtp_command const *command_find(char const *name);

/* Look up the command of REQUEST, check how many arguments it has, run it by CALL, of
   which all but the arguments is filled in.  */
bool command_run(struct call *call, struct request const *request);

/* The reference, in Markdown.  */
void command_reference(FILE *out);
