/* tools/cmdline.h -- what the command lines of several tools have in common. */
#pragma once

#include <argp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct provenance;

/* ARG as a whole number from LEAST to MOST; ends the program with a sentence if it
   is none.  */
long cmdline_number(char const *arg, long least, long most, struct argp_state *state);

/* The same for any number.  */
double cmdline_real(char const *arg, double least, double most,
                    struct argp_state *state);

/* Prints what manual.h can tell, and ends the program, if that is what is wanted; else
   argp_parse, whose only failure that it does not tell and end with itself, want of
   memory, ends the program too.  */
void cmdline_parse(struct argp const *argp, int argc, char **argv, void *input);

/* From what is made what the command line wants made; to be taken down before it is
   parsed, as that puts the words in another order.  */
struct provenance *cmdline_provenance(int argc, char **argv);

/* An option whose value only has to be put where it belongs, as a row: into a bool,
   a text, or a whole number of any type.  */
struct cmdline_row {
    int key;
    enum { CMDLINE_IS_FLAG, CMDLINE_IS_TEXT, CMDLINE_IS_NUMBER } kind;
    size_t offset, size; /* of the field in the parser's input */
    long least, most;    /* of a number */
};

#define CMDLINE_FLAG(type, field, key)                                                 \
    {                                                                                  \
        key, CMDLINE_IS_FLAG, offsetof(type, field), sizeof(bool), 0, 0                \
    }
#define CMDLINE_TEXT(type, field, key)                                                 \
    {                                                                                  \
        key, CMDLINE_IS_TEXT, offsetof(type, field), sizeof(char *), 0, 0              \
    }
#define CMDLINE_NUMBER(type, field, key, least, most)                                  \
    {                                                                                  \
        key, CMDLINE_IS_NUMBER, offsetof(type, field), sizeof(((type *)0)->field),     \
            least, most                                                                \
    }

/* What a parser does with KEY by its ROWS, which end with a key of 0; the rest it
   does not know.  */
error_t cmdline_take(struct cmdline_row const rows[], int key, char *arg,
                     struct argp_state *state);

/* Set by SIGINT and SIGTERM once these are minded; a signal's handler can be handed
   nothing else.  The second one ends the program at once.  */
extern atomic_bool cmdline_stop;
void cmdline_mind_stops(void);
/* The same, and that an engine no longer listens is no end.  */
void cmdline_mind_signals(void);

/* Which games to read: --part and --limit, and their places as arguments, of which
   there must be one.  Its input is a struct selection, whose splits are the usual
   part.  */
extern struct argp const selection_argp;
/* The same as the only child of a parser.  */
extern struct argp_child const selection_children[];
