#include <config.h>

#include "tools/manual.h"

#include <c-ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xalloc.h>

char const manual_environment[] =
    "  HISHI_DATA  a folder of learnt files that take the place of the shipped ones\n"
    "  NO_COLOR    when set, nothing is coloured\n";

/* ------------------------------------------------------------ troff */

/* TEXT as it is to be read: nothing in it is a request.  */
static void put_text(char const *text, FILE *out)
{
    bool begins = true;
    for (; *text; begins = *text++ == '\n') {
        if (begins && (*text == '.' || *text == '\''))
            fputs("\\&", out);
        if (*text == '\\')
            fputs("\\e", out);
        else
            fputc(*text, out);
    }
}

/* A word in which every hyphen is one to be typed.  */
static void put_word(char const *word, FILE *out)
{
    for (; *word; word++)
        fputs(*word == '-'    ? "\\-"
              : *word == '\\' ? "\\e"
                              : (char[]){*word, '\0'},
              out);
}

static void put_block(char const *text, FILE *out)
{
    fputs(".nf\n", out);
    put_text(text, out);
    fputs("\n.fi\n", out);
}

/* ------------------------------------------------------------ rows */

static bool is_header(struct argp_option const *row)
{
    return !row->name && !row->key && row->doc;
}

static bool is_end(struct argp_option const *row)
{
    return !row->name && !row->key && !row->doc && !row->group;
}

static bool is_shown(struct argp_option const *row)
{
    return row->name && !(row->flags & (OPTION_HIDDEN | OPTION_DOC));
}

/* What the filter of ARGP makes of TEXT: TEXT itself, or something to be freed.  */
static char *filtered(struct argp const *argp, void *input, int key, char const *text)
{
    return argp->help_filter ? argp->help_filter(key, text, input) : (char *)text;
}

static void put_option(struct argp const *argp, void *input,
                       struct argp_option const *row, FILE *out)
{
    bool const letter = row->key > 0 && row->key < 127 && c_isalnum(row->key);
    char *const doc = filtered(argp, input, row->key, row->doc);
    fputs(".TP\n", out);
    if (letter)
        fprintf(out, "\\fB\\-%c\\fR, ", row->key);
    fputs("\\fB\\-\\-", out);
    put_word(row->name, out);
    fputs("\\fR", out);
    if (row->arg) {
        fputs(row->flags & OPTION_ARG_OPTIONAL ? "[=\\fI" : "=\\fI", out);
        put_word(row->arg, out);
        fputs(row->flags & OPTION_ARG_OPTIONAL ? "\\fR]" : "\\fR", out);
    }
    fputc('\n', out);
    put_text(doc ? doc : "", out);
    fputc('\n', out);
    if (doc != row->doc)
        free(doc);
}

/* What is handed each row of a parser and its children.  */
typedef void row_visitor(struct argp const *argp, void *input,
                         struct argp_option const *row, FILE *out);

/* Call VISIT for every option of ARGP and its children.  Parsers are asked what they
   hand their children, as argp does.  */
static void visit(struct argp const *argp, void *input, row_visitor *handle, FILE *out)
{
    enum { CHILDREN_MAX = 16 };
    void *inputs[CHILDREN_MAX] = {NULL};
    struct argp_state state = {.root_argp = argp,
                               .input = input,
                               .child_inputs = inputs,
                               .err_stream = stderr};
    if (argp->parser)
        (void)argp->parser(ARGP_KEY_INIT, NULL, &state);
    for (struct argp_option const *row = argp->options; row && !is_end(row); row++)
        handle(argp, input, row, out);
    for (int i = 0; argp->children && argp->children[i].argp; i++) {
        struct argp_child const *const child = &argp->children[i];
        if (child->header && *child->header)
            handle(argp, input, &(struct argp_option){.doc = child->header}, out);
        visit(child->argp, i < CHILDREN_MAX ? inputs[i] : NULL, handle, out);
    }
}

static void put_row(struct argp const *argp, void *input, struct argp_option const *row,
                    FILE *out)
{
    if (is_header(row)) {
        size_t const length = strlen(row->doc);
        fprintf(out, ".SS %.*s\n", (int)(length - (row->doc[length - 1] == ':')),
                row->doc);
    } else if (is_shown(row)) {
        put_option(argp, input, row, out);
    }
}

static void put_completion(struct argp const *argp, void *input,
                           struct argp_option const *row, FILE *out)
{
    (void)argp, (void)input;
    if (is_shown(row))
        fprintf(out, "--%s%s\n", row->name,
                row->arg && !(row->flags & OPTION_ARG_OPTIONAL) ? "=" : "");
}

/* ------------------------------------------------------------ the page */

/* What stands behind the options in --help, of ARGP and its children.  */
static void put_after(struct argp const *argp, void *input, FILE *out)
{
    char const *const end = argp->doc ? strchr(argp->doc, '\v') : NULL;
    char const *const after = end ? end + 1 : NULL;
    char *const text = filtered(argp, input, ARGP_KEY_HELP_POST_DOC, after);
    if (text && *text) {
        fputs(".SH MORE\n", out);
        put_block(text, out);
    }
    if (text != after)
        free(text);
    for (int i = 0; argp->children && argp->children[i].argp; i++)
        put_after(argp->children[i].argp, NULL, out);
}

/* "hishi report games" as "hishi-report-games".  */
static char *page_name(char const *path)
{
    char *const name = xstrdup(path);
    for (char *c = name; *c; c++)
        if (*c == ' ')
            *c = '-';
    return name;
}

static char *copied(char const *text, size_t length)
{
    char *const copy = strndup(text, length);
    if (!copy)
        xalloc_die();
    return copy;
}

/* The first sentence of TEXT, on one line and without its full stop.  */
static char *first_sentence(char const *text)
{
    char const *const end = strstr(text, ". ");
    size_t length = end ? (size_t)(end - text) : strcspn(text, "\v");
    if (length && text[length - 1] == '.')
        length--;
    char *const sentence = copied(text, length);
    for (char *c = sentence; *c; c++)
        if (*c == '\n')
            *c = ' ';
    return sentence;
}

static void put_synopsis(char const *path, char const *args, FILE *out)
{
    do {
        size_t const length = args ? strcspn(args, "\n") : 0;
        fprintf(out, ".B %s\n[\\fIOPTION\\fR...] %.*s\n.br\n", path, (int)length,
                args ? args : "");
        args = args && args[length] ? args + length + 1 : NULL;
    } while (args);
}

static void put_page(struct manual const *manual, FILE *out)
{
    struct argp const *const argp = manual->argp;
    char *const name = page_name(manual->path);
    char const *const doc = argp->doc ? argp->doc : "";
    char *const title = first_sentence(doc);
    char *const before = copied(doc, strcspn(doc, "\v"));
    fprintf(out, ".TH %s 1 \"\" \"Hishi %s\" \"Hishi\"\n.SH NAME\n%s \\- ", name,
            HISHI_VERSION, name);
    put_text(title, out);
    fputs("\n.SH SYNOPSIS\n", out);
    put_synopsis(manual->path, argp->args_doc, out);
    fputs(".SH DESCRIPTION\n", out);
    put_text(before, out);
    fputs("\n.SH OPTIONS\n", out);
    visit(argp, manual->input, put_row, out);
    fputs(".SS Of every tool\n.TP\n\\fB\\-?\\fR, \\fB\\-\\-help\\fR\nAll options, and "
          "what they may be\n.TP\n\\fB\\-V\\fR, \\fB\\-\\-version\\fR\nThe "
          "version\n.TP\n\\fB\\-\\-man\\fR\nThis page\n",
          out);
    put_after(argp, manual->input, out);
    if (!manual->tools) { /* else it stands there already */
        fputs(".SH ENVIRONMENT\n", out);
        put_block(manual_environment, out);
    }
    fputs(".SH FILES\n.TP\n" DATA_FOLDER "\nthe learnt files that are shipped\n", out);
    if (strcmp(name, "hishi") != 0)
        fputs(".SH SEE ALSO\n.BR hishi (1)\n", out);
    free(name);
    free(title);
    free(before);
}

bool manual_answers(struct manual const *manual, int argc, char **argv)
{
    if (argc != 2)
        return false;
    if (strcmp(argv[1], "--man") == 0) {
        put_page(manual, stdout);
        return true;
    }
    if (strcmp(argv[1], "--options") != 0)
        return false;
    for (struct tool const *tool = manual->tools; tool && tool->name; tool++)
        puts(tool->name);
    visit(manual->argp, manual->input, put_completion, stdout);
    return true;
}
